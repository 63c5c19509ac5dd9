import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, type ReactNode, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../icons/Icon';
import { IconButton } from '../inputs/buttons';
import { rove } from '../overlays/focus';
import styles from './TabStrip.module.css';

export interface TabItem {
  key: string;
  label: string;
  /** Its address. */
  href: string;
  icon?: IconName;
  /** Never moved and never closed. */
  isHome?: boolean;
  pinned?: boolean;
  closable: boolean;
  dirty?: boolean;
}

export interface TabStripProps {
  tabs: readonly TabItem[];
  current: string;
  onClose(key: string): void;
  /** To the place that has this index now. */
  onMove(key: string, to: number): void;
  /** What can be done to this tab is asked for, at a point of the window (px). */
  onMenu(key: string, at: { x: number; y: number }, opener: HTMLElement): void;
  words: {
    label: string;
    /** Name of the cross: 关闭 订单列表. */
    close(label: string): string;
    /** What the amber dot means, and the pin. */
    dirty: string;
    pinned: string;
    /** The buttons at the ends of a strip that is too long. */
    back: string;
    on: string;
  };
  /** At the end: the menu of what can be done to all tabs. */
  end?: ReactNode;
}

/** A press becomes a drag after so many px: a click with an unsteady hand stays one. */
const DRAG_AFTER_PX = 6;
/** Near an end of the strip a drag scrolls it. */
const EDGE_PX = 32;
const STEP_PX = 12;
const GAP_PX = 4;

interface Drag {
  key: string;
  element: HTMLElement;
  startX: number;
  startScroll: number;
  from: number;
  to: number;
  /** Left edge and width of every tab as they lay when the drag began; null while it is a mere press. */
  boxes: { left: number; width: number }[] | null;
}

interface TabProps extends TabItem {
  id: string;
  isCurrent: boolean;
  /** Where Tab stops in the strip; arrows walk on from there. */
  isStop: boolean;
  closeLabel: string;
  dirtyLabel: string;
  pinnedLabel: string;
}

