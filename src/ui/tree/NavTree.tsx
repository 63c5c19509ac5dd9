import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router-dom';
import { beginsInitials } from '../../../contract/domain/search/pinyin';
import { Icon, type IconName } from '../icons/Icon';
import { arrange } from '../layout/arrange';
import { keepInSight } from '../layout/inSight';
import { text } from '../layout/text';
import { alongColumn, isPlainClick, oneStop, rove } from '../overlays/focus';
import { onDemand } from '../overlays/onDemand';
import type { FlyoutProps } from './Flyout';
import styles from './NavTree.module.css';

export interface NavItem {
  /** Path in the tree: the key of the parent, a slash, and the item's own part. */
  key: string;
  label: string;
  icon?: IconName;
  /** Address of the router; a leaf has this one or `outside`. */
  path?: string;
  /** Address of another host, opened in a new window. */
  outside?: string;
  children?: readonly NavItem[];
  /** How much waits there, or below a branch. */
  count?: number;
}

export interface NavTreeProps {
  brand: ReactNode;
  groups: readonly {
    key: string;
    title?: string;
    count?: number;
    items: readonly NavItem[];
  }[];
  /** What a count says. */
  countText?(count: number): string;
  /** Of a group that is not open only the title is shown; the strip has no titles and shows the items. */
  foldsGroups?: boolean;
  /** Whether the sheet may be shown as a strip: only then the items of closed groups are drawn. */
  isStrip?: boolean;
  /** Key of the item of the current page. */
  current: string;
  /** Keys of the open branches and groups. */
  open: ReadonlySet<string>;
  onToggle(key: string): void;
  /** Called in place of the navigation, for a preview of the menus. */
  onGo?(path: string): void;
  /** Called when the pointer or focus reaches an item, to load its page ahead. */
  onNear?(path: string): void;
  /** Called when a page of another host opens. */
  onLeave?(): void;
  emptyText: string;
  label: string;
  /** Name of the icon of an item that opens a new window. */
  outsideLabel: string;
  foot?: ReactNode;
}

/** Up to this width the sheet shows a strip of icons. */
const STRIP_WIDTH_PX = 64;
const ITEMS = `.${styles.navItem}, button.${styles.navGroup}`;
/** The largest count that is shown. */
const mostShown = 99;
/** The stops of the arrow keys. */
const STOPS = `${ITEMS}, .${styles.navFoot} input`;
const asOneStop = oneStop(STOPS, alongColumn);
/** The `aria-expanded` of a branch that the key opens or closes. */
const turns: Record<string, string> = { ArrowRight: 'false', ArrowLeft: 'true' };

function isAtOrBeneath(key: string, branch: string) {
  return key === branch || key.startsWith(`${branch}/`);
}
function at(target: EventTarget, selector: string) {
  return (target as Element).closest<HTMLElement>(selector);
}

/** The next item, ends joined, whose name begins with the letter or, in Chinese, with its sound. */
function byLetter(nav: HTMLElement, from: HTMLElement, letter: string) {
  const all = [...nav.querySelectorAll<HTMLElement>(ITEMS)].filter(({ offsetParent }) => offsetParent !== null);
  const here = all.indexOf(from);
  return [...all.slice(here + 1), ...all.slice(0, here)].find(({ title }) => {
    const name = title.toLowerCase();
    return name.startsWith(letter) || beginsInitials(name, letter);
  });
}

/** The branch or group around an item. */
function aboveOf(item: HTMLElement) {
  const above = at(item, 'ul')?.previousElementSibling;
  return above?.matches(ITEMS) ? (above as HTMLElement) : undefined;
}

/** Scrolls to the item of the page. `scrollIntoView` would also move the start of the Tab order. */
function intoView(entry: HTMLElement | null) {
  const body = entry?.closest(`.${styles.navBody}`);
  keepInSight(entry, body, (own, room) => {
    body!.scrollTop += Math.min(0, own.top - room.top) + Math.max(0, own.bottom - room.bottom);
  });
}

