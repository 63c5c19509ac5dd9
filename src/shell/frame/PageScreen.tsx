import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { type RouteObject, useRoutes } from 'react-router-dom';
import { findFeature } from '../../features/registry';
import { features } from '../../store/features';
import type { Place } from '../../store/navigation/route';
import { Button } from '../../ui/inputs/buttons';
import { Page } from '../../ui/layout/frame';
import { CardSkeleton, EmptyState } from '../../ui/overlays/messages';
import { routesAt } from '../pageRoutes';
import { PageRouter } from './PageRouter';

/** The page of a feature for the address, or a redirect to /404. */
const FeaturePage = memo(({ routes }: { routes: RouteObject[] }) => useRoutes(routes));

/** The page of a place: loads its feature, then renders the page for the rest of the path. */
export const PageScreen = memo(({ place }: { place: Place }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const isReady = useSelector((state: never) => features.selectors.isReady(state, place.feature));
  const isLost = useSelector((state: never) => features.selectors.isLost(state, place.feature));
  const feature = isReady ? findFeature(place.feature) : undefined;
  const { path, rest } = place;
  const routes = useMemo(() => feature && routesAt(feature, { path, rest }), [feature, path, rest]);
  if (isLost)
    return (
      <Page>
        <EmptyState isPage kind="network" title={t('frame.lost')} text={t('frame.lostText')}>
          <Button tone="primary" icon="arrow-clockwise" onClick={() => dispatch(features.actions.retry(place))}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  if (!routes)
    return (
      <Page>
        <CardSkeleton />
      </Page>
    );
  return (
    <PageRouter place={place}>
      <FeaturePage routes={routes} />
    </PageRouter>
  );
});
