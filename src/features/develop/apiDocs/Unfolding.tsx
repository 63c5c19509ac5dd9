import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons/Icon';
import styles from './ApiDocsPage.module.css';

/** A whole line that shows or hides what is below it. */
export function Unfolding({ isOpen, onToggle, children }: { isOpen: boolean; onToggle(): void; children: ReactNode }) {
  return (
    <button type="button" className={styles.unfolding} aria-expanded={isOpen} onClick={onToggle}>
      <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
      {children}
    </button>
  );
}
