import { createElement, memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { PageContext } from '../../features/crud/page';
import { findFeature } from '../../features/registry';
import { features } from '../../store/features';
import type { Place } from '../../store/navigation/route';
import { Button } from '../../ui/inputs/buttons';
import { Page } from '../../ui/layout/frame';
import { CardSkeleton, EmptyState } from '../../ui/overlays/messages';
import { pageAt } from '../pageAt';

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
  // Where there is no page the way leads on to /404.
  return found ? <PageContext value={self}>{createElement(found.page)}</PageContext> : null;
});
