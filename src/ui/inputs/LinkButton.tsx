import { Link, type LinkProps } from '@fluentui/react-components';
import type { ButtonHTMLAttributes } from 'react';
import { text } from '../layout/text';

export interface LinkButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'disabled' | 'title' | 'type'> {
  /** Why it is disabled; it keeps its tab stop, so that screen readers reach the reason. */
  disabledReason?: string | undefined;
}

/** A button that looks like a link. Rows of a table use `text.link` on a plain button, which renders faster. */
export function LinkButton({ disabledReason, children, ...rest }: LinkButtonProps) {
  return (
    <Link
      {...(rest as LinkProps & { as: 'button' })}
      as="button"
      className={text.link}
      disabledFocusable={disabledReason !== undefined}
      title={disabledReason}
    >
      {children}
      {disabledReason && <span className={text.unseen}>{disabledReason}</span>}
    </Link>
  );
}
