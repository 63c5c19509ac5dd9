import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { datasource } from '../../../../contract/modules/develop/datasource';
import { Button } from '../../../ui/inputs/buttons';
import { Page } from '../../../ui/layout/frame';
import { RecordHead } from '../../../ui/layout/record';
import { Chip } from '../../../ui/layout/status';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import { usePageAddress } from '../../crud/links';
import { driverTitle, type SourceHead, sourcePages } from './sourcePagesSlice';

/** Name and kind of a data source, and the way to its other page. */
export function SourceHeader({ head, end }: { head: SourceHead; end?: ReactNode }) {
  const { t } = useTranslation();
  const addressOf = usePageAddress();
  return (
    <RecordHead
      title={head.name}
      back={{ label: t('datasource.back'), to: addressOf({ feature: datasource.name }) }}
      {...(end ? { end } : {})}
    >
      <Chip tone="neutral">{driverTitle(head.driverClass)}</Chip>
    </RecordHead>
  );
}

/** A page that waits for its source, or does not get it. */
export function SourceMissing({ path, trouble }: { path: string; trouble: string | null }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  if (trouble === null)
    return (
      <Page>
        <CardSkeleton lines={8} />
      </Page>
    );
  return (
    <Page>
      <EmptyState
        kind={trouble === '' ? 'network' : 'broken'}
        title={trouble === '' ? t('datasource.lost') : errorText(t, trouble)}
        isPage
      >
        <Button icon="arrow-clockwise" onClick={() => dispatch(sourcePages.actions.reload({ path }))}>
          {t('frame.retry')}
        </Button>
      </EmptyState>
    </Page>
  );
}
