import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { homePath, route } from '../../store/navigation/route';
import { Button } from '../../ui/inputs/buttons';
import { Page } from '../../ui/layout/frame';
import { text } from '../../ui/layout/text';
import { EmptyState } from '../../ui/overlays/messages';
import type { Feature } from '../crud/feature';
import { usePage } from '../crud/page';

/** Where the form of a process will stand: this installation has no workflow, and says so. */
const ProcessPage = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { path } = usePage().place;
  return (
    <Page>
      <EmptyState
        isPage
        kind="missing"
        title={t('process.missing')}
        text={
          <>
            {t('process.missingText')}
            <br />
            <span className={text.code}>{path}</span>
          </>
        }
      >
        <Button tone="primary" icon="home" onClick={() => dispatch(route.actions.go(homePath))}>
          {t('refusal.home')}
        </Button>
      </EmptyState>
    </Page>
  );
};

export const feature: Feature = { name: 'process', slices: [], pages: { '*': ProcessPage } };
