import { useFocusFinders } from '@fluentui/react-components';
import {
  type ButtonHTMLAttributes,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useState,
} from 'react';
import { Icon, type IconName } from './Icon';

/** The product's mark: a chart on a page, in the brand's colour. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <rect width="24" height="24" rx="6" />
    <path d="M7 6.5v11h10M11 13l2.6-2.6 1.8 1.8L18.5 9" />
  </svg>
);

export interface FrameProps {
  nav: ReactNode;
  top: ReactNode;
  tabs: ReactNode;
  children: ReactNode;
  /** Sidebar as a strip of glyphs. Between 768 and 1200 px it is one anyway. */
  isCollapsed: boolean;
  /** Below 768 px the sidebar is a drawer. */
  isDrawerOpen?: boolean;
  onDrawerClose?(): void;
  words: { skip: string; closeMenu: string };
}

export const Frame = ({
  nav,
  top,
  tabs,
  children,
  isCollapsed,
  isDrawerOpen = false,
  onDrawerClose,
  words,
}: FrameProps) => {
  // Keeps Fluent's focus manager alive. It goes with its last user, and a dialog that were the last would take it away
  // before the page behind has been shown to screen readers again.
  useFocusFinders();
  return (
    <div className="shell" data-collapsed={isCollapsed || undefined} data-drawer={isDrawerOpen || undefined}>
      <a className="skip-link" href="#main">
        {words.skip}
      </a>
      {isDrawerOpen && (
        <button type="button" className="drawer-scrim" aria-label={words.closeMenu} onClick={onDrawerClose} />
      )}
      {nav}
      {top}
      {tabs}
      <main className="main" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
};

/** What a tab shows. `fill` takes exactly the height there is (a list scrolls inside itself), `flow` grows. */
export const Page = ({ variant = 'flow', children }: { variant?: 'fill' | 'flow'; children: ReactNode }) => (
  <div className={`page page-${variant}`}>{children}</div>
);

export interface NavItem {
  key: string;
  label: string;
  icon?: IconName;
  /** Leaves have one. */
  path?: string;
  /** How many things wait there. */
  count?: number;
  children?: readonly NavItem[];
}

export interface NavTreeProps {
  brand: ReactNode;
  groups: readonly { key: string; title?: string; items: readonly NavItem[] }[];
  /** Path of the page shown. */
  current: string;
  openKeys: ReadonlySet<string>;
  onToggle(key: string): void;
  onGo(path: string): void;
  /** Address for the link, so that it can be opened in a new window; clicks go through `onGo`. */
  renderHref(path: string): string;
  emptyText: string;
  label: string;
  foot?: ReactNode;
}

/** A collapsed strip is this wide at the most, by whatever rule it was collapsed. */
const STRIP_WIDTH_PX = 64;

/** Moves the focus along the elements that match, ends joined. */
const rove = (container: Element, selector: string, from: Element, by: number) => {
  const all = [...container.querySelectorAll<HTMLElement>(selector)].filter((element) => element.offsetParent !== null);
  const at = all.indexOf(from as HTMLElement);
  if (at >= 0) all[(at + by + all.length) % all.length]?.focus();
};

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

const isBeneath = (item: NavItem, path: string): boolean =>
  item.path === path || (item.children?.some((child) => isBeneath(child, path)) ?? false);

export const NavTree = ({
  brand,
  groups,
  current,
  openKeys,
  onToggle,
  onGo,
  renderHref,
  emptyText,
  label,
  foot,
}: NavTreeProps) => {
  /** Of a collapsed strip: the item whose children stand beside it, and where (px from the top). */
  const [flyout, setFlyout] = useState<{ key: string; top: number } | null>(null);

  const entry = (item: NavItem, depth: number, inFlyout: boolean): ReactNode => {
    const content = (
      <>
        {item.icon ? <Icon name={item.icon} /> : depth === 0 && <Icon name="circle" size={16} />}
        <span className="nav-label">{item.label}</span>
        {item.count !== undefined && item.count > 0 && <span className="nav-count">{item.count}</span>}
      </>
    );
    const shared = { className: 'nav-item', 'data-depth': inFlyout ? 0 : depth, title: item.label };
    if (!item.children?.length) {
      return (
        <li key={item.key}>
          <a
            {...shared}
            href={item.path === undefined ? undefined : renderHref(item.path)}
            aria-current={item.path === current ? 'page' : undefined}
            onClick={(event) => {
              if (!isPlainClick(event) || item.path === undefined) return;
              event.preventDefault();
              setFlyout(null);
              onGo(item.path);
            }}
          >
            {content}
          </a>
        </li>
      );
    }
    const isOpen = inFlyout || openKeys.has(item.key);
    const isFlyout = flyout?.key === item.key;
    return (
      <li key={item.key}>
        <button
          {...shared}
          type="button"
          data-beneath={isBeneath(item, current) || undefined}
          aria-expanded={isFlyout || isOpen}
          onClick={({ currentTarget }) => {
            const strip = currentTarget.closest<HTMLElement>('.nav');
            if (!strip || strip.offsetWidth > STRIP_WIDTH_PX) return onToggle(item.key);
            const room = strip.offsetHeight - (item.children?.length ?? 0) * 36 - 24;
            const top = Math.max(8, Math.min(currentTarget.getBoundingClientRect().top, room));
            setFlyout(isFlyout ? null : { key: item.key, top });
          }}
        >
          {content}
          {!inFlyout && <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={12} className="nav-arrow" />}
        </button>
        {isOpen && (
          <ul className={inFlyout ? undefined : 'nav-children'}>
            {item.children.map((child) => entry(child, depth + 1, inFlyout))}
          </ul>
        )}
        {isFlyout && (
          <ul className="nav-flyout" style={{ top: flyout.top }} aria-label={item.label}>
            {item.children.map((child) => entry(child, depth + 1, true))}
          </ul>
        )}
      </li>
    );
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('.nav-item');
    if (!item) return;
    const isOpen = item.getAttribute('aria-expanded');
    switch (event.key) {
      case 'ArrowDown':
        rove(event.currentTarget, '.nav-item', item, 1);
        break;
      case 'ArrowUp':
        rove(event.currentTarget, '.nav-item', item, -1);
        break;
      case 'ArrowRight':
        if (isOpen !== 'false') return;
        item.click();
        break;
      case 'ArrowLeft':
        if (isOpen !== 'true') return;
        item.click();
        break;
      case 'Escape':
        if (!flyout) return;
        setFlyout(null);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <nav
      className="nav"
      aria-label={label}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFlyout(null);
      }}
    >
      <div className="nav-brand">{brand}</div>
      <div className="nav-body">
        {groups.every(({ items }) => items.length === 0) && <p className="nav-empty">{emptyText}</p>}
        {groups.map(({ key, title, items }) => (
          <Fragment key={key}>
            {title && items.length > 0 && <div className="nav-group">{title}</div>}
            <ul aria-label={title}>{items.map((item) => entry(item, 0, false))}</ul>
          </Fragment>
        ))}
      </div>
      {foot && <div className="nav-foot">{foot}</div>}
    </nav>
  );
};

