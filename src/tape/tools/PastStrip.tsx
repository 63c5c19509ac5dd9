import styles from './PastStrip.module.css';

export interface PastStripProps {
  text: string;
  back: string;
  /** Missing where the tools do not say which actions they hold. */
  onBack?: (() => void) | undefined;
}

/** Where the strip is drawn. On the page all the time, so that its text is read out when it comes. */
export function stripPlace(): HTMLElement {
  const place = document.createElement('div');
  place.className = styles.strip!;
  place.setAttribute('role', 'status');
  document.body.append(place);
  return place;
}

/** Says that the page does not show the present. */
export function PastStrip({ text, back, onBack }: PastStripProps) {
  return (
    <div className={styles.inner}>
      <span>{text}</span>
      {onBack && (
        <button type="button" className={`button ${styles.back}`} onClick={onBack}>
          {back}
        </button>
      )}
    </div>
  );
}
