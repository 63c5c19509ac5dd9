import type { ReactNode } from 'react';
import styles from './Output.module.css';

/** A value where others have a control: it is read, and wraps where a control would cut it off. */
export function Output({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <output id={id} className={styles.output}>
      {children}
    </output>
  );
}
