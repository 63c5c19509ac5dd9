import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/inputs/buttons';
import { MessageBar } from '../../ui/overlays/MessageBar';

interface StaleBarProps {
  /** Whether there was no answer, or a refusal. */
  isCutOff: boolean;
  /** What stands below answers another question, and not this one of earlier. */
  isOther?: boolean;
  onRetry(): void;
}

/** Above what is not the answer to what was asked last: why, and the way to ask again. */
export function StaleBar({ isCutOff, isOther = false, onRetry }: StaleBarProps) {
  const { t } = useTranslation();
  const why = t(isCutOff ? 'crud.cutOffTitle' : 'crud.refusedTitle');
  return (
    <MessageBar
      tone={isCutOff ? 'warning' : 'danger'}
      action={
        <Button icon="arrow-clockwise" onClick={onRetry}>
          {t('frame.retry')}
        </Button>
      }
    >
      {t(isOther ? 'crud.staleOther' : 'crud.staleOlder', { why })}
    </MessageBar>
  );
}