interface EntryProps extends Pick<NavTreeProps, 'current' | 'open' | 'outsideLabel' | 'countText'> {
  /** Key of the item whose children are shown beside the strip. */
  beside: string;
  /** Its code could not be loaded. */
  onBesideLost(): void;
  depth: number;
  inFlyout?: true;
}

/** How much waits, for the eye; `countText` says it. */
function Count({ count }: Pick<NavItem, 'count'>) {
  return count === undefined ? null : (
    <span className={styles.navCount} aria-hidden>
      {count > mostShown ? `${mostShown}+` : count}
    </span>
  );
}

type EntriesProps = EntryProps & { items: readonly NavItem[] };

function Entries({ items, ...props }: EntriesProps) {
  const { current, depth, inFlyout, outsideLabel, countText } = props;
  return items.map((item) =>
    item.children?.length ? (
      <Branch key={item.key} item={item} {...props} />
    ) : (
      <Leaf
        key={item.key}
        item={item}
        depth={inFlyout ? 0 : depth}
        isTop={depth === 0}
        isHere={item.key === current}
        outsideLabel={outsideLabel}
        countText={countText}
      />
    ),
  );
}

/** Children beside the strip, aligned with their item. */
export const Flyout = onDemand<FlyoutProps>(() =>
  import(/* webpackChunkName: "overlays" */ './Flyout').then((it) => it.Flyout),
);

function sharedOf({ key, label, count }: NavItem, depth: number, countText: NavTreeProps['countText']) {
  return {
    className: styles.navItem,
    style: { '--depth': depth } as CSSProperties,
    'data-key': key,
    title: label,
    ...(count === undefined ? {} : { 'aria-description': countText?.(count) }),
  };
}
function Face({ item: { icon, label }, isTop }: { item: NavItem; isTop: boolean }) {
  return (
    <>
      {icon ? <Icon name={icon} /> : isTop && <Icon name="circle" size={16} />}
      <span className={styles.navLabel}>{label}</span>
    </>
  );
}

interface LeafProps extends Pick<NavTreeProps, 'outsideLabel' | 'countText'> {
  item: NavItem;
  depth: number;
  isTop: boolean;
  isHere: boolean;
}

/** A change of page draws two of them again: the one that was left and the one that is shown. */
const Leaf = memo(({ item, depth, isTop, isHere, outsideLabel, countText }: LeafProps) => {
  const { path, outside, count } = item;
  const shared = sharedOf(item, depth, countText);
  const content = (
    <>
      <Face item={item} isTop={isTop} />
      <Count count={count} />
      {outside !== undefined && <Icon name="open" size={14} label={outsideLabel} />}
    </>
  );
  const here = isHere ? ({ ref: intoView, 'aria-current': 'page' } as const) : {};
  return (
    <li>
      {outside === undefined ? (
        <Link {...shared} {...here} data-path={path} to={path ?? ''} discover="none">
          {content}
        </Link>
      ) : (
        <a {...shared} href={outside} target="_blank" rel="noopener noreferrer">
          {content}
        </a>
      )}
    </li>
  );
});

function Branch({ item, ...props }: EntryProps & { item: NavItem }) {
  const { key, label, children = [], count } = item;
  const { current, open, beside, onBesideLost, countText, depth, inFlyout } = props;
  const [isOpen, isBeside] = [inFlyout || open.has(key), beside === key];
  const list = (more?: { inFlyout: true }) => <Entries {...props} {...more} items={children} depth={depth + 1} />;
  return (
    <li>
      <button
        {...sharedOf(item, inFlyout ? 0 : depth, countText)}
        {...(inFlyout ? {} : { className: `${styles.navItem} ${arrange.folds}` })}
        type="button"
        data-beneath={isAtOrBeneath(current, key) || undefined}
        aria-expanded={isBeside || isOpen}
      >
        <Face item={item} isTop={depth === 0} />
        {!isOpen && <Count count={count} />}
      </button>
      {/* Closed branches are not rendered, because a tree may have thousands of items. */}
      {isOpen && <ul className={inFlyout ? undefined : styles.navChildren}>{list()}</ul>}
      {isBeside && (
        <Flyout className={styles.flyout} label={label} onClose={onBesideLost}>
          {list({ inFlyout: true })}
        </Flyout>
      )}
    </li>
  );
}

