import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../look/buttons';
import { Page } from '../look/frame';
import { EmptyState } from '../look/messages';
import { homePath, route } from '../store/route';
import type { Feature } from './feature';

/** /403, /404 and /500: says what is wrong and the way back. */
const RefusalPage = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const path = useSelector(route.selectors.path);
  const code = path === '/403' ? '403' : path === '/500' ? '500' : '404';
  return (
    <Page>
      <EmptyState
        kind="forbidden"
        title={`${code} · ${t(`refusal.${code}`)}`}
        text={code === '404' ? t('refusal.text404') : undefined}
      >
        <Button tone="primary" onClick={() => dispatch(route.actions.go(homePath))}>
          {t('refusal.home')}
        </Button>
      </EmptyState>
    </Page>
  );
};

export const feature: Feature = { name: 'refusal', slices: [], pages: { '': RefusalPage } };
