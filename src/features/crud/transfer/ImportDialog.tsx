import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { mostRowsImported } from '../../../../contract/domain/files/lists';
import { countIn, textIn } from '../../../../contract/domain/text';
import type { ImportResult } from '../../../../contract/wire/transfer';
import { browserActions } from '../../../store/browserActions';
import { Button } from '../../../ui/inputs/buttons';
import { ProgressLine } from '../../../ui/layout/ProgressLine';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { cells } from '../../../ui/table/cells';
import { errorText } from '../errorText';
import type { CrudScreenProps } from '../screen';
import { useFormat } from '../useFormat';
import styles from './ImportDialog.module.css';

/** Copies what is said of the rows, so that it can be pasted beside the file. */
function CopyButton({ of }: { of: ImportResult['problems'] }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const lines = of.map(({ row, column, text }) => [t('transfer.rowNumber', { row }), column, text].join('\t'));
  return (
    <Button
      size="small"
      icon="copy"
      onClick={() => dispatch(browserActions.copy({ text: lines.join('\n'), say: 'transfer.copied' }))}
    >
      {t('transfer.copy')}
    </Button>
  );
}

/** What is said of which row of the file. */
function Rows({ label, of }: { label: string; of: ImportResult['problems'] }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has nothing else that could be focused
    <section className={styles.problems} aria-label={label} tabIndex={0}>
      <table className={cells.cells}>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              {t('transfer.where')}
            </th>
            <th scope="col">{t('transfer.column')}</th>
            <th scope="col">{t('transfer.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {of.map(({ row, column, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a row may have two alike
            <tr key={at}>
              <td className={styles.number}>{t('transfer.rowNumber', { row })}</td>
              <td>{column}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Result({ result }: { result: ImportResult }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { rows, problems, warnings, notes, problemCount } = result;
  const counts = { count: problemCount, rows: countIn(rows, language) };
  return (
    <>
      {problems.length === 0 ? (
        <MessageBar tone="success">{t('transfer.ready', { count: rows })}</MessageBar>
      ) : (
        <>
          <MessageBar tone="danger" action={<CopyButton of={problems} />}>
            {problemCount > problems.length
              ? t('transfer.refusedMore', { ...counts, found: countIn(problemCount, language), count: problems.length })
              : t('transfer.refused', counts)}
          </MessageBar>
          <Rows label={t('transfer.problems')} of={problems} />
        </>
      )}
      {warnings.length > 0 && (
        <>
          <MessageBar tone="warning" action={<CopyButton of={warnings} />}>
            {t('transfer.warned', { count: warnings.length })}
          </MessageBar>
          <Rows label={t('transfer.warnings')} of={warnings} />
        </>
      )}
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={t('transfer.notes')}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The dialog of an import: template, file, what the check found, and the import itself. */
export function ImportDialog({ slice, screen }: Omit<CrudScreenProps, 'module'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { incoming } = useSelector(slice.selectors.all);
  const { actions: at } = slice;
  if (!incoming) return null;
  const { file, busy, result, refusal } = incoming;
  const isReady = result !== null && result.problems.length === 0;
  return (
    <Dialog
      title={t('transfer.importTitle', { name: textIn(screen.title, language) })}
      size={600}
      closeLabel={t('frame.close')}
      onClose={() => dispatch(at.closeImport())}
      summary={file?.name}
      footer={
        <>
          <Button onClick={() => dispatch(at.closeImport())}>{t('ask.cancel')}</Button>
          <Button
            tone="primary"
            busy={busy === 'import'}
            disabledReason={isReady ? undefined : t('transfer.notReady')}
            onClick={() => dispatch(at.submitImport())}
          >
            {isReady ? t('transfer.submit', { count: result.rows }) : t('transfer.importNow')}
          </Button>
        </>
      }
    >
      <p>{t('transfer.hint', { rows: countIn(mostRowsImported, language) })}</p>
      <div className={styles.steps}>
        <Button icon="arrow-download" onClick={() => dispatch(at.saveTemplate())}>
          {t('transfer.template')}
        </Button>
        <Button icon="arrow-upload" busy={busy !== null} onClick={() => dispatch(at.chooseImport())}>
          {t(file ? 'transfer.chooseOther' : 'transfer.choose')}
        </Button>
      </div>
      {busy && file && (
        <ProgressLine
          label={t(busy === 'trial' ? 'transfer.checking' : 'transfer.importing', { file: file.name })}
          share={undefined}
        />
      )}
      {refusal && <MessageBar tone="danger">{errorText(t, refusal)}</MessageBar>}
      {result && busy === null && <Result key={file?.id} result={result} />}
    </Dialog>
  );
}
