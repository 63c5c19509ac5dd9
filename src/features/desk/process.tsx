import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { homePath, processRoutes } from '../../store/navigation/routes';
import { ButtonLink } from '../../ui/inputs/buttons';
import { Page } from '../../ui/layout/frame';
import { text } from '../../ui/layout/text';
import { EmptyState } from '../../ui/overlays/messages';
import type { Feature } from '../crud/feature';

/** Place of the form of a process: says that this installation has no workflow engine. */
function ProcessPage() {
  const { t } = useTranslation();
  const { pathname: path } = useLocation();
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
        <ButtonLink tone="primary" icon="home" to={homePath}>
          {t('refusal.home')}
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}

export const feature: Feature = {
  name: 'process',
  slices: [],
  pages: Object.fromEntries(processRoutes.map(({ path }) => [path, ProcessPage])),
};
