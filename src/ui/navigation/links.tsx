import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../icons/Icon';

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
export const TextLink = ({ to, className = 'link', children, ...rest }: TextLinkProps) =>
  to === undefined ? (
    children
  ) : (
    <Link {...rest} to={to} className={className} discover="none">
      {children}
    </Link>
  );

/** A tile, a row or a bar that leads to what it counts; a plain box where that lies nowhere for this person. */
export const BlockLink = ({
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
}) =>
  to === undefined ? (
    <div className={className}>{children}</div>
  ) : (
    <Link to={to} className={className} aria-label={name} title={name} discover="none">
      {children}
    </Link>
  );

export interface ButtonLinkProps {
  to: string;
  tone?: 'primary' | 'default' | 'subtle';
  size?: 'small' | 'medium' | 'large';
  icon?: IconName;
  /** Done along with going there. */
  onClick?(): void;
  children: ReactNode;
}

/** A way to another page of the product that looks like a button. */
export const ButtonLink = ({ to, tone = 'default', size = 'medium', icon, onClick, children }: ButtonLinkProps) => (
  <Link to={to} className={`button button-${tone} button-${size}`} discover="none" onClick={onClick}>
    {icon && <Icon name={icon} size={size === 'small' ? 12 : 16} />}
    {children}
  </Link>
);

/** A way to another page of the product that is a glyph; `label` is its name and tooltip. */
export const IconLink = ({ to, icon, label }: { to: string; icon: IconName; label: string }) => (
  <Link to={to} className="icon-button icon-button-medium" aria-label={label} title={label} discover="none">
    <Icon name={icon} size={20} />
  </Link>
);
