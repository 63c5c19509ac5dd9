import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { fileSize } from '../../../../contract/domain/files/fileSize';
import { Button } from '../../../ui/inputs/buttons';
import { DropZone } from '../../../ui/inputs/pictures/DropZone';
import { arrange } from '../../../ui/layout/arrange';
import { type TransferRow, Transfers } from '../../../ui/layout/transfers';
import { Dialog } from '../../../ui/overlays/Dialog';
import { holdFile } from '../../../world/files';
import { errorText } from '../../crud/errorText';
import { isOver, shareOf, type Transfer, uploads } from './uploadsSlice';

const { actions: at, selectors: see } = uploads;

function noteOf(transfer: Transfer, t: TFunction): string {
  const { state, size, problem } = transfer;
  const whole = fileSize(size);
  if (state === 'failed') return problem.startsWith('*') ? t(problem.slice(1) as never) : errorText(t, problem);
  if (state === 'done') return `${whole} · ${t('resource.done')}`;
  const share = shareOf(transfer);
  const arrived = `${Math.floor(100 * share)}% · ${fileSize(Math.min(size, share * size))} / ${whole}`;
  return `${arrived} · ${t(`resource.${state}`)}`;
}

/** Uploads of this window; it may be closed while they run. */
export function UploadDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { isShown, list } = useSelector(see.all);
  if (!isShown) return null;
  const rows = list.map((one): TransferRow => {
    const { key, name, state } = one;
    const pause = { icon: 'pause', label: t('resource.pause'), act: () => dispatch(at.pause(key)) } as const;
    const resume = { icon: 'play-circle', label: t('resource.resume'), act: () => dispatch(at.resume(key)) } as const;
    const retry = { icon: 'arrow-clockwise', label: t('resource.retry'), act: () => dispatch(at.resume(key)) } as const;
    const cancel = { icon: 'dismiss', label: t('resource.cancel'), act: () => dispatch(at.cancel(key)) } as const;
    const buttons = {
      waiting: [pause, cancel],
      sending: [pause, cancel],
      broken: [pause, cancel],
      paused: [resume, cancel],
      checking: [],
      done: [],
      failed: [retry, cancel],
    }[state];
    return {
      ...{ key, name, buttons, note: noteOf(one, t) },
      share: state === 'checking' ? null : shareOf(one),
      tone: state === 'failed' ? 'bad' : state === 'done' ? 'good' : 'plain',
    };
  });
  const running = list.filter((one) => !isOver(one)).length;
  const close = () => dispatch(at.hide());
  return (
    <Dialog
      title={t('resource.uploadTitle')}
      size={600}
      closeLabel={t('frame.close')}
      onClose={close}
      summary={running > 0 ? t('resource.uploading', { count: running }) : undefined}
      footer={<Button onClick={close}>{t('frame.close')}</Button>}
    >
      <div className={arrange.column}>
        <DropZone
          onChoose={() => dispatch(at.choose())}
          onFiles={async (files) => dispatch(at.dropped(await Promise.all(files.map(holdFile))))}
          hint={t('resource.hint')}
          words={{ choose: t('resource.choose'), drop: t('resource.drop') }}
        />
        {rows.length > 0 && <Transfers rows={rows} label={t('resource.list')} />}
      </div>
    </Dialog>
  );
}
