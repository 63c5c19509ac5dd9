import { type RefObject, useRef } from 'react';
import { Icon } from '../icons/Icon';
import { text } from '../layout/text';
import { onDemand } from '../overlays/onDemand';
import type { CalendarBelowProps } from './CalendarBelow';
import styles from './PickButton.module.css';

const CalendarBelow = onDemand(() => import('./CalendarBelow').then((it) => it.CalendarBelow));

export interface PickButtonProps extends Pick<CalendarBelowProps, 'label' | 'value' | 'min' | 'max' | 'onPick'> {
  field: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
}

/** Opens the calendar; it has no tab stop, because the field has a key for it. */
export function PickButton({ field, isOpen, onOpen, onPick, ...rest }: PickButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${text.spot} ${styles.pick}`}
        tabIndex={-1}
        aria-label={rest.label}
        aria-expanded={isOpen}
        title={rest.label}
        onPointerEnter={CalendarBelow.bring}
        onClick={() => onOpen(!isOpen)}
      >
        <Icon name="calendar-ltr" size={16} />
      </button>
      {isOpen && button.current && (
        <CalendarBelow
          {...rest}
          opener={button.current}
          field={field.current}
          onClose={() => onOpen(false)}
          onPick={(date) => {
            onOpen(false);
            onPick(date);
          }}
        />
      )}
    </>
  );
}
