import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { isId } from '../../../../contract/domain/values';
import { loanInformation } from '../../../../contract/modules/lease/loanInformation';
import { wordFor } from '../../../store/crud/dict';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { StatusChip } from '../../../ui/layout/status';
import { EmptyState } from '../../../ui/overlays/messages';
import { usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { DeskView } from './DeskView';
import { desks } from './desksSlice';

/** The desk of one paper that was read before. */
export function DetailPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const { dicts, language } = useFormat();
  const addressOf = usePageAddress();
  const desk = useSelector((state: never) => desks.selectors.of(state, id));
  const reading = desk?.reading;
  if (!isId(id))
    return (
      <Page>
        <EmptyState isPage kind="missing" title={t('papers.notFound')} />
      </Page>
    );
  return (
    <Page variant="fill">
      <RecordHead
        title={reading ? wordFor(dicts, 'pic_type', reading.type, language) : t('papers.desk')}
        back={{ label: t('papers.back'), to: addressOf({ feature: loanInformation.name }) }}
      >
        {reading?.accepted && (
          <StatusChip tone="success" glyph="checkmark-circle">
            {t('papers.state.accepted')}
          </StatusChip>
        )}
      </RecordHead>
      <DeskView id={id} />
    </Page>
  );
}