export interface TabStripProps {
  tabs: readonly { key: string; label: string; href?: string; icon?: IconName; closable: boolean; dirty?: boolean }[];
  current: string;
  onGo(key: string): void;
  onClose(key: string): void;
  /** Name of the cross: 关闭 订单列表. */
  closeLabel(label: string): string;
  /** What the amber dot means. */
  dirtyLabel: string;
  label: string;
  /** At the end: the menu of what can be done to all tabs. */
  end?: ReactNode;
}

/**
 * The open pages. They are links and not ARIA tabs: every one has an address, and a `tab` may not hold the button that
 * closes it. Arrows walk along them, Delete closes the one with the focus.
 */
export const TabStrip = ({ tabs, current, onGo, onClose, closeLabel, dirtyLabel, label, end }: TabStripProps) => (
  <nav className="tabs" aria-label={label}>
    <ul
      className="tab-list"
      onKeyDown={(event) => {
        const link = (event.target as HTMLElement).closest<HTMLElement>('.tab-link');
        if (!link) return;
        const tab = tabs.find(({ key }) => key === link.dataset.key);
        if (event.key === 'ArrowRight') rove(event.currentTarget, '.tab-link', link, 1);
        else if (event.key === 'ArrowLeft') rove(event.currentTarget, '.tab-link', link, -1);
        else if (event.key === 'Delete' && tab?.closable) onClose(tab.key);
        else return;
        event.preventDefault();
      }}
    >
      {tabs.map(({ key, label: name, href, icon, closable, dirty }) => {
        const isCurrent = key === current;
        return (
          <li
            key={key}
            className="tab"
            data-current={isCurrent || undefined}
            // The strip scrolls by itself when it is full; the page shown must not be outside.
            ref={isCurrent ? (element) => element?.scrollIntoView({ block: 'nearest', inline: 'nearest' }) : undefined}
            onAuxClick={(event) => {
              if (event.button === 1 && closable) onClose(key);
            }}
          >
            <a
              className="tab-link"
              data-key={key}
              href={href ?? '#main'}
              tabIndex={isCurrent ? 0 : -1}
              aria-current={isCurrent ? 'page' : undefined}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                onGo(key);
              }}
            >
              {icon && <Icon name={icon} size={16} />}
              {name}
              {dirty && <span className="tab-dirty" role="img" aria-label={dirtyLabel} title={dirtyLabel} />}
            </a>
            {closable && (
              <button
                type="button"
                className="tab-close"
                tabIndex={isCurrent ? 0 : -1}
                aria-label={closeLabel(name)}
                title={closeLabel(name)}
                onClick={() => onClose(key)}
              >
                <Icon name="dismiss" size={12} />
              </button>
            )}
          </li>
        );
      })}
    </ul>
    {end}
  </nav>
);

