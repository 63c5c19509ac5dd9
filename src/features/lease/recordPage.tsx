import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/inputs/buttons';
import { arrange } from '../../ui/layout/arrange';
import { Page } from '../../ui/layout/frame';
import { CardSkeleton, EmptyState } from '../../ui/overlays/messages';
import { errorText } from '../crud/errorText';

/** In place of a record that could not be loaded. */
export function LostRecord({ text, onRetry }: { text: string; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <Page>
      <EmptyState isPage kind="network" title={t('crud.cutOffTitle')} text={errorText(t, text) || undefined}>
        <Button tone="primary" icon="arrow-clockwise" onClick={onRetry}>
          {t('frame.retry')}
        </Button>
      </EmptyState>
    </Page>
  );
}

/** In place of a record while it loads: its head, its lists, and what stands beside them. */
export function LoadingRecord() {
  return (
    <Page>
      <CardSkeleton lines={5} />
      <div className={arrange.aside}>
        <div>
          <CardSkeleton lines={12} />
        </div>
        <div>
          <CardSkeleton lines={8} />
        </div>
      </div>
    </Page>
  );
}
