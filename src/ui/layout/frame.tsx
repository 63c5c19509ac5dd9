import type { FocusEvent, ReactNode } from 'react';
import type { DrawerProps } from '../overlays/Drawer';
import { onDemand } from '../overlays/onDemand';
import styles from './frame.module.css';
import { text } from './text';

export interface FrameProps {
  nav: ReactNode;
  top: ReactNode;
  tabs: ReactNode;
  children: ReactNode;
  /** The sidebar is a strip of icons, as it always is below 1200 px; below 768 px it is hidden. */
  isCollapsed: boolean;
  /** On a narrow screen: the whole sidebar lies above the page. */
  isDrawerOpen?: boolean;
  onDrawerClose?(): void;
  words: { skip: string; menu: string; closeMenu: string };
}

export const Drawer = onDemand<DrawerProps>(() =>
  import(/* webpackChunkName: "overlays" */ '../overlays/Drawer').then((it) => it.Drawer),
);

/** Moves the focus from the landmark to the page in it, so that keys scroll the page. */
function focusPage({ target, currentTarget }: FocusEvent<HTMLElement>) {
  if (target !== currentTarget) return;
  const pages = [...currentTarget.children] as HTMLElement[];
  pages.find((page) => page.offsetParent !== null && page.hasAttribute('tabindex'))?.focus();
}

export function Frame({
  nav,
  top,
  tabs,
  children,
  isCollapsed,
  isDrawerOpen = false,
  onDrawerClose,
  words,
}: FrameProps) {
  return (
    <div className={styles.shell} data-shell data-collapsed={isCollapsed || undefined}>
      <a className={text.skip} href="#main">
        {words.skip}
      </a>
      {isDrawerOpen && (
        <Drawer label={words.menu} closeLabel={words.closeMenu} {...(onDrawerClose ? { onClose: onDrawerClose } : {})}>
          {nav}
        </Drawer>
      )}
      {!isDrawerOpen && nav}
      {top}
      {tabs}
      <main className={styles.main} id="main" tabIndex={-1} onFocus={focusPage}>
        {children}
      </main>
    </div>
  );
}

/** The page of a tab: `fill` has the height of the window (a list scrolls in it), `flow` grows. */
export function Page({ variant = 'flow', children }: { variant?: 'fill' | 'flow'; children: ReactNode }) {
  return <div className={`${styles.page} ${variant === 'fill' ? styles['page-fill'] : ''}`}>{children}</div>;
}
