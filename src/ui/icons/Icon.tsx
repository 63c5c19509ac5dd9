import type { IconName } from '../../../contract/domain/icons/names';
import { icons } from './icons';

export type { IconName };

export interface IconProps {
  name: IconName;
  /** Edge in px: 12 and 14 beside captions and in chips, 16 in buttons, 20 (the default) by itself. */
  size?: 12 | 14 | 16 | 20 | 24 | 32;
  /** Accessible name; an icon without it is decoration. */
  label?: string;
  className?: string;
}

/** The icon that a menu of the server names: tenants and other servers may name one that is not here, a document then. */
export function menuGlyph(name: string): IconName {
  return name in icons ? (name as IconName) : 'document';
}

/** An icon in the colour of the text around it. */
export function Icon({ name, size = 20, label, className }: IconProps) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      viewBox="0 0 20 20"
      width={size}
      height={size}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <path d={icons[name]} />
    </svg>
  );
}