/** The page shown must not be outside of a strip that is scrolled. */
function intoView(tab: HTMLElement | null) {
  const strip = tab?.closest<HTMLElement>(`.${styles.tabs}`);
  // Asking where things are costs a layout; a strip with room for all of them needs none.
  if (strip?.hasAttribute('data-over')) tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

const Tab = memo(
  ({
    id,
    label,
    href,
    icon,
    isCurrent,
    isStop,
    pinned,
    closable,
    dirty,
    closeLabel,
    dirtyLabel,
    pinnedLabel,
  }: TabProps) => (
    <li
      className={styles.tab}
      data-key={id}
      data-current={isCurrent || undefined}
      ref={isCurrent ? intoView : undefined}
    >
      <Link
        className={styles.tabLink}
        to={href}
        discover="none"
        draggable={false}
        tabIndex={isStop ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
        title={label}
      >
        {icon && <Icon name={icon} size={16} />}
        {pinned && <Icon name="pin" size={16} label={pinnedLabel} />}
        <span className={styles.tabName}>{label}</span>
        {dirty && <span className={styles.tabDirty} role="img" aria-label={dirtyLabel} title={dirtyLabel} />}
      </Link>
      {closable && (
        <button
          type="button"
          className={styles.tabClose}
          tabIndex={isStop ? 0 : -1}
          aria-label={closeLabel}
          title={closeLabel}
        >
          <Icon name="dismiss" size={12} />
        </button>
      )}
    </li>
  ),
);

/** Says on the strip at which ends more of it is hidden; the stylesheet shows the buttons by that. */
function watchEnds(strip: HTMLElement | null) {
  const scroller = strip?.querySelector<HTMLElement>(`.${styles.tabScroller}`);
  if (!strip || !scroller) return;
  const look = () => {
    const { scrollLeft, scrollWidth, clientWidth } = scroller;
    const hidden = scrollWidth - clientWidth;
    strip.toggleAttribute('data-over', hidden > 1);
    strip.toggleAttribute('data-before', scrollLeft > 1);
    strip.toggleAttribute('data-after', hidden - scrollLeft > 1);
  };
  const watch = new ResizeObserver(() => {
    look();
    intoView(strip.querySelector<HTMLElement>(`.${styles.tab}[data-current]`));
  });
  watch.observe(scroller);
  if (scroller.firstElementChild) watch.observe(scroller.firstElementChild);
  scroller.addEventListener('scroll', look, { passive: true });
  return () => {
    watch.disconnect();
    scroller.removeEventListener('scroll', look);
  };
}

/**
 * The open pages. They are links and not ARIA tabs: every one has an address, and a `tab` may not hold the button that
 * closes it. Arrows walk along them, Ctrl+Shift and an arrow moves the one with the focus, Delete closes it, the menu
 * key says what else there is.
 */
export const TabStrip = memo(({ tabs, current, onClose, onMove, onMenu, words, end }: TabStripProps) => {
  const drag = useRef<Drag | null>(null);
  /** The click that ends a drag means nothing. */
  const isSpent = useRef(false);

  const tabOf = (target: EventTarget) => {
    const element = (target as Element).closest<HTMLElement>(`.${styles.tab}`);
    const at = tabs.findIndex(({ key }) => key === element?.dataset.key);
    const tab = tabs[at];
    return element && tab ? { element, at, tab } : undefined;
  };
  /** First and last place a tab may take: what is pinned stays before what is not, home before both. */
  const reach = (tab: TabItem): [first: number, last: number] => {
    const homes = tabs.filter(({ isHome }) => isHome).length;
    const pins = tabs.filter(({ pinned }) => pinned).length;
    return tab.pinned ? [homes, homes + pins - 1] : [homes + pins, tabs.length - 1];
  };

  const lay = (list: HTMLElement, { from, to, boxes }: Drag, dx: number) => {
    const own = boxes?.[from];
    if (!own) return;
    [...list.children].forEach((child, at) => {
      const isBetween = from < to ? at > from && at <= to : at < from && at >= to;
      const away = (own.width + GAP_PX) * (from < to ? -1 : 1);
      const by = at === from ? dx : isBetween ? away : 0;
      (child as HTMLElement).style.transform = by === 0 ? '' : `translateX(${by}px)`;
    });
  };
  const drop = (list: HTMLElement) => {
    for (const child of list.children) (child as HTMLElement).style.transform = '';
    drag.current?.element.removeAttribute('data-dragged');
    drag.current = null;
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    isSpent.current = false;
    const found = tabOf(event.target);
    // A finger scrolls the strip; the keyboard moves tabs too.
    if (!found || event.button !== 0 || event.pointerType === 'touch' || found.tab.isHome) return;
    if ((event.target as Element).closest(`.${styles.tabClose}`)) return;
    drag.current = {
      key: found.tab.key,
      element: found.element,
      startX: event.clientX,
      startScroll: event.currentTarget.parentElement?.scrollLeft ?? 0,
      from: found.at,
      to: found.at,
      boxes: null,
    };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current;
    if (!now) return;
    const list = event.currentTarget;
    if (event.buttons === 0) return drop(list); // let go of outside the strip
    const scroller = list.parentElement as HTMLElement;
    if (!now.boxes) {
      if (Math.abs(event.clientX - now.startX) < DRAG_AFTER_PX) return;
      list.setPointerCapture(event.pointerId);
      now.boxes = [...list.children].map((child) => ({
        left: (child as HTMLElement).offsetLeft,
        width: (child as HTMLElement).offsetWidth,
      }));
      now.element.setAttribute('data-dragged', '');
    }
    const { left, right } = scroller.getBoundingClientRect();
    if (event.clientX < left + EDGE_PX) scroller.scrollLeft -= STEP_PX;
    else if (event.clientX > right - EDGE_PX) scroller.scrollLeft += STEP_PX;
    const dx = event.clientX - now.startX + scroller.scrollLeft - now.startScroll;
    const own = now.boxes[now.from];
    const tab = tabs[now.from];
    if (!own || !tab) return drop(list);
    const middle = own.left + own.width / 2 + dx;
    const [first, last] = reach(tab);
    now.to = now.boxes.reduce((to, box, at) => {
      if (at < first || at > last || at === now.from) return to;
      const centre = box.left + box.width / 2;
      if (at < now.from) return middle < centre ? Math.min(to, at) : to;
      return middle > centre ? Math.max(to, at) : to;
    }, now.from);
    lay(list, now, dx);
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current;
    if (!now) return;
    drop(event.currentTarget);
    if (!now.boxes) return;
    isSpent.current = true;
    if (now.to !== now.from) onMove(now.key, now.to);
  };

  /** Before the links hear of it, which go to their tabs themselves. */
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (isSpent.current) {
      isSpent.current = false;
      return event.preventDefault();
    }
    const found = tabOf(event.target);
    if (found && (event.target as Element).closest(`.${styles.tabClose}`)) onClose(found.tab.key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const list = event.currentTarget;
    if (event.key === 'Escape' && drag.current?.boxes) return drop(list);
    const found = tabOf(event.target);
    if (!found) return;
    const { tab, at, element } = found;
    const link = element.querySelector<HTMLElement>(`.${styles.tabLink}`) ?? element;
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const [first, last] = reach(tab);
    if (by !== 0 && event.ctrlKey && event.shiftKey) {
      if (!tab.isHome && at + by >= first && at + by <= last) onMove(tab.key, at + by);
    } else if (by !== 0) rove(list, `.${styles.tabLink}`, link, by);
    else if (event.key === 'Delete' && tab.closable) {
      rove(list, `.${styles.tabLink}`, link, -1); // the focus would go with the tab
      onClose(tab.key);
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const { left, bottom } = element.getBoundingClientRect();
      onMenu(tab.key, { x: left, y: bottom }, link);
    } else return;
    event.preventDefault();
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const found = tabOf(event.target);
    if (!found) return;
    event.preventDefault();
    const link = found.element.querySelector<HTMLElement>(`.${styles.tabLink}`) ?? found.element;
    onMenu(found.tab.key, { x: event.clientX, y: event.clientY }, link);
  };

  const scroll = (by: -1 | 1) => (event: MouseEvent<HTMLElement>) => {
    const scroller = event.currentTarget.closest(`.${styles.tabs}`)?.querySelector(`.${styles.tabScroller}`);
    scroller?.scrollBy({ left: by * 0.8 * scroller.clientWidth });
  };
  // A page without a tab leaves the strip in reach all the same.
  const stop = tabs.some(({ key }) => key === current) ? current : tabs[0]?.key;
  return (
    <nav className={styles.tabs} aria-label={words.label} ref={watchEnds}>
      <div className={styles.tabWindow}>
        <IconButton
          icon="chevron-left"
          size="small"
          className={styles.tabBack}
          label={words.back}
          onClick={scroll(-1)}
        />
        <div
          className={styles.tabScroller}
          onWheel={({ currentTarget, deltaX, deltaY }) => {
            if (deltaX === 0) currentTarget.scrollLeft += deltaY;
          }}
        >
          <ul
            className={styles.tabList}
            onClickCapture={onClick}
            onAuxClick={(event) => {
              const found = event.button === 1 ? tabOf(event.target) : undefined;
              if (!found) return;
              event.preventDefault(); // the link would open in a new tab of the browser
              if (found.tab.closable) onClose(found.tab.key);
            }}
            onKeyDown={onKeyDown}
            onContextMenu={onContextMenu}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerCancel={({ currentTarget }) => drop(currentTarget)}
          >
            {tabs.map((tab) => (
              <Tab
                {...tab}
                key={tab.key}
                id={tab.key}
                isCurrent={tab.key === current}
                isStop={tab.key === stop}
                closeLabel={words.close(tab.label)}
                dirtyLabel={words.dirty}
                pinnedLabel={words.pinned}
              />
            ))}
          </ul>
        </div>
        <IconButton icon="chevron-right" size="small" className={styles.tabOn} label={words.on} onClick={scroll(1)} />
      </div>
      {end}
    </nav>
  );
});
