import type { ReactNode } from 'react';
import { alongRow, oneStop } from '../overlays/focus';
import { arrange } from './arrange';
import styles from './PageTitle.module.css';
import { text } from './text';

/** The views beside the title. */
const asOneStop = oneStop(`.${styles.head} > :not(.${styles.end}) button`, alongRow);

/** Title of a page, with content beside it and commands at the end. */
export function PageTitle({ title, children, end }: { title: string; children?: ReactNode; end?: ReactNode }) {
  return (
    <header ref={asOneStop} className={`${arrange.row} ${styles.head}`}>
      <h1 className={text.large}>{title}</h1>
      {children}
      {end && <div className={`${arrange.row} ${styles.end}`}>{end}</div>}
    </header>
  );
}
