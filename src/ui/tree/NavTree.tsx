import { Fragment, type KeyboardEvent, type MouseEvent, memo, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../icons/Icon';
import { text } from '../layout/text';
import { isPlainClick, rove } from '../overlays/focus';
import styles from './NavTree.module.css';

export interface NavItem {
  /** Place in the tree: the key of the item above, a slash, and more. */
  key: string;
  label: string;
  icon?: IconName;
  /** Address inside the product. Leaves have this one or the next. */
  path?: string;
  /** Address of another host, opened in a window of its own. */
  outside?: string;
  /** How many things wait there. */
  count?: number;
  children?: readonly NavItem[];
}

export interface NavTreeProps {
  brand: ReactNode;
  groups: readonly {
    key: string;
    title?: string;
    /** Only the title shows. The strip, which has no titles, shows the items all the same. */
    isFolded?: boolean;
    items: readonly NavItem[];
  }[];
  /** A group is to fold or to unfold, by its key; without this no group folds. */
  onFold?(key: string): void;
  /** Key of the item that leads to the page shown. */
  current: string;
  /** Key of the innermost branch that is open; those above it are open too. */
  open: string;
  onToggle(key: string): void;
  /** Takes the place of going there: what is chosen in a tree that is only looked at. */
  onGo?(path: string): void;
  /** The pointer or the focus has come upon an item: it may be the next that is gone to. */
  onNear?(path: string): void;
  /** Done here: a page of another host opens in a window of its own, or the person thinks better of it. */
  onLeave?(): void;
  emptyText: string;
  label: string;
  /** What the glyph of an item says that opens a window of its own. */
  outsideLabel: string;
  foot?: ReactNode;
}

/** A collapsed strip is this wide at the most, by whatever rule it was collapsed. */
const STRIP_WIDTH_PX = 64;
const FLYOUT_ROW_PX = 36;
/** What the arrow keys walk. */
const STOPS = `.${styles.navItem}, button.${styles.navGroup}`;

function isBeneath(key: string, branch: string) {
  return key.startsWith(`${branch}/`);
}
function isAtOrBeneath(key: string, branch: string) {
  return key === branch || isBeneath(key, branch);
}

/**
 * Whoever came by an address, a tab or the search sees where they are. The browser's own `scrollIntoView` would also move
 * the place that Tab goes on from.
 */
function intoView(entry: HTMLElement | null) {
  const body = entry?.closest(`.${styles.navBody}`);
  if (!entry || !body) return;
  const [own, frame] = [entry.getBoundingClientRect(), body.getBoundingClientRect()];
  if (own.top < frame.top) body.scrollTop -= frame.top - own.top;
  else if (own.bottom > frame.bottom) body.scrollTop += own.bottom - frame.bottom;
}

interface EntryProps {
  item: NavItem;
  depth: number;
  /** `current` and `open` as above, or '' where they lie in another branch: such an entry is not drawn again. */
  current: string;
  open: string;
  outsideLabel: string;
  /** px from the top at which the children stand beside the strip; undefined while they do not. */
  flyout?: number;
  inFlyout?: true;
}

const Entry = memo(({ item, depth, current, open, outsideLabel, flyout, inFlyout }: EntryProps) => {
  const { key, label, icon, path, outside, count, children } = item;
  const content = (
    <>
      {icon ? <Icon name={icon} /> : depth === 0 && <Icon name="circle" size={16} />}
      <span className={styles.navLabel}>{label}</span>
      {count !== undefined && count > 0 && <span className={styles.navCount}>{count}</span>}
      {outside !== undefined && <Icon name="open" size={14} className={styles.navOutside} label={outsideLabel} />}
    </>
  );
  const shared = { className: styles.navItem, 'data-key': key, 'data-depth': inFlyout ? 0 : depth, title: label };
  if (!children?.length) {
    const isCurrent = key === current;
    return (
      <li>
        {outside === undefined ? (
          <Link
            {...shared}
            {...(isCurrent ? { ref: intoView } : {})}
            data-path={path}
            to={path ?? ''}
            discover="none"
            aria-current={isCurrent ? 'page' : undefined}
          >
            {content}
          </Link>
        ) : (
          <a {...shared} href={outside} target="_blank" rel="noopener noreferrer">
            {content}
          </a>
        )}
      </li>
    );
  }
  const isOpen = inFlyout || isAtOrBeneath(open, key);
  const list = (at: number, isBeside: true | undefined) =>
    children.map((child) => (
      <Entry
        key={child.key}
        item={child}
        depth={at}
        current={isAtOrBeneath(current, child.key) ? current : ''}
        open={isAtOrBeneath(open, child.key) ? open : ''}
        outsideLabel={outsideLabel}
        inFlyout={isBeside}
      />
    ));
  return (
    <li>
      <button
        {...shared}
        type="button"
        data-beneath={isBeneath(current, key) || undefined}
        data-count={children.length}
        aria-expanded={flyout !== undefined || isOpen}
      >
        {content}
        {!inFlyout && <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={12} />}
      </button>
      {/* Only what is open is in the document: a tree of thousands stays light. */}
      {isOpen && <ul className={inFlyout ? undefined : styles.navChildren}>{list(depth + 1, inFlyout)}</ul>}
      {flyout !== undefined && (
        <ul className={styles.navFlyout} style={{ top: flyout }} aria-label={label}>
          {list(depth + 1, true)}
        </ul>
      )}
    </li>
  );
});

/** The menus. One listener hears all of them; an entry is drawn again only when something about it has changed. */
export const NavTree = memo(
  ({
    brand,
    groups,
    current,
    open,
    onToggle,
    onFold,
    onGo,
    onNear,
    onLeave,
    emptyText,
    label,
    outsideLabel,
    foot,
  }: NavTreeProps) => {
    /** Of a collapsed strip: the item whose children stand beside it, and where (px from the top). */
    const id = useId();
    const [flyout, setFlyout] = useState<{ key: string; top: number } | null>(null);

    const onClick = (event: MouseEvent<HTMLElement>) => {
      const group = (event.target as Element).closest<HTMLElement>(`button.${styles.navGroup}`)?.dataset.key;
      if (group !== undefined) return onFold?.(group);
      const item = (event.target as Element).closest<HTMLElement>(`.${styles.navItem}`);
      if (!item) return;
      const { key = '', path, count } = item.dataset;
      if (item.tagName === 'A') {
        if (!isPlainClick(event)) return;
        setFlyout(null);
        return path === undefined ? onLeave?.() : undefined; // the link itself goes there
      }
      const strip = event.currentTarget;
      if (strip.offsetWidth > STRIP_WIDTH_PX) return onToggle(key);
      const room = strip.offsetHeight - Number(count) * FLYOUT_ROW_PX - 24;
      const top = Math.max(8, Math.min(item.getBoundingClientRect().top, room));
      setFlyout(flyout?.key === key ? null : { key, top });
    };

    /** Before the link itself hears of it. */
    const choose = (event: MouseEvent<HTMLElement>) => {
      const path = (event.target as Element).closest<HTMLElement>('a.nav-item')?.dataset.path;
      if (path === undefined || !isPlainClick(event)) return;
      event.preventDefault();
      onGo?.(path);
    };

    /** Said once while a pointer moves about within an item. */
    const last = useRef('');
    const near = ({ target }: { target: EventTarget }) => {
      const path = (target as Element).closest<HTMLElement>(`.${styles.navItem}`)?.dataset.path ?? '';
      if (path !== '' && path !== last.current) onNear?.(path);
      last.current = path;
    };

    const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
      const item = (event.target as Element).closest<HTMLElement>(STOPS);
      if (!item) return;
      const isOpen = item.getAttribute('aria-expanded');
      switch (event.key) {
        case 'ArrowDown':
          rove(event.currentTarget, STOPS, item, 1);
          break;
        case 'ArrowUp':
          rove(event.currentTarget, STOPS, item, -1);
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
          if (!flyout) return onLeave?.();
          setFlyout(null);
          break;
        default:
          return;
      }
      event.preventDefault();
    };

    return (
      <nav
        className={styles.nav}
        data-nav
        aria-label={label}
        onClick={onClick}
        onClickCapture={onGo && choose}
        onPointerOver={near}
        onFocus={near}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setFlyout(null);
        }}
      >
        {brand && <div className={styles.navBrand}>{brand}</div>}
        <div className={styles.navBody}>
          {groups.map(({ key, title, isFolded = false, items }) => (
            <Fragment key={key}>
              {title &&
                items.length > 0 &&
                (onFold ? (
                  <button
                    type="button"
                    className={styles.navGroup}
                    title={title}
                    data-key={key}
                    aria-expanded={!isFolded}
                    aria-controls={`${id}${key}`}
                  >
                    <span className={text.ellipsis}>{title}</span>
                    <Icon name={isFolded ? 'chevron-down' : 'chevron-up'} size={12} />
                  </button>
                ) : (
                  <div className={styles.navGroup} title={title}>
                    {title}
                  </div>
                ))}
              <ul id={`${id}${key}`} aria-label={title} data-folded={isFolded || undefined}>
                {items.map((item) => (
                  <Entry
                    key={item.key}
                    item={item}
                    depth={0}
                    current={isAtOrBeneath(current, item.key) ? current : ''}
                    open={isAtOrBeneath(open, item.key) ? open : ''}
                    outsideLabel={outsideLabel}
                    {...(flyout?.key === item.key ? { flyout: flyout.top } : {})}
                  />
                ))}
              </ul>
            </Fragment>
          ))}
          {emptyText && <p className={styles.navEmpty}>{emptyText}</p>}
        </div>
        {foot && <div className={styles.navFoot}>{foot}</div>}
      </nav>
    );
  },
);
