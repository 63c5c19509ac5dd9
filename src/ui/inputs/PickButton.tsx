import { Suspense, useState } from 'react';
import { Icon } from '../icons/Icon';
import { lazily } from '../layout/lazily';
import styles from './PickButton.module.css';

const CalendarBelow = lazily(() => import('./CalendarBelow').then((it) => ({ default: it.CalendarBelow })));

/** Opens the calendar; it has no tab stop because the keyboard types into the field. */
export function PickButton({
  label,
  value,
  min,
  max,
  onPick,
}: {
  label: string;
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onPick(date: string): void;
}) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className={styles.pick}
        tabIndex={-1}
        aria-label={label}
        aria-expanded={opener !== null}
        title={label}
        onPointerEnter={CalendarBelow.bring}
        onClick={({ currentTarget }) => setOpener(opener ? null : currentTarget)}
      >
        <Icon name="calendar-ltr" size={16} />
      </button>
      {opener && (
        <Suspense fallback={null}>
          <CalendarBelow
            opener={opener}
            label={label}
            value={value}
            min={min}
            max={max}
            onClose={() => setOpener(null)}
            onPick={(date) => {
              setOpener(null);
              onPick(date);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
