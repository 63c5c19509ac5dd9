import type { ReactNode } from 'react';
import { Button } from '../inputs/buttons';
import styles from './Beside.module.css';

/** Something left of a list, mostly a tree that narrows it; below each other where there is no room. */
export function Beside({ children }: { children: ReactNode }) {
  return <div className={styles.beside}>{children}</div>;
}

export interface BesideTreeProps {
  label: string;
  /** Where it stands above the list it is folded to this button, which says what is chosen. */
  fold?: { isOpen: boolean; title: string; onFold(isOpen: boolean): void };
  children: ReactNode;
}

/** The tree at the left. */
export function BesideTree({ label, fold, children }: BesideTreeProps) {
  return (
    <aside
      className={`${styles.tree} ${fold ? '' : styles.isWide}`}
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
