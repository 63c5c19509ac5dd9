import type { ReactNode } from 'react';
import type { Tone } from '../../../contract/domain/orderStates';
import { Icon, type IconName } from '../icons/Icon';
import { arrange } from './arrange';
import styles from './status.module.css';
import { text } from './text';

/** A small box with a word in it, tinted by its family. */
export function Chip({ tone, title, children }: { tone: Tone; title?: string | undefined; children: ReactNode }) {
  return (
    <span className={`${styles.chip} ${styles[`chip-${tone}`]}`} title={title}>
      {children}
    </span>
  );
}

export interface StatusChipProps {
  tone: Tone;
  glyph: IconName;
  children: ReactNode;
  title?: string;
}

export function StatusChip({ tone, glyph, children, title }: StatusChipProps) {
  return (
    <Chip tone={tone} title={title}>
      <Icon name={glyph} size={14} />
      {children}
    </Chip>
  );
}

/** Yes/no marks in a fixed order. `label` names mark and value, e.g. 凭证：是, since the mark itself has no word. */
export function Flags({ items }: { items: { label: string; on: boolean }[] }) {
  return (
    <span className={arrange.line}>
      {items.map(({ label, on }) => (
        <span key={label} title={label} className={on ? text.good : text.off}>
          <Icon name={on ? 'checkmark-circle-f' : 'circle'} size={16} label={label} />
        </span>
      ))}
    </span>
  );
}

const verdicts = {
  good: ['checkmark-circle-f', text.good],
  warning: ['warning-f', text.warning],
  bad: ['error-circle-f', text.bad],
  info: ['info', text.dash],
} as const;

/** A word and a glyph in a line of text: 金额一致, 26 天后到期. */
export function Verdict({
  tone,
  glyph,
  children,
}: {
  tone: keyof typeof verdicts;
  glyph?: IconName;
  children: ReactNode;
}) {
  const [usual, colour] = verdicts[tone];
  return (
    <span className={`${styles.verdict} ${colour}`}>
      <Icon name={glyph ?? usual} size={14} />
      {children}
    </span>
  );
}