/** The bar above everything: how to fold the menu, the first menu level, search, the person's own things. */
export const TopBar = ({
  start,
  menu,
  search,
  end,
}: {
  start?: ReactNode;
  menu?: ReactNode;
  search?: ReactNode;
  end?: ReactNode;
}) => (
  <header className="topbar">
    {start}
    {menu}
    {search}
    <span className="topbar-end">{end}</span>
  </header>
);

export const TopMenu = ({
  items,
  current,
  onPick,
  label,
}: {
  items: readonly { key: string; label: string; icon?: IconName }[];
  current: string;
  onPick(key: string): void;
  label: string;
}) => (
  <nav className="top-menu" aria-label={label}>
    {items.map(({ key, label: name, icon }) => (
      <button key={key} type="button" aria-current={key === current || undefined} onClick={() => onPick(key)}>
        {icon && <Icon name={icon} />}
        {name}
      </button>
    ))}
  </nav>
);

/** Looks like a field and opens the search dialog, which has the real one. */
export const SearchTrigger = ({ label, keys, onClick }: { label: string; keys?: string; onClick(): void }) => (
  <button type="button" className="search-trigger" aria-haspopup="dialog" onClick={onClick}>
    <Icon name="search" size={16} />
    <span className="ellipsis grow">{label}</span>
    {keys && <kbd>{keys}</kbd>}
  </button>
);

export const TopSeparator = () => <span className="topbar-separator" aria-hidden="true" />;

/** The colour a colour button would change, drawn under its glyph. */
export const Swatch = () => <span className="swatch" aria-hidden="true" />;

export interface AvatarProps {
  /** One or two letters or characters, shown while there is no picture. */
  initials: string;
  picture?: string;
  size?: 24 | 28 | 44;
}

export const Avatar = ({ initials, picture, size = 28 }: AvatarProps) => (
  <span className="avatar" style={{ width: size, height: size }} aria-hidden="true">
    {picture ? <img src={picture} alt="" /> : initials}
  </span>
);

export interface UserBadgeProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name'> {
  name: string;
  /** Account or department, below the name. */
  note?: string;
  initials: string;
  picture?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** Opens the person's menu: made to be the trigger of one. */
export const UserBadge = ({ name, note, initials, picture, ...rest }: UserBadgeProps) => (
  // On a phone only the picture is left of it.
  <button type="button" className="user-badge" aria-label={note ? `${name} ${note}` : name} {...rest}>
    <Avatar initials={initials} picture={picture} />
    <span className="user-name">
      {name}
      {note && <small>{note}</small>}
    </span>
    <Icon name="chevron-down" size={12} className="user-arrow" />
  </button>
);
