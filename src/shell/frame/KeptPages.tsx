import { Activity, memo, type RefObject, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Provider, useDispatch, useSelector, useStore } from 'react-redux';
import type { Store } from 'redux';
import { log } from '../../store/log';
import { keepAlive } from '../../store/navigation/keepAlive';
import { stateOf } from '../../store/navigation/pageState';
import { type Place, route } from '../../store/navigation/route';
import { Button } from '../../ui/inputs/buttons';
import { Page } from '../../ui/layout/frame';
import { EmptyState } from '../../ui/overlays/messages';
import styles from './KeptPages.module.css';
import { PageBoundary } from './PageBoundary';
import { PageScreen } from './PageScreen';
import { UnansweredBar } from './UnansweredBar';

/** The store with the state of one page, also while another page of its feature is on screen. */
function storeOf(store: Store, path: string): Store {
  let whole: unknown;
  let own: unknown;
  return {
    ...store,
    getState() {
      const now: object = store.getState();
      if (now !== whole) [whole, own] = [now, stateOf(now, path)];
      return own;
    },
  };
}

/** Scroll positions, because a hidden element loses them in some browsers. */
type Scrolled = Map<Element, { left: number; top: number }>;

/** Whether the focused element was in a page that is now hidden. */
function isFocusLost(page: HTMLElement) {
  const { activeElement, body } = page.ownerDocument;
  if (!activeElement || activeElement === body) return true;
  const home = activeElement.closest('[data-kept-page]');
  return home !== null && home !== page;
}

interface KeptPageProps {
  place: Place;
  /** Whether a page was shown before: the first one leaves the focus unchanged. */
  hasBegun: RefObject<boolean>;
}

const KeptPage = memo(({ place, hasBegun }: KeptPageProps) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const store = useStore();
  const { path } = place;
  const own = useMemo(() => storeOf(store, path), [store, path]);
  const scrolled = useRef<Scrolled>(new Map());

  /** Runs each time the page is shown. */
  const shown = useMemo(
    () => (page: HTMLElement | null) => {
      if (!page) return;
      for (const [element, at] of scrolled.current) {
        if (!page.contains(element)) scrolled.current.delete(element);
        else if (element.scrollTop !== at.top || element.scrollLeft !== at.left) element.scrollTo(at);
      }
      if (hasBegun.current && isFocusLost(page)) page.focus({ preventScroll: true });
      hasBegun.current = true;
    },
    [hasBegun],
  );

  return (
    <div
      className={styles.page}
      data-kept-page
      tabIndex={-1}
      ref={shown}
      onScrollCapture={({ target }) => {
        const { scrollLeft: left, scrollTop: top } = target as Element;
        scrolled.current.set(target as Element, { left, top });
      }}
    >
      <Provider store={own}>
        <PageBoundary
          onBroken={(failure) => dispatch(log.actions.failed(failure))}
          broken={(retry) => (
            <Page>
              <EmptyState isPage kind="broken" title={t('tabs.broken')} text={t('tabs.brokenText')}>
                <Button
                  tone="primary"
                  icon="arrow-clockwise"
                  onClick={() => {
                    dispatch(keepAlive.actions.retried(place));
                    retry();
                  }}
                >
                  {t('frame.retry')}
                </Button>
              </EmptyState>
            </Page>
          )}
        >
          <PageScreen place={place} />
        </PageBoundary>
      </Provider>
    </div>
  );
});

/** The open pages. One is visible; the others stay mounted, hidden and without subscriptions. */
export const KeptPages = memo(() => {
  const pages = useSelector(keepAlive.selectors.pages);
  const path = useSelector(route.selectors.path);
  const hasBegun = useRef(false);
  return (
    <>
      <UnansweredBar />
      {pages.map(({ place, epoch }) => (
        <Activity key={place.path} mode={place.path === path ? 'visible' : 'hidden'}>
          <KeptPage key={epoch} place={place} hasBegun={hasBegun} />
        </Activity>
      ))}
    </>
  );
});
