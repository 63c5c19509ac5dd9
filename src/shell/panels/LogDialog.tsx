import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { shownLogType } from '../../../contract/domain/logTypes';
import { log } from '../../store/log';
import { logView } from '../../store/logView';
import { panel } from '../../store/navigation/panel';
import { Button } from '../../ui/inputs/buttons';
import { arrange } from '../../ui/layout/arrange';
import { Dialog } from '../../ui/overlays/Dialog';
import { LogTable } from '../../ui/table/LogTable';

/** Errors of this browser, to be sent to the server or deleted. */
export function LogDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const entries = useSelector(log.selectors.entries);
  const open = useSelector(logView.selectors.open);
  return (
    <Dialog
      title={t('logs.title')}
      size="full"
      onClose={() => dispatch(panel.actions.hide())}
      closeLabel={t('frame.close')}
    >
      <div className={arrange.column}>
        <div className={arrange.row}>
          <Button tone="primary" icon="arrow-upload" onClick={() => dispatch(log.actions.sendLogs())}>
            {t('logs.send')}
          </Button>
          <Button icon="delete" onClick={() => dispatch(logView.actions.clear())}>
            {t('logs.clear')}
          </Button>
        </div>
        <LogTable
          // Newest first.
          rows={entries
            .map(({ count, ...entry }, at) => ({
              ...entry,
              type: shownLogType(entry.type),
              key: String(at),
              ...(count ? { times: t('logs.times', { count }) } : {}),
            }))
            .reverse()}
          open={open}
          onUnfold={(key) => dispatch(logView.actions.unfold(key))}
          words={{
            caption: t('logs.title'),
            show: t('logs.showStack'),
            hide: t('logs.hideStack'),
            noStack: t('logs.noStack'),
            none: t('logs.none'),
            type: t('logs.type'),
            address: t('logs.address'),
            content: t('logs.content'),
            time: t('logs.time'),
          }}
        />
      </div>
    </Dialog>
  );
}
