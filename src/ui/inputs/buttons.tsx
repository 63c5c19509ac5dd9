import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon, type IconName } from '../icons/Icon';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'title'> & { ref?: Ref<HTMLButtonElement> };

export interface ButtonProps extends Native {
  tone?: 'primary' | 'default' | 'subtle' | 'danger';
  size?: 'small' | 'medium' | 'large';
  icon?: IconName;
  /** Why it cannot be pressed now. The button stays in the tab order, so that everybody can read the reason. */
  disabledReason?: string;
  /** Set while the answer is awaited: a second press is ignored. */
  busy?: boolean;
  /** A key combination shown at the end, e.g. `Ctrl ↵`. */
  keys?: string;
  children?: ReactNode;
}

export const Button = ({
  tone = 'default',
  size = 'medium',
  icon,
  disabledReason,
  busy = false,
  keys,
  className,
  onClick,
  type = 'button',
  children,
  ...rest
}: ButtonProps) => {
  const isOff = disabledReason !== undefined || busy;
  return (
    <button
      {...rest}
      // A submit button that is off must not submit through Enter either: it stops being one.
      type={isOff ? 'button' : type}
      className={['button', `button-${tone}`, `button-${size}`, className].filter(Boolean).join(' ')}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      title={disabledReason}
      onClick={isOff ? undefined : onClick}
    >
      {icon && <Icon name={icon} size={size === 'small' ? 12 : 16} />}
      {children}
      {keys && <kbd>{keys}</kbd>}
      {disabledReason && <span className="unseen">{disabledReason}</span>}
    </button>
  );
};

export interface IconButtonProps extends Native {
  icon: IconName;
  /** The accessible name, and the tooltip. */
  label: string;
  /** A count in the corner; 0 and '' show nothing. */
  badge?: number | string;
  /** `quiet` for counts that nobody has to act upon. */
  badgeTone?: 'alert' | 'quiet';
  pressed?: boolean;
  size?: 'small' | 'medium';
  disabledReason?: string;
  /** Drawn under the glyph, e.g. a swatch of the colour that the button sets. */
  children?: ReactNode;
}

export const IconButton = ({
  icon,
  label,
  badge,
  badgeTone = 'alert',
  pressed,
  size = 'medium',
  disabledReason,
  className,
  onClick,
  type = 'button',
  children,
  ...rest
}: IconButtonProps) => {
  const name = disabledReason ? `${label} (${disabledReason})` : label;
  return (
    <button
      {...rest}
      type={type}
      className={['icon-button', `icon-button-${size}`, className].filter(Boolean).join(' ')}
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      aria-disabled={disabledReason ? true : undefined}
      onClick={disabledReason ? undefined : onClick}
    >
      <Icon name={icon} size={size === 'small' ? 16 : 20} />
      {children}
      {badge !== undefined && badge !== 0 && badge !== '' && (
        <span className={`badge badge-${badgeTone}`} aria-hidden="true">
          {typeof badge === 'number' && badge > 99 ? '99+' : badge}
        </span>
      )}
    </button>
  );
};
