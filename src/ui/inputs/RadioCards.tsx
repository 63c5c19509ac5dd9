import { Radio, RadioGroup } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { arrange } from '../layout/arrange';
import { text } from '../layout/text';
import styles from './RadioCards.module.css';

export interface RadioCardsProps {
  value: string;
  onChange(value: string): void;
  options: readonly { value: string; label: string; aside?: ReactNode; figure?: ReactNode; note?: ReactNode }[];
  label: string;
}

/** Choices that are compared by figures: each card shows the result of its choice. */
export function RadioCards({ value, onChange, options, label }: RadioCardsProps) {
  return (
    <RadioGroup className={arrange.tiles} aria-label={label} value={value} onChange={(_, data) => onChange(data.value)}>
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          className={`${arrange.box} ${styles.card}`}
          label={{
            className: styles.cardText,
            children: (
              <>
                <span className={arrange.between}>
                  <strong>{option.label}</strong>
                  <span className={text.caption}>{option.aside}</span>
                </span>
                {option.figure && <span className={text.large}>{option.figure}</span>}
                {option.note && <span className={text.caption}>{option.note}</span>}
              </>
            ),
          }}
        />
      ))}
    </RadioGroup>
  );
}
