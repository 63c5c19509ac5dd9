import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { FlowDialog } from '../../flow/FlowViewer';
import { follow } from './followSlice';
import { HistoryList } from './HistoryList';

/** The diagram of a definition, or of an instance with its history below. */
export function FollowDialog() {
  const { t } = useTranslation();
  const held = useSelector(follow.selectors.held);
  return (
    <FlowDialog>
      {held && (
        <>
          <h3>{t('work.history')}</h3>
          <HistoryList entries={held.entries} lost={held.lost} />
        </>
      )}
    </FlowDialog>
  );
}
