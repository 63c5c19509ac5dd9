import {
  CounterBadge,
  Avatar as FluentAvatar,
  ProgressBar as FluentProgress,
  Persona,
  Tab,
  TabList,
} from '@fluentui/react-components';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { arrange } from './arrange';
import { text } from './text';
import styles from './topbar.module.css';

/** The bar at the top: button of the sidebar, first menu level, search, commands of the user. */
export function TopBar({ start, menu, search, end }: Record<'start' | 'menu' | 'search' | 'end', ReactNode>) {
  return (
    <header className={`${arrange.noPrint} ${styles.topbar}`}>
      {start}
      {menu}
      {search}
      <span className={styles.topbarEnd}>{end}</span>
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

/** Fluent shows the initials for a missing or failed picture; a new picture needs a new `key`. */
function avatarProps({ initials, picture, onFailed, size = 28 }: AvatarProps) {
  return {
    'aria-hidden': true,
    size,
    color: 'brand',
    initials: initials || undefined,
    image: picture ? { src: picture, onError: onFailed } : undefined,
  } as const;
}

export function Avatar(props: AvatarProps) {
  return <FluentAvatar key={props.picture} {...avatarProps(props)} />;
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
      <Persona
        key={picture}
        size="small"
        avatar={avatarProps({ initials, picture, ...(onFailed ? { onFailed } : {}) })}
        primaryText={{ className: `${styles.userName} ${text.ellipsis}`, children: name }}
        secondaryText={note ? { className: `${styles.userName} ${text.ellipsis}`, children: note } : undefined}
      />
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

/** Tabs inside a popover; the focused tab is shown. */
export function PanelTabs({
  items,
  current,
  onPick,
  label,
  panelId,
}: {
  items: readonly { key: string; label: string; name: string; count: number }[];
  current: string;
  onPick(key: string): void;
  label: string;
  /** Id of the panel of the tabs. */
  panelId: string;
}) {
  return (
    <TabList
      aria-label={label}
      selectedValue={current}
      selectTabOnFocus
      onTabSelect={(_, { value }) => onPick(value as string)}
    >
      {items.map(({ key, label: word, name, count }) => (
        <Tab key={key} value={key} aria-label={name} aria-controls={panelId}>
          {word}
          {count > 0 && <CounterBadge className={styles.count} size="small" color="informative" count={count} />}
        </Tab>
      ))}
    </TabList>
  );
}
