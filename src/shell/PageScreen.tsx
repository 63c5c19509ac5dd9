import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Route, Routes } from 'react-router-dom';
import { findFeature } from '../features/registry';
import { Button } from '../look/buttons';
import { Page } from '../look/frame';
import { CardSkeleton, EmptyState } from '../look/messages';
import { features } from '../store/features';
import { homePath, type Place, route } from '../store/route';

/** The page of a place: waits for its feature's code, then shows the feature's page for what is left of the path. */
export const PageScreen = ({ place }: { place: Place }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const isReady = useSelector((state: never) => features.selectors.isReady(state, place.feature));
  const isLost = useSelector((state: never) => features.selectors.isLost(state, place.feature));
  if (isLost)
    return (
      <Page>
        <EmptyState kind="network" title={t('frame.lost')} text={t('frame.lostText')}>
          <Button tone="primary" icon="arrow-clockwise" onClick={() => dispatch(features.actions.retry(place))}>
            {t('crud.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  const feature = isReady ? findFeature(place.feature) : undefined;
  if (!feature)
    return (
      <Page>
        <CardSkeleton />
      </Page>
    );
  return (
    <Routes location={`/${place.rest}`}>
      {Object.entries(feature.pages).map(([pattern, page]) => (
        // One instance per address: opening another record starts a page of its own.
        <Route key={pattern} path={`/${pattern}`} element={createElement(page, { key: place.path })} />
      ))}
      <Route
        path="*"
        element={
          <Page>
            <EmptyState kind="forbidden" title={`404 · ${t('refusal.404')}`} text={t('refusal.text404')}>
              <Button tone="primary" onClick={() => dispatch(route.actions.go(homePath))}>
                {t('refusal.home')}
              </Button>
            </EmptyState>
          </Page>
        }
      />
    </Routes>
  );
};