/** The menus, as lists of links with one listener for all. */
export const NavTree = memo((props: NavTreeProps) => {
  const { brand, groups, foldsGroups = false, isStrip = false, current, open, emptyText, label, foot } = props;
  const { outsideLabel, countText, onToggle, onGo, onNear, onLeave } = props;
  const id = useId();
  const Title = foldsGroups ? 'button' : 'div';
  const last = useRef('');
  const [beside, setBeside] = useState('');

  const closeBeside = useCallback(() => setBeside(''), []);

  const onClick = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    const item = at(target, ITEMS);
    const { key = '', path } = item?.dataset ?? {};
    if (item?.tagName === 'A') {
      setBeside('');
      if (path === undefined) onLeave?.();
    } else if (item && currentTarget.offsetWidth > STRIP_WIDTH_PX) onToggle(key);
    else if (item) setBeside(beside === key ? '' : key);
  };
  const choose = (event: MouseEvent<HTMLElement>) => {
    const path = at(event.target, 'a')?.dataset.path;
    if (path === undefined || !isPlainClick(event)) return;
    event.preventDefault();
    onGo?.(path);
  };
  const near = ({ target }: { target: EventTarget }) => {
    const path = at(target, ITEMS)?.dataset.path ?? '';
    if (path !== '' && path !== last.current) onNear?.(path);
    last.current = path;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event;
    const item = at(target, ITEMS);
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const isOpen = item.getAttribute('aria-expanded');
    // Also a letter that no name begins with: on the page it would be a command.
    if (/^[\p{L}\d]$/u.test(key)) byLetter(currentTarget, item, key.toLowerCase())?.focus();
    else if (turns[key] && turns[key] === isOpen) item.click();
    else if (key === 'ArrowRight' && isOpen === 'true') rove(currentTarget, STOPS, item, 1);
    else if (key === 'ArrowLeft' && aboveOf(item)) aboveOf(item)?.focus();
    else if (key === 'Escape' && beside) {
      at(item, `.${styles.flyout}`)?.parentElement?.querySelector('button')?.focus();
      setBeside('');
    } else return;
    event.preventDefault();
  };

  return (
    <nav
      ref={asOneStop}
      className={`${arrange.noPrint} ${styles.nav}`}
      data-nav
      aria-label={label}
      onClick={onClick}
      onClickCapture={onGo && choose}
      onPointerOver={near}
      onFocus={near}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setBeside('');
      }}
    >
      {brand && <div className={styles.navBrand}>{brand}</div>}
      <div className={styles.navBody}>
        {groups.map(({ key, title, items, count }) => {
          const isFolded = foldsGroups && title !== undefined && !open.has(key);
          return (
            <Fragment key={key}>
              {title && items.length > 0 && (
                <Title
                  className={foldsGroups ? `${styles.navGroup} ${arrange.folds}` : styles.navGroup}
                  title={title}
                  data-key={key}
                  {...(isFolded && count !== undefined && { 'aria-description': countText?.(count) })}
                  {...(foldsGroups && { type: 'button', 'aria-expanded': !isFolded, 'aria-controls': `${id}${key}` })}
                >
                  <span className={`${text.ellipsis} ${text.grow}`}>{title}</span>
                  {isFolded && <Count count={count} />}
                </Title>
              )}
              {(!isFolded || isStrip) && (
                <ul id={`${id}${key}`} aria-label={title} data-folded={isFolded || undefined}>
                  <Entries
                    items={items}
                    depth={0}
                    {...{ current, open, beside, outsideLabel, countText }}
                    onBesideLost={closeBeside}
                  />
                </ul>
              )}
            </Fragment>
          );
        })}
        {emptyText && <p className={styles.navEmpty}>{emptyText}</p>}
      </div>
      {foot && <div className={styles.navFoot}>{foot}</div>}
    </nav>
  );
});
