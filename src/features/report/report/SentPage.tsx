import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { fileSize } from '../../../../contract/domain/files/fileSize';
import { report } from '../../../../contract/modules/report/report';
import { previewPage } from '../../../../contract/wire/reports';
import { browserActions } from '../../../store/browserActions';
import { Button, ButtonLink } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Card, KeyValues } from '../../../ui/layout/surfaces';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import { usePageAddress } from '../../crud/links';
import { previews, type SentState } from './previewSlice';

const { actions: at, selectors: see } = previews;

/** A report that was sent to the person: which it is, and its file. */
export function SentPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const { pathname: path } = useLocation();
  const page: SentState | undefined = useSelector((state: never) => see.sentOf(state, path));
  const reload = () => dispatch(at.reload({ path }));
  if (!page)
    return (
      <Page>
        <CardSkeleton />
      </Page>
    );
  const { sent, trouble } = page;
  if (!sent)
    return (
      <Page>
        <EmptyState
          kind={trouble ? 'missing' : 'network'}
          title={trouble ? errorText(t, trouble) : t('report.lost')}
          isPage
        >
          <Button icon="arrow-clockwise" onClick={reload}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  const current = addressOf({ feature: report.name, rest: `${previewPage}/${sent.reportId}` });
  return (
    <Page>
      <PageTitle title={sent.name} />
      <Card title={t('report.sent')}>
        <KeyValues
          items={[
            [t('report.file'), sent.fileName],
            [t('report.size'), fileSize(sent.size)],
            [t('report.madeAt'), sent.time],
            [t('report.scheduledBy'), sent.by],
          ]}
        />
        <p className={arrange.row}>
          <Button
            tone="primary"
            icon="arrow-download"
            onClick={() => dispatch(browserActions.openWindow(`${sent.link}&d=1`))}
          >
            {t('report.download')}
          </Button>
          {current && (
            <ButtonLink icon="open" to={current}>
              {t('report.openNow')}
            </ButtonLink>
          )}
        </p>
      </Card>
    </Page>
  );
}
