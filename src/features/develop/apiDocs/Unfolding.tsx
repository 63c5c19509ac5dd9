import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons/Icon';
import styles from './Unfolding.module.css';

interface UnfoldingProps {
  isOpen: boolean;
  /** Below another one. */
  isBelow?: boolean;
  onToggle(): void;
  children: ReactNode;
}

/** A whole line that shows or hides what is below it. */
export function Unfolding({ isOpen, isBelow = false, onToggle, children }: UnfoldingProps) {
  return (
    <button
      type="button"
      className={`${styles.unfolding} ${isBelow ? styles.below : ''}`}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
      {children}
    </button>
  );
}
