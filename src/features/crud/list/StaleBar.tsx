import { Button } from '../../../ui/inputs/buttons';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import type { List } from './useList';

/** Above rows that are not the answer to what was asked last: why, and the way to ask again. */
export function StaleBar({ list }: { list: List }) {
  const { t, state, standing, isStale } = list;
  if (!isStale) return null;
  const why = t(state.isCutOff ? 'crud.cutOffTitle' : 'crud.refusedTitle');
  return (
    <MessageBar
      tone={state.isCutOff ? 'warning' : 'danger'}
      action={
        <Button icon="arrow-clockwise" onClick={list.reload}>
          {t('frame.retry')}
        </Button>
      }
    >
      {t(standing === 'other' ? 'crud.staleOther' : 'crud.staleOlder', { why })}
    </MessageBar>
  );
}
