import { ProgressBar as FluentProgress } from '@fluentui/react-components';
import { type ButtonHTMLAttributes, type CSSProperties, type ReactNode, type Ref, useState } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { alongRow, oneStop } from '../overlays/focus';
import { arrange } from './arrange';
import { text } from './text';
import styles from './topbar.module.css';

const buttons = [`.${styles.tools} >`, `.${styles.topMenu} >`, `.${styles.topMenuMore} >`, `.${styles.topbarEnd} >`];
const asOneStop = oneStop(
  [...buttons.map((within) => `${within} :is(button, a)`), `.${styles.tools} [role="combobox"]`].join(),
  alongRow,
);

/** The bar at the top: button of the sidebar, first menu level, search, commands of the user. */
export function TopBar({
  start,
  menu,
  search,
  end,
  label,
}: Record<'start' | 'menu' | 'search' | 'end', ReactNode> & { label: string }) {
  return (
    <header className={`${arrange.noPrint} ${styles.topbar}`}>
      <div ref={asOneStop} role="toolbar" aria-label={label} className={styles.tools}>
        {start}
        {menu}
        {search}
        <span className={styles.topbarEnd}>{end}</span>
      </div>
    </header>
  );
}

export function TopMenu({
  items,
  current,
  onPick,
  label,
  more,
}: {
  items: readonly { key: string; label: string; icon?: IconName }[];
  current: string;
  onPick(key: string): void;
  label: string;
  /** Menu of all items, for a narrow bar that shows only the current one. */
  more?: ReactNode;
}) {
  return (
    <nav className={styles.topMenu} aria-label={label}>
      {items.map(({ key, label: name, icon }) => (
        <button key={key} type="button" aria-current={key === current || undefined} onClick={() => onPick(key)}>
          {icon && <Icon name={icon} />}
          <span className={text.ellipsis}>{name}</span>
        </button>
      ))}
      <span className={styles.topMenuMore}>{more}</span>
    </nav>
  );
}

export function TopSeparator() {
  return <span className={styles.separator} aria-hidden="true" />;
}

/** The current colour, below the icon of the colour button. */
export function Swatch() {
  return <span className={styles.swatch} aria-hidden="true" />;
}

export interface AvatarProps {
  /** One or two characters; without them an icon is shown. */
  initials: string;
  picture?: string | undefined;
  size?: 28 | 48 | 72;
  /** Called when the picture fails to load. */
  onFailed?(): void;
}

/** A picture, or the initials in its place; a new picture needs a new `key`. */
function Face({ initials, picture, size = 28, onFailed }: AvatarProps) {
  const [isLost, setLost] = useState(false);
  const fail = () => {
    setLost(true);
    onFailed?.();
  };
  return (
    <span className={styles.avatar} style={{ '--size': `${size}px` } as CSSProperties} aria-hidden="true">
      {picture && !isLost ? <img src={picture} alt="" onError={fail} /> : initials || <Icon name="person" />}
    </span>
  );
}

/** Of a person; the name stands beside it. */
export function Avatar(props: AvatarProps) {
  return <Face key={props.picture} {...props} />;
}

export interface UserBadgeProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name'> {
  name: string;
  /** Employee number or account, below the name. */
  note?: string;
  initials: string;
  picture?: string;
  onPictureFailed?(): void;
  ref?: Ref<HTMLButtonElement>;
}

/** The trigger of the user's menu; on a phone only the picture. */
export function UserBadge({ name, note = '', initials, picture, onPictureFailed: onFailed, ...rest }: UserBadgeProps) {
  return (
    <button type="button" className={styles.userBadge} aria-label={`${name} ${note}`.trim()} {...rest}>
      <Avatar initials={initials} picture={picture} {...(onFailed ? { onFailed } : {})} />
      <span className={styles.userText}>
        <span className={text.ellipsis}>{name}</span>
        {note && <span className={`${text.caption} ${text.ellipsis}`}>{note}</span>}
      </span>
    </button>
  );
}

/** A request to the server is running; the sheet hides it for quick answers. */
export function ProgressBar({ isRunning }: { isRunning: boolean }) {
  return (
    <div className={styles.progress} data-running={isRunning || undefined} aria-hidden="true">
      {isRunning && <FluentProgress shape="square" />}
    </div>
  );
}
