import { useEffect, useRef } from 'react';
import styles from './PastStrip.module.css';

export interface PastStripProps {
  text: string;
  back: string;
  /** Missing where the tools do not say which actions they hold. */
  onBack?: (() => void) | undefined;
}

export const stripClass = styles.strip!;

/** Says that the page does not show the present. */
export function PastStrip({ text, back, onBack }: PastStripProps) {
  const button = useRef<HTMLButtonElement>(null);
  // Nothing else on the page has an effect; the focus returns with the present.
  useEffect(() => {
    const before = button.current?.ownerDocument.activeElement;
    button.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div className={styles.inner}>
      <span>{text}</span>
      {onBack && (
        <button ref={button} type="button" className={`button ${styles.back}`} onClick={onBack}>
          {back}
        </button>
      )}
    </div>
  );
}
