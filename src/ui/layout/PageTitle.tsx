import type { ReactNode } from 'react';
import styles from './PageTitle.module.css';

/** Title of a page, with content beside it and commands at the end. */
export function PageTitle({ title, children, end }: { title: string; children?: ReactNode; end?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {children}
      {end && <div className={styles.end}>{end}</div>}
    </header>
  );
}
