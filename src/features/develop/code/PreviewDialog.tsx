import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { browserActions } from '../../../store/browserActions';
import { Button } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { arrange } from '../../../ui/layout/arrange';
import { Verbatim } from '../../../ui/layout/Verbatim';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { CardSkeleton } from '../../../ui/overlays/messages';
import { generator, type PreviewedFile } from './codeSlice';
import styles from './PreviewDialog.module.css';

const { actions: at, selectors: see } = generator;

function Files({ files, current }: { files: readonly PreviewedFile[]; current: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const shown = files.find(({ path }) => path === current);
  const choose = (path: string) => dispatch(at.choose(path));
  return (
    <div className={styles.files}>
      <nav className={styles.paths} aria-label={t('code.files')}>
        {files.map(({ path }) => (
          <button
            key={path}
            type="button"
            className={styles.path}
            aria-current={path === current}
            onClick={() => choose(path)}
          >
            <span className={styles.folder}>{path.slice(0, path.lastIndexOf('/') + 1)}</span>
            <span>{path.slice(path.lastIndexOf('/') + 1)}</span>
          </button>
        ))}
      </nav>
      <div className={styles.narrow}>
        <SelectInput
          aria-label={t('code.files')}
          value={current}
          options={files.map(({ path }) => ({ value: path, label: path }))}
          onChange={choose}
        />
      </div>
      <div className={styles.text}>{shown && <Verbatim label={shown.path}>{shown.text}</Verbatim>}</div>
    </div>
  );
}

/** The files that would be generated, to be read and copied. */
export function PreviewDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const shown = useSelector(see.shown);
  const isMaking = useSelector(see.isMaking);
  if (!shown) return null;
  const { id, name, files, current, trouble } = shown;
  const close = () => dispatch(at.close());
  const text = files?.find(({ path }) => path === current)?.text;
  return (
    <Dialog
      title={t('code.previewOf', { name })}
      size="70"
      closeLabel={t('frame.close')}
      onClose={close}
      footer={
        <>
          {text !== undefined && (
            <Button icon="copy" onClick={() => dispatch(browserActions.copy({ text, say: 'code.textCopied' }))}>
              {t('code.copyText')}
            </Button>
          )}
          <Button
            tone="primary"
            icon="arrow-download"
            busy={isMaking}
            disabledReason={files ? undefined : t('code.notReady')}
            onClick={() => dispatch(at.generate([id]))}
          >
            {t('code.download')}
          </Button>
        </>
      }
    >
      {trouble !== null ? (
        <MessageBar
          tone="danger"
          action={
            <Button size="small" onClick={() => dispatch(at.show({ id, name }))}>
              {t('frame.retry')}
            </Button>
          }
        >
          {trouble || t('code.lost')}
        </MessageBar>
      ) : files ? (
        <Files files={files} current={current} />
      ) : (
        <div className={arrange.stack}>
          <CardSkeleton lines={8} />
        </div>
      )}
    </Dialog>
  );
}
