import { Link, type LinkProps } from '@fluentui/react-components';
import type { ButtonHTMLAttributes } from 'react';
import { text } from '../layout/text';
import styles from './LinkButton.module.css';

export interface LinkButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'title' | 'type'> {
  /** Why it cannot be pressed now. It stays in the tab order, so that everybody can read the reason. */
  disabledReason?: string | undefined;
}

/** A button among words. The rows of a table use `text.link` on a plain button, which is cheaper to draw. */
export function LinkButton({ disabledReason, className = '', children, ...rest }: LinkButtonProps) {
  return (
    <Link
      {...(rest as LinkProps & { as: 'button' })}
      as="button"
      className={`${styles.link} ${className}`}
      disabledFocusable={disabledReason !== undefined}
      title={disabledReason}
    >
      {children}
      {disabledReason && <span className={text.unseen}>{disabledReason}</span>}
    </Link>
  );
}
