import { Fragment, type ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { Button } from '../inputs/buttons';
import { arrange } from './arrange';
import styles from './surfaces.module.css';
import { text } from './text';

export interface CardProps {
  title?: string;
  /** Screen readers announce changes of the title. */
  isLive?: boolean;
  icon?: IconName;
  /** Beside the title: a count, a chip. */
  note?: ReactNode;
  /** At the end of the header. */
  aside?: ReactNode;
  /** `flush` for a table without padding; `fill` for a card that takes the remaining height. */
  variant?: 'padded' | 'flush' | 'fill';
  children: ReactNode;
}

/** A surface on the canvas; cards are not nested. */
export function Card({ title, isLive = false, icon, note, aside, variant = 'padded', children }: CardProps) {
  return (
    // A table in the card is already a region of this name.
    <section
      className={`${arrange.stack} ${arrange.box} ${styles.card} ${styles[`card-${variant}`]}`}
      aria-label={variant === 'padded' ? title : undefined}
    >
      {(title || aside) && (
        <header className={`${arrange.row} ${styles.head}`}>
          {icon && <Icon name={icon} />}
          {title && <h2 aria-live={isLive ? 'polite' : undefined}>{title}</h2>}
          {note && <span className={text.caption}>{note}</span>}
          <span className={text.grow} />
          {aside}
        </header>
      )}
      {variant === 'padded' ? <div className={styles.body}>{children}</div> : children}
    </section>
  );
}

type Pairs = readonly (readonly [label: string, value: ReactNode])[];

/** Labels at the left, values beside them. */
export function KeyValues({ items, className = styles.keyValues }: { items: Pairs; className?: string | undefined }) {
  return (
    <dl className={className}>
      {items.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The steps of a calculation, so that it can be checked by hand. */
export function Workings({ items }: { items: Pairs }) {
  return <KeyValues items={items} className={`${styles.keyValues} ${arrange.well}`} />;
}

export interface FiguresProps {
  items: readonly { label: string; value: ReactNode; large?: boolean }[];
  /** Below each other instead of in one line. */
  isColumn?: boolean;
}

/** The main values of a record, with larger amounts. */
export function Figures({ items, isColumn = false }: FiguresProps) {
  return (
    <dl className={isColumn ? arrange.column : `${arrange.row} ${styles.figures}`}>
      {items.map(({ label, value, large }) => (
        <div key={label}>
          <dt className={text.caption}>{label}</dt>
          <dd className={large ? text.large : `${text.strong} ${styles.figure}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface SegmentsProps {
  items: readonly { key: string; label: string }[];
  current: string;
  onPick(key: string): void;
  label: string;
  size?: 'small' | 'medium';
}

export function Segments({ items, current, onPick, label, size = 'small' }: SegmentsProps) {
  return (
    <fieldset className={`${arrange.box} ${arrange.noPrint} ${styles.segments}`} aria-label={label}>
      {items.map((item) => (
        <Button
          key={item.key}
          size={size}
          tone={item.key === current ? 'default' : 'subtle'}
          aria-pressed={item.key === current}
          onClick={() => onPick(item.key)}
        >
          {item.label}
        </Button>
      ))}
    </fieldset>
  );
}
