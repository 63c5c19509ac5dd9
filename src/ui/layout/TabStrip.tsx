import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../icons/Icon';
import { alongRow, oneStop, rove } from '../overlays/focus';
import { arrange } from './arrange';
import { keepInSight } from './inSight';
import styles from './TabStrip.module.css';
import { text } from './text';

export interface TabItem {
  key: string;
  label: string;
  href: string;
  icon?: IconName;
  /** Cannot be moved or closed. */
  isHome?: boolean;
  pinned?: boolean;
  closable: boolean;
  dirty?: boolean;
}

export interface TabStripProps {
  tabs: readonly TabItem[];
  current: string;
  onClose(key: string): void;
  /** Moves a tab to an index; home stays first and pinned tabs stay before the others. */
  onMove(key: string, to: number): void;
  /** Opens the menu of a tab at a point of the window (px). */
  onMenu(key: string, at: { x: number; y: number }, opener: HTMLElement): void;
  words: {
    label: string;
    /** Name of the close button: 关闭 订单列表. */
    close(label: string): string;
    /** Names of the dot of unsaved changes and of the pin. */
    dirty: string;
    pinned: string;
  };
  /** At the end: the menu of all tabs. */
  end?: ReactNode;
}

/** The tabs and what stands at the end. */
const asOneStop = oneStop(`.${styles.tabLink}, .${styles.tabs} > button`, alongRow);

/** Type of the dragged data, so that only tabs can be dropped. */
const dragType = 'text/x-tab';

interface TabProps extends Pick<TabStripProps, 'onClose' | 'onMove' | 'onMenu' | 'words'> {
  tab: TabItem;
  at: number;
  isCurrent: boolean;
  /** The tab that is being dragged, and its index. */
  dragged: RefObject<{ tab: TabItem; at: number } | null>;
}

/**
 * The page that is shown is not outside of a strip that is scrolled. Without `scrollIntoView`, which also makes the tab
 * the place from which the Tab key goes on.
 */
function intoView(tab: HTMLElement | null | undefined) {
  const list = tab?.parentElement;
  keepInSight(tab, list, (own, room) => {
    list!.scrollLeft += Math.min(0, own.left - room.left) + Math.max(0, own.right - room.right);
  });
}

function unmark({ currentTarget }: DragEvent<HTMLElement>) {
  delete currentTarget.dataset.landing;
}

const Tab = memo(({ tab, at, isCurrent, dragged, words, onClose, onMove, onMenu }: TabProps) => {
  const { key: id, label, href, icon, isHome, pinned, closable, dirty } = tab;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, shiftKey, currentTarget } = event;
    const link = currentTarget.querySelector('a');
    const list = currentTarget.parentElement;
    if (!link || !list) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (by && ctrlKey && shiftKey) onMove(id, at + by);
    else if (key === 'Delete' && closable) {
      rove(list, 'a', link, -1); // the focused tab is removed
      onClose(id);
    } else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      const { left, bottom } = currentTarget.getBoundingClientRect();
      onMenu(id, { x: left, y: bottom }, link);
    } else return;
    event.preventDefault();
  };
  /** Marks the side where the dragged tab would land: pinned tabs stay before the others, and home before both. */
  const onDragOver = (event: DragEvent<HTMLElement>) => {
    const { tab: moved, at: from = at } = dragged.current ?? {};
    if (!event.dataTransfer.types.includes(dragType) || isHome || moved?.pinned !== pinned || from === at) return;
    event.preventDefault();
    event.currentTarget.dataset.landing = from < at ? 'after' : 'before';
  };
  return (
    <li
      className={styles.tab}
      data-current={isCurrent || undefined}
      draggable={!isHome}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(dragType, id);
        dragged.current = { tab, at };
      }}
      onDragOver={onDragOver}
      onDragLeave={unmark}
      onDrop={(event) => {
        unmark(event);
        onMove(event.dataTransfer.getData(dragType), at);
      }}
      onKeyDown={onKeyDown}
      onAuxClick={(event) => {
        if (event.button !== 1) return;
        event.preventDefault(); // the browser would open the link in a new tab
        if (closable) onClose(id);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        const link = event.currentTarget.querySelector('a');
        if (link) onMenu(id, { x: event.clientX, y: event.clientY }, link);
      }}
    >
      <Link
        className={styles.tabLink}
        to={href}
        discover="none"
        draggable={false}
        aria-keyshortcuts={closable ? 'Delete' : undefined}
        aria-current={isCurrent ? 'page' : undefined}
        title={label}
      >
        {icon && <Icon name={icon} size={16} />}
        {pinned && <Icon name="pin" size={16} label={words.pinned} />}
        <span className={`${text.ellipsis} ${styles.tabName}`}>{label}</span>
        {dirty && <span className={styles.tabDirty} role="img" aria-label={words.dirty} title={words.dirty} />}
      </Link>
      {closable && (
        <button
          type="button"
          className={`${text.spot} ${styles.tabClose}`}
          // The tab itself has the key for it.
          tabIndex={-1}
          aria-label={words.close(label)}
          title={words.close(label)}
          onClick={() => onClose(id)}
        >
          <Icon name="dismiss" size={12} />
        </button>
      )}
    </li>
  );
});

/**
 * A wheel without a horizontal axis scrolls the strip, too; React's own listener could not keep the page in place. A
 * strip that becomes narrower keeps the current tab in sight.
 */
function keepScrolled(list: HTMLElement) {
  const onWheel = (event: WheelEvent) => {
    if (event.deltaX !== 0 || list.scrollWidth <= list.clientWidth) return;
    event.preventDefault();
    list.scrollLeft += event.deltaY;
  };
  list.addEventListener('wheel', onWheel, { passive: false });
  const watch = new ResizeObserver(() => intoView(list.querySelector<HTMLElement>('[data-current]')));
  watch.observe(list);
  return () => {
    list.removeEventListener('wheel', onWheel);
    watch.disconnect();
  };
}

/**
 * The open pages, as links and not as ARIA tabs, because a `tab` may not contain its close button. Arrow keys move the
 * focus, Ctrl+Shift and an arrow moves the tab, Delete closes it, and the menu key opens its menu. Tabs that do not fit
 * are scrolled to, by wheel and finger, too.
 */
export const TabStrip = memo(({ tabs, current, words, end, ...acts }: TabStripProps) => {
  const dragged = useRef<{ tab: TabItem; at: number } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => (list.current ? keepScrolled(list.current) : undefined), []);
  const shown = useRef('');
  // A page that is opened is in sight, and so is a tab that is moved by keys or gets a longer name.
  // biome-ignore lint/correctness/useExhaustiveDependencies: places and widths change with the tabs
  useLayoutEffect(() => {
    const find = (which: string) => list.current?.querySelector<HTMLElement>(which);
    const isOpened = shown.current !== current;
    shown.current = current;
    intoView((isOpened ? null : find('li:focus-within')) ?? find('[data-current]'));
  }, [tabs, current]);
  return (
    <nav ref={asOneStop} className={`${arrange.noPrint} ${styles.tabs}`} data-tour="tabs" aria-label={words.label}>
      <ul ref={list} className={styles.tabList}>
        {tabs.map((tab, at) => (
          <Tab
            {...acts}
            key={tab.key}
            tab={tab}
            at={at}
            words={words}
            dragged={dragged}
            isCurrent={tab.key === current}
          />
        ))}
      </ul>
      {end}
    </nav>
  );
});
