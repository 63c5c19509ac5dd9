import { createElement, memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { matchPath } from 'react-router-dom';
import type { Feature } from '../features/feature';
import { PageContext } from '../features/page';
import { findFeature } from '../features/registry';
import { Button } from '../look/buttons';
import { Page } from '../look/frame';
import { CardSkeleton, EmptyState } from '../look/messages';
import { features } from '../store/features';
import { homePath, type Place, route } from '../store/route';

/** Which of the feature's pages stands at what is left of the path, and what its pattern names in it. */
const pageAt = ({ pages }: Feature, rest: string) => {
  for (const [pattern, page] of Object.entries(pages)) {
    const match = matchPath(`/${pattern}`, `/${rest}`);
    if (match) return { page, params: match.params };
  }
  return undefined;
};

/** The page of a place: waits for its feature's code, then shows the feature's page for what is left of the path. */
export const PageScreen = memo(({ place }: { place: Place }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const isReady = useSelector((state: never) => features.selectors.isReady(state, place.feature));
  const isLost = useSelector((state: never) => features.selectors.isLost(state, place.feature));
  const feature = isReady ? findFeature(place.feature) : undefined;
  const found = useMemo(() => feature && pageAt(feature, place.rest), [feature, place.rest]);
  const self = useMemo(() => ({ place, params: found?.params ?? {} }), [place, found]);
  if (isLost)
    return (
      <Page>
        <EmptyState isPage kind="network" title={t('frame.lost')} text={t('frame.lostText')}>
          <Button tone="primary" icon="arrow-clockwise" onClick={() => dispatch(features.actions.retry(place))}>
            {t('crud.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  if (!feature)
    return (
      <Page>
        <CardSkeleton />
      </Page>
    );
  if (found) return <PageContext value={self}>{createElement(found.page)}</PageContext>;
  return (
    <Page>
      <EmptyState isPage kind="missing" title={`404 · ${t('refusal.404')}`} text={t('refusal.text404')}>
        <Button tone="primary" onClick={() => dispatch(route.actions.go(homePath))}>
          {t('refusal.home')}
        </Button>
      </EmptyState>
    </Page>
  );
});
