import { OverlayDrawer } from '@fluentui/react-components';
import type { FocusEvent, ReactNode } from 'react';
import { IconButton } from '../inputs/buttons';
import { returnFocus } from '../overlays/Dialog';
import styles from './frame.module.css';

/** The product's mark: a chart on a page, in the brand's colour. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" />
      <path d="M7 6.5v11h10M11 13l2.6-2.6 1.8 1.8L18.5 9" />
    </svg>
  );
}

export interface FrameProps {
  nav: ReactNode;
  top: ReactNode;
  tabs: ReactNode;
  children: ReactNode;
  /** Sidebar as a strip of glyphs. Below 1200 px it is one anyway, and below 768 px not even that. */
  isCollapsed: boolean;
  /** Where there is no room for it the whole sidebar lies above the page while it is wanted. */
  isDrawerOpen?: boolean;
  onDrawerClose?(): void;
  words: { skip: string; menu: string; closeMenu: string };
}

/** The keys that scroll work on what has the focus: that is the page, not the landmark around it. */
function handOn({ target, currentTarget }: FocusEvent<HTMLElement>) {
  if (target !== currentTarget) return;
  const pages = [...currentTarget.children] as HTMLElement[];
  pages.find(({ offsetParent }) => offsetParent !== null)?.focus();
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
      <a className={styles.skipLink} href="#main">
        {words.skip}
      </a>
      {isDrawerOpen && (
        <OverlayDrawer
          open
          className={styles.drawer}
          aria-label={words.menu}
          onOpenChange={(_, { open }) => !open && onDrawerClose?.()}
        >
          {nav}
          <span ref={returnFocus} />
          <IconButton icon="dismiss" label={words.closeMenu} className={styles.close} onClick={onDrawerClose} />
        </OverlayDrawer>
      )}
      {!isDrawerOpen && nav}
      {top}
      {tabs}
      <main className={styles.main} id="main" tabIndex={-1} onFocus={handOn}>
        {children}
      </main>
    </div>
  );
}

/** What a tab shows. `fill` takes exactly the height there is (a list scrolls inside itself), `flow` grows. */
export function Page({ variant = 'flow', children }: { variant?: 'fill' | 'flow'; children: ReactNode }) {
  return <div className={`${styles.page} ${styles[`page-${variant}`]}`}>{children}</div>;
}
