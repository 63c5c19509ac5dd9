import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { text } from '../layout/text';

export interface TextLinkProps {
  /** An address of the router; without one the content is plain text. */
  to?: string | undefined;
  title?: string;
  /** Called before the navigation. */
  onClick?(event: MouseEvent<HTMLAnchorElement>): void;
  children: ReactNode;
}

/** A text link to a page: the name of a record, “all orders”. */
export function TextLink({ to, children, ...rest }: TextLinkProps) {
  return to === undefined ? (
    children
  ) : (
    <Link {...rest} to={to} className={text.link} discover="none">
      {children}
    </Link>
  );
}

/** A tile, row or bar with a link to the counted rows; a plain box for a person who may not open them. */
export function BlockLink({
  to,
  className,
  name,
  children,
}: {
  to?: string | undefined;
  className?: string;
  /** Accessible name, where the content is no sentence. */
  name?: string;
  children: ReactNode;
}) {
  return to === undefined ? (
    <div className={className}>{children}</div>
  ) : (
    <Link to={to} className={`${text.block} ${className ?? ''}`} aria-label={name} title={name} discover="none">
      {children}
    </Link>
  );
}
