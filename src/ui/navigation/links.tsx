import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { text } from '../layout/text';

export interface TextLinkProps {
  /** An address inside the product. Without one there is nowhere to go, and the words stand alone. */
  to?: string | undefined;
  title?: string;
  className?: string;
  /** Done along with going there. */
  onClick?(event: MouseEvent<HTMLAnchorElement>): void;
  children: ReactNode;
}

/** Words that lead to another page of the product: the name of a record, “all orders”. */
export function TextLink({ to, className = text.link, children, ...rest }: TextLinkProps) {
  return to === undefined ? (
    children
  ) : (
    <Link {...rest} to={to} className={className} discover="none">
      {children}
    </Link>
  );
}

/** A tile, a row or a bar that leads to what it counts; a plain box where that lies nowhere for this person. */
export function BlockLink({
  to,
  className,
  name,
  children,
}: {
  to?: string | undefined;
  className?: string;
  /** What it says as a whole, where its parts do not read as a sentence. */
  name?: string;
  children: ReactNode;
}) {
  return to === undefined ? (
    <div className={className}>{children}</div>
  ) : (
    <Link to={to} className={className} aria-label={name} title={name} discover="none">
      {children}
    </Link>
  );
}
