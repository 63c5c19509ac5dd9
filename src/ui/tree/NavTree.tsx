import { usePositioning } from '@fluentui/react-components';
import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
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
  /** A page of another host opens in a window of its own. */
  onLeave?(): void;
  emptyText: string;
  label: string;
  /** What the glyph of an item says that opens a window of its own. */
  outsideLabel: string;
  foot?: ReactNode;
}

/** The sheet makes a strip of glyphs of a sidebar that is no wider. */
const STRIP_WIDTH_PX = 64;
/** What the arrow keys walk. */
const STOPS = `.${styles.navItem}, button.${styles.navGroup}`;
/** What a branch is that the key opens or closes. */
const turns: Record<string, string> = { ArrowRight: 'false', ArrowLeft: 'true' };

function isAtOrBeneath(key: string, branch: string) {
  return key === branch || key.startsWith(`${branch}/`);
}
function at(target: EventTarget, selector: string) {
  return (target as Element).closest<HTMLElement>(selector);
}

/** Shows the item of the page. The browser's own `scrollIntoView` would also move the place that Tab goes on from. */
function intoView(entry: HTMLElement | null) {
  const body = entry?.closest(`.${styles.navBody}`);
  if (!entry || !body) return;
  const [own, frame] = [entry.getBoundingClientRect(), body.getBoundingClientRect()];
  body.scrollTop += Math.min(0, own.top - frame.top) + Math.max(0, own.bottom - frame.bottom);
}

interface EntryProps extends Pick<NavTreeProps, 'current' | 'open' | 'outsideLabel'> {
  /** Key of the item whose children stand beside the strip. */
  beside: string;
  depth: number;
  inFlyout?: true;
}

function Entries({ items, ...props }: EntryProps & { items: readonly NavItem[] }) {
  return items.map((item) => <Entry key={item.key} item={item} {...props} />);
}

/** Children beside the strip, at the item before them. */
function Flyout({ label, children }: { label: string; children: ReactNode }) {
  const { targetRef, containerRef } = usePositioning({ position: 'after', align: 'top', strategy: 'fixed', offset: 4 });
  const place = (list: HTMLElement | null) => {
    targetRef.current = list?.previousElementSibling as HTMLElement | null;
    containerRef.current = list;
  };
  return (
    <ul ref={place} className={styles.flyout} aria-label={label}>
      {children}
    </ul>
  );
}

function Entry({ item, ...props }: EntryProps & { item: NavItem }) {
  const { key, label, icon, path, outside, children } = item;
  const { current, open, beside, outsideLabel, depth, inFlyout } = props;
  const shared = {
    className: styles.navItem,
    style: { '--depth': inFlyout ? 0 : depth } as CSSProperties,
    'data-key': key,
    title: label,
  };
  const content = (
    <>
      {icon ? <Icon name={icon} /> : depth === 0 && <Icon name="circle" size={16} />}
      <span className={styles.navLabel}>{label}</span>
      {outside !== undefined && <Icon name="open" size={14} label={outsideLabel} />}
    </>
  );
  if (children?.length) {
    const [isOpen, isBeside] = [inFlyout || isAtOrBeneath(open, key), beside === key];
    const list = (more?: { inFlyout: true }) => <Entries {...props} {...more} items={children} depth={depth + 1} />;
    return (
      <li>
        <button
          {...shared}
          type="button"
          data-beneath={isAtOrBeneath(current, key) || undefined}
          aria-expanded={isBeside || isOpen}
        >
          {content}
          {!inFlyout && <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={12} />}
        </button>
        {/* Only what is open is in the document: a tree of thousands stays light. */}
        {isOpen && <ul className={inFlyout ? undefined : styles.navChildren}>{list()}</ul>}
        {isBeside && <Flyout label={label}>{list({ inFlyout: true })}</Flyout>}
      </li>
    );
  }
  const here = key === current ? ({ ref: intoView, 'aria-current': 'page' } as const) : {};
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
}

/** The menus, as lists of links. One listener hears all of them. */
export const NavTree = memo((props: NavTreeProps) => {
  const { brand, groups, current, open, emptyText, label, outsideLabel, foot } = props;
  const { onToggle, onFold, onGo, onNear, onLeave } = props;
  const id = useId();
  const Title = onFold ? 'button' : 'div';
  const last = useRef('');
  /** Of a strip: key of the item whose children stand beside it. */
  const [beside, setBeside] = useState('');

  const onClick = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    const item = at(target, STOPS);
    const { key = '', path } = item?.dataset ?? {};
    if (item?.tagName === 'A') {
      setBeside('');
      if (path === undefined) onLeave?.();
    } else if (item?.classList.contains(`${styles.navGroup}`)) onFold?.(key);
    else if (item && currentTarget.offsetWidth > STRIP_WIDTH_PX) onToggle(key);
    else if (item) setBeside(beside === key ? '' : key);
  };
  /** Before the link itself is followed. */
  const choose = (event: MouseEvent<HTMLElement>) => {
    const path = at(event.target, 'a')?.dataset.path;
    if (path === undefined || !isPlainClick(event)) return;
    event.preventDefault();
    onGo?.(path);
  };
  /** Called once while a pointer moves about within an item. */
  const near = ({ target }: { target: EventTarget }) => {
    const path = at(target, STOPS)?.dataset.path ?? '';
    if (path !== '' && path !== last.current) onNear?.(path);
    last.current = path;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event;
    const item = at(target, STOPS);
    if (!item) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') rove(currentTarget, STOPS, item, key === 'ArrowDown' ? 1 : -1);
    else if (turns[key] && turns[key] === item.getAttribute('aria-expanded')) item.click();
    else if (key === 'Escape' && beside) {
      at(item, `.${styles.flyout}`)?.parentElement?.querySelector('button')?.focus();
      setBeside('');
    } else return;
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
        if (!currentTarget.contains(relatedTarget)) setBeside('');
      }}
    >
      {brand && <div className={styles.navBrand}>{brand}</div>}
      <div className={styles.navBody}>
        {groups.map(({ key, title, isFolded = false, items }) => (
          <Fragment key={key}>
            {title && items.length > 0 && (
              <Title
                className={styles.navGroup}
                title={title}
                data-key={key}
                {...(onFold && { type: 'button', 'aria-expanded': !isFolded, 'aria-controls': `${id}${key}` })}
              >
                <span className={text.ellipsis}>{title}</span>
                {onFold && <Icon name={isFolded ? 'chevron-down' : 'chevron-up'} size={12} />}
              </Title>
            )}
            <ul id={`${id}${key}`} aria-label={title} data-folded={isFolded || undefined}>
              <Entries items={items} depth={0} {...{ current, open, beside, outsideLabel }} />
            </ul>
          </Fragment>
        ))}
        {emptyText && <p className={styles.navEmpty}>{emptyText}</p>}
      </div>
      {foot && <div className={styles.navFoot}>{foot}</div>}
    </nav>
  );
});
