import { Badge, type BadgeProps } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Tone } from '../../../contract/domain/lifecycle/orderStates';
import { Icon, type IconName } from '../icons/Icon';
import { arrange } from './arrange';
import styles from './status.module.css';
import { text } from './text';

const badges: Record<Tone, readonly [BadgeProps['appearance'], BadgeProps['color']]> = {
  neutral: ['tint', 'informative'],
  quiet: ['outline', 'informative'],
  marigold: ['tint', 'warning'],
  warning: ['tint', 'severe'],
  brand: ['tint', 'brand'],
  success: ['tint', 'success'],
  'plain-success': ['outline', 'success'],
  danger: ['tint', 'danger'],
  berry: ['tint', 'brand'],
};

/** A small coloured label. */
export function Chip({ tone, title, children }: { tone: Tone; title?: string | undefined; children: ReactNode }) {
  const [appearance, color] = badges[tone];
  return (
    <Badge
      shape="rounded"
      size="large"
      appearance={appearance}
      color={color}
      className={styles.chip}
      data-tone={tone}
      title={title}
    >
      {children}
    </Badge>
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

/** Yes/no marks in a fixed order; `label` names mark and value, e.g. 凭证：是. */
export function Flags({ items }: { items: { label: string; on: boolean }[] }) {
  return (
    <span className={arrange.line}>
      {items.map(({ label, on }) => (
        <span key={label} title={label} className={on ? text.good : text.dash}>
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

/** A result with an icon in a line of text: 金额一致, 26 天后到期. */
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
    <span className={`${arrange.line} ${text.small} ${styles.verdict} ${colour}`}>
      <Icon name={glyph ?? usual} size={14} />
      {children}
    </span>
  );
}
