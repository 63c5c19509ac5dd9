import type { ReactNode } from 'react';
import styles from './Output.module.css';

/** A read-only value in place of a control; long text wraps. */
export function Output({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <output id={id} className={styles.output}>
      {children}
    </output>
  );
}
