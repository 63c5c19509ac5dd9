import {
  Badge,
  CounterBadge,
  Button as FluentButton,
  type ButtonProps as FluentButtonProps,
} from '@fluentui/react-components';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { Icon, type IconName } from '../icons/Icon';
import { text } from '../layout/text';
import styles from './buttons.module.css';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'title'> & { ref?: Ref<HTMLButtonElement> };

export interface ButtonProps extends Native {
  tone?: 'primary' | 'default' | 'subtle' | 'danger';
  size?: 'small' | 'medium' | 'large';
  icon?: IconName;
  /** Why it is disabled; the button keeps its tab stop, so that screen readers reach the reason. */
  disabledReason?: string;
  /** The command is running: a second press is ignored. */
  busy?: boolean;
  /** A key combination shown at the end, e.g. `Ctrl Enter`. */
  keys?: string;
  children?: ReactNode;
}

const appearances = { primary: 'primary', danger: 'primary', default: 'secondary', subtle: 'subtle' } as const;

export function Button({
  tone = 'default',
  size = 'medium',
  icon,
  disabledReason,
  busy = false,
  keys,
  className = '',
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  const isOff = disabledReason !== undefined || busy;
  return (
    <FluentButton
      {...(rest as FluentButtonProps)}
      // Enter in a field would still submit through a disabled submit button.
      type={isOff ? 'button' : type}
      appearance={appearances[tone]}
      size={size}
      className={`${styles.button} ${tone === 'danger' && !isOff ? styles.danger : ''} ${className}`}
      disabledFocusable={isOff}
      aria-busy={busy || undefined}
      title={disabledReason}
      icon={icon && <Icon name={icon} size={size === 'small' ? 12 : 16} />}
    >
      {children}
      {keys && <kbd>{keys}</kbd>}
      {disabledReason && <span className={text.unseen}>{disabledReason}</span>}
    </FluentButton>
  );
}

export interface IconButtonProps extends Native {
  icon: IconName;
  /** The accessible name, and the tooltip. */
  label: string;
  /** A count in the corner; 0 and '' show nothing. */
  badge?: number | string;
  /** `quiet` for counts that need no action. */
  badgeTone?: 'alert' | 'quiet';
  pressed?: boolean;
  size?: 'small' | 'medium';
  disabledReason?: string;
  /** Drawn below the icon, e.g. a swatch of the colour that the button sets. */
  children?: ReactNode;
}

export function IconButton({
  icon,
  label,
  badge,
  badgeTone = 'alert',
  pressed,
  size = 'medium',
  disabledReason,
  className = '',
  children,
  ...rest
}: IconButtonProps) {
  const name = disabledReason ? `${label} (${disabledReason})` : label;
  const mark = {
    className: styles.badge,
    size: 'small',
    color: badgeTone === 'quiet' ? 'informative' : 'danger',
    'aria-hidden': true,
  } as const;
  return (
    <FluentButton
      {...(rest as FluentButtonProps)}
      appearance="transparent"
      className={`${styles.icon} ${size === 'small' ? styles.small : ''} ${className}`}
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      disabledFocusable={disabledReason !== undefined}
    >
      <Icon name={icon} size={size === 'small' ? 16 : 20} />
      {children}
      {typeof badge === 'number' && <CounterBadge {...mark} count={badge} overflowCount={99} />}
      {typeof badge === 'string' && badge !== '' && <Badge {...mark}>{badge}</Badge>}
    </FluentButton>
  );
}

export interface ButtonLinkProps extends Pick<ButtonProps, 'size' | 'icon' | 'children'> {
  /** An address of the router. */
  to: string;
  tone?: 'primary' | 'default' | 'subtle';
  /** Called before the navigation. */
  onClick?(): void;
}

/** Props that make a Fluent button a link of the router. */
function useLinkTo(to: string, onClick?: () => void) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  const props = {
    as: 'a',
    href: useHref(to),
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      onClick?.();
      follow(event);
    },
  };
  return props as FluentButtonProps;
}

/** A link to a page that looks like a button. */
export function ButtonLink({ to, tone = 'default', size = 'medium', icon, onClick, children }: ButtonLinkProps) {
  return (
    <FluentButton
      {...useLinkTo(to, onClick)}
      appearance={appearances[tone]}
      size={size}
      className={styles.button}
      icon={icon && <Icon name={icon} size={size === 'small' ? 12 : 16} />}
    >
      {children}
    </FluentButton>
  );
}

/** A link to a page that is an icon; `label` is its name and tooltip. */
export function IconLink({ to, icon, label }: Pick<IconButtonProps, 'icon' | 'label'> & { to: string }) {
  return (
    <FluentButton {...useLinkTo(to)} appearance="transparent" className={styles.icon} aria-label={label} title={label}>
      <Icon name={icon} size={20} />
    </FluentButton>
  );
}
