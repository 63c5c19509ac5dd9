import { ProgressBar } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { arrange } from './arrange';
import styles from './ProgressLine.module.css';
import { text } from './text';

export interface ProgressLineProps {
  /** What is going on and how far it is. */
  label: string;
  /** From 0 to 1; undefined while the end is not known. */
  share: number | undefined;
  /** Buttons. */
  children?: ReactNode;
}

/** Work that takes a while: how far it is, and how to stop it. */
export function ProgressLine({ label, share, children }: ProgressLineProps) {
  return (
    <div className={`${arrange.row} ${arrange.noPrint} ${styles.line}`}>
      <span className={styles.label}>{label}</span>
      <ProgressBar className={text.grow} aria-label={label} {...(share === undefined ? {} : { value: share })} />
      {children}
    </div>
  );
}
