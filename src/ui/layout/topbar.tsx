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
import { text } from './text';
import styles from './topbar.module.css';

/** The bar above everything: how to fold the menu, the first menu level, search, the person's own things. */
export function TopBar({ start, menu, search, end }: Record<'start' | 'menu' | 'search' | 'end', ReactNode>) {
  return (
    <header className={styles.topbar}>
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
  /** Where the bar is too narrow for all items only the current one shows; this leads to the others. */
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

/** The colour a colour button would change, drawn under its glyph. */
export function Swatch() {
  return <span className={styles.swatch} aria-hidden="true" />;
}

export interface AvatarProps {
  /** One or two letters or characters; a drawn person stands in when there are none. */
  initials: string;
  picture?: string | undefined;
  size?: 28 | 48 | 72;
  /** The picture could not be loaded. */
  onFailed?(): void;
}

/** Fluent shows the initials where there is no picture, or one that cannot be loaded; another one has to be mounted anew. */
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

/** Opens the person's menu: made to be the trigger of one. On a phone only the picture is left of it. */
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

/** Something is under way between here and the server; quick answers never show it. */
export function ProgressBar({ isRunning }: { isRunning: boolean }) {
  return (
    <div className={styles.progress} data-running={isRunning || undefined} aria-hidden="true">
      {isRunning && <FluentProgress shape="square" />}
    </div>
  );
}

/** Tabs inside a popover: arrows walk, what is reached is shown. */
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
  /** Id of the element that shows what a tab stands for. */
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
