import type { ReactNode } from 'react';
import { Button } from '../inputs/buttons';
import { arrange } from './arrange';
import styles from './Beside.module.css';

/** A tree at the left of a list, or above it on a narrow screen. */
export function Beside({ children }: { children: ReactNode }) {
  return <div className={`${arrange.stack} ${arrange.fill} ${styles.beside}`}>{children}</div>;
}

export interface BesideTreeProps {
  label: string;
  /** On a narrow screen the tree is folded to this button, whose title is the chosen node. */
  fold?: { isOpen: boolean; title: string; onFold(isOpen: boolean): void };
  children: ReactNode;
}

export function BesideTree({ label, fold, children }: BesideTreeProps) {
  return (
    <aside
      className={`${arrange.stack} ${styles.tree} ${fold ? '' : styles.isWide}`}
      aria-label={label}
      data-folded={(fold && !fold.isOpen) || undefined}
    >
      {fold && (
        <Button
          className={styles.turn}
          icon={fold.isOpen ? 'chevron-up' : 'chevron-down'}
          aria-expanded={fold.isOpen}
          onClick={() => fold.onFold(!fold.isOpen)}
        >
          {fold.title}
        </Button>
      )}
      {children}
    </aside>
  );
}
