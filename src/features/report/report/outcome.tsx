import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/inputs/buttons';
import { Card } from '../../../ui/layout/surfaces';
import { EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';

/** Says why a report is missing, with a way to ask again. `trouble`: the refusal, '' for a broken connection. */
export function ReportLost({ trouble, onRetry }: { trouble: string; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        kind={trouble === '' ? 'network' : 'broken'}
        title={trouble === '' ? t('report.lost') : errorText(t, trouble)}
      >
        <Button icon="arrow-clockwise" onClick={onRetry}>
          {t('frame.retry')}
        </Button>
      </EmptyState>
    </Card>
  );
}

export type FileFormat = 'xlsx' | 'pdf';
interface FileButtonsProps {
  receiving: string | null;
  /** There is a report to save. */
  isMade: boolean;
  onSave(format: FileFormat): void;
}

/** Saves a report as a workbook or as a PDF. */
export function FileButtons({ receiving, isMade, onSave }: FileButtonsProps) {
  const { t } = useTranslation();
  return (['xlsx', 'pdf'] as const).map((format) => (
    <Button
      key={format}
      icon="arrow-download"
      busy={receiving === format}
      {...(isMade ? {} : { disabledReason: t('report.runFirst') })}
      onClick={() => onSave(format)}
    >
      {t(`report.${format}`)}
    </Button>
  ));
}
