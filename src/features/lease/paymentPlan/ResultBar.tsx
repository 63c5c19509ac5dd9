import { Fragment } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { directions } from '../../../../contract/domain/lifecycle/direction';
import { cents, formatMoney } from '../../../../contract/domain/money';
import { rowName } from '../../../../contract/modules/lease/paymentPlan';
import type { PaymentBatch } from '../../../../contract/wire/lease/payments';
import { permission } from '../../../store/navigation/menu';
import { preferences } from '../../../store/preferences';
import { Button } from '../../../ui/inputs/buttons';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { arrange } from '../../../ui/layout/arrange';
import { Verdict } from '../../../ui/layout/status';
import { text } from '../../../ui/layout/text';
import { errorText } from '../../crud/errorText';
import { useDirected } from '../direction/directed';
import { isLate, type PaymentsState, payments, pickedRows, totalsOf } from './paymentsSlice';
import styles from './ResultBar.module.css';
import { amountOrDash, fewOf, shareTexts, signedParts } from './words';

const { actions: at } = payments;
const payRight = 'paymentPlan_pay';

/** Findings of the dry run, the most severe first. */
function Checks({ batch, state }: { batch: PaymentBatch; state: PaymentsState }) {
  const t = useDirected(useSelector(payments.selectors.mix));
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const { offenders, needsReason, settles, overdue = 0, count } = batch;
  const late = pickedRows(state)
    .filter(isLate)
    .map((row) => t('payments.lateName', { name: row.customerName, period: rowName(row, language) }));
  const drop = (ids: string[]) => dispatch(at.drop(ids));
  return (
    <>
      {offenders.length === 0 ? (
        <Verdict tone="good">
          {t(needsReason.length > 0 ? 'payments.allPayable' : 'payments.allInTurn', { count })}
        </Verdict>
      ) : (
        <>
          <Verdict tone="bad">
            {t('payments.offenders', { count: offenders.length })}{' '}
            <LinkButton onClick={() => drop(offenders.map(({ id }) => id))}>{t('payments.dropAll')}</LinkButton>
          </Verdict>
          <ul className={styles.offenders}>
            {offenders.map(({ id, text }) => (
              <li key={`${id}${text}`}>
                {text}{' '}
                <LinkButton aria-label={t('payments.dropOne', { text })} onClick={() => drop([id])}>
                  {t('payments.drop')}
                </LinkButton>
              </li>
            ))}
          </ul>
        </>
      )}
      {overdue > 0 && (
        <Verdict tone="warning">
          {t(cents(batch.late ?? '0') > 0n ? 'payments.lateCharged' : 'payments.late', {
            count: overdue,
            names: fewOf(late, language, 1),
            amount: formatMoney(batch.late ?? '0'),
          })}
        </Verdict>
      )}
      {needsReason.length > 0 && (
        <Verdict tone="warning">
          {t('payments.needsReason', {
            count: new Set(needsReason.map(({ id }) => id)).size,
            text: fewOf(
              needsReason.map(({ text }) => text),
              language,
              1,
            ),
          })}
        </Verdict>
      )}
      {settles.length > 0 && (
        <Verdict tone="info">
          {t('payments.settles', {
            count: settles.length,
            names: fewOf(
              settles.map(({ customerName }) => customerName),
              language,
            ),
          })}
        </Verdict>
      )}
    </>
  );
}

/** Headings and file name of the exported list. */
export function useExport(state: PaymentsState) {
  const t = useDirected(useSelector(payments.selectors.mix));
  const dispatch = useDispatch();
  const batchNo = state.receipt?.batch.batchNo;
  return () =>
    dispatch(
      at.exportRows({
        heads: t('payments.exportHeads').split(','),
        name: `${t('payments.exportName')}-${batchNo ?? state.today.replaceAll('-', '')}`,
      }),
    );
}

/** The result of the dry run for the selection, always visible, with the button for the next step. */
export function ResultBar({ state }: { state: PaymentsState }) {
  const t = useDirected(useSelector(payments.selectors.mix));
  const dispatch = useDispatch();
  const may = useSelector((root: never) => permission.selectors.may(root, payRight));
  // The bank is asked to pay, never to collect.
  const mayMake =
    useSelector((root: never) => permission.selectors.may(root, 'payBatch_make')) &&
    state.direction !== directions.collect;
  const exportRows = useExport(state);
  const { trial, busy, lost, trialRefusal } = state;
  const totals = totalsOf(pickedRows(state));
  const { count } = totals;

  const why = () => {
    if (!may) return t('crud.noRight', { code: payRight });
    if (count === 0) return t('payments.pickFirst');
    if (!trial) return t(busy.trial ? 'payments.trying' : 'payments.tryFirst');
    const { offenders } = trial.batch;
    return offenders.length > 0 ? t('payments.offenders', { count: offenders.length }) : undefined;
  };
  const nothingPicked = count === 0 ? t('payments.pickFirst') : undefined;

  const checks = () => {
    if (count === 0) return <Verdict tone="info">{t('payments.pickHint')}</Verdict>;
    if (trial) return <Checks batch={trial.batch} state={state} />;
    if (!may) return <Verdict tone="info">{t('crud.noRight', { code: payRight })}</Verdict>;
    if (lost.trial) return <Verdict tone="bad">{t('payments.tryLost')}</Verdict>;
    if (trialRefusal) return <Verdict tone="bad">{errorText(t, trialRefusal)}</Verdict>;
    return <Verdict tone="info">{t('payments.trying')}</Verdict>;
  };

  return (
    <section className={`${arrange.box} ${styles.bar}`} aria-label={t('payments.result')} aria-busy={busy.trial}>
      <div className={styles.words}>
        <div className={styles.result}>
          <div>
            <b>{t(trial || count === 0 ? 'payments.result' : 'payments.running')}</b>{' '}
            <span className={text.caption}>
              {trial && `${trial.time} · `}
              {t('payments.nothingWritten')}
            </span>
          </div>
          <output className={text.total}>{amountOrDash((trial?.batch ?? totals).totalAmount)}</output>
          <div className={text.caption}>
            {signedParts([
              [t('payments.items', { count })],
              trial ? shareTexts(trial.batch, t).map((share) => share.join(' ')) : [],
              [t('payments.banks', { count: totals.banks.length })],
            ]).map((part) => (
              <Fragment key={part}>
                <span className={styles.part}>{part}</span>{' '}
              </Fragment>
            ))}
          </div>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
        <div className={`${arrange.stack} ${styles.checks}`} role="status" tabIndex={0}>
          {checks()}
        </div>
      </div>
      <div className={`${arrange.column} ${styles.steps}`}>
        <Button tone="primary" size="large" disabledReason={why()} onClick={() => dispatch(at.confirm())}>
          {count === 0 ? t('payments.confirmNone') : t('payments.confirm', { count })}
        </Button>
        <span className={`${arrange.row} ${arrange.wideOnly}`}>
          {mayMake && (
            <Button disabledReason={nothingPicked} onClick={() => dispatch(at.makeFile())}>
              {t('payments.makeFile')}
            </Button>
          )}
          <Button disabledReason={nothingPicked} onClick={exportRows}>
            {t('payments.export')}
          </Button>
          <Button
            disabledReason={may ? nothingPicked : t('crud.noRight', { code: payRight })}
            busy={busy.trial === true}
            onClick={() => dispatch(at.tryAgain())}
          >
            {t('payments.tryAgain')}
          </Button>
        </span>
      </div>
    </section>
  );
}
