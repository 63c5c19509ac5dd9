import type { ReactNode } from 'react';
import type { Tone } from '../../../contract/domain/orderStates';
import { Icon, type IconName } from '../icons/Icon';

export interface StatusChipProps {
  tone: Tone;
  glyph: IconName;
  children: ReactNode;
  title?: string;
}

export const StatusChip = ({ tone, glyph, children, title }: StatusChipProps) => (
  <span className={`chip chip-${tone}`} title={title}>
    <Icon name={glyph} size={14} />
    {children}
  </span>
);

/** Yes/no marks in a fixed order. `label` names mark and value, e.g. 凭证：是, since the mark itself has no word. */
export const Flags = ({ items }: { items: { label: string; on: boolean }[] }) => (
  <span className="flags">
    {items.map(({ label, on }) => (
      <span key={label} title={label} className={on ? 'flag-on' : 'flag-off'}>
        <Icon name={on ? 'checkmark-circle-f' : 'circle'} size={16} label={label} />
      </span>
    ))}
  </span>
);

/** A word and a glyph in a line of text: 金额一致, 26 天后到期. */
export const Verdict = ({
  tone,
  glyph,
  children,
}: {
  tone: 'good' | 'warning' | 'bad' | 'info';
  glyph?: IconName;
  children: ReactNode;
}) => {
  const glyphs = { good: 'checkmark-circle-f', warning: 'warning-f', bad: 'error-circle-f', info: 'info' } as const;
  return (
    <span className={`verdict verdict-${tone}`}>
      <Icon name={glyph ?? glyphs[tone]} size={14} />
      {children}
    </span>
  );
};
