import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatMoney } from '../../../../contract/domain/money';
import { textIn } from '../../../../contract/domain/text';
import { problemText } from '../../../../contract/schema/messages';
import type { Outcome } from '../../../../contract/wire/ledger/booking';
import { Button } from '../../../ui/inputs/buttons';
import { FormField } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Money } from '../../../ui/layout/figures';
import { KeyValues } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { FieldInput, isGroup } from '../../crud/inputs';
import { useFormat } from '../../crud/useFormat';
import { PlanCell, PlanRow, PlanTable } from '../order/PlanTable';
import styles from './BookingDialog.module.css';
import { booking, fieldsOf } from './bookingSlice';

const { actions: at, selectors: see } = booking;

/** What the money would be booked to. */
function Preview({ trial }: { trial: Outcome }) {
  const { t } = useTranslation();
  if (trial.entries.length === 0) return <p className={text.caption}>{t('receipts.nothingDue')}</p>;
  return (
    <PlanTable
      caption={t('receipts.preview')}
      columns={[
        { word: t('receipts.instalment'), width: 190 },
        { word: t('receipts.due'), width: 104 },
        { word: t('receipts.gets'), width: 116, isFigure: true },
        { word: t('receipts.after'), width: 116, isFigure: true },
      ]}
      foot={
        <PlanRow>
          <PlanCell columns={2} phone="name">
            {t('receipts.booked')}
          </PlanCell>
          <PlanCell isFigure phone="amount">
            <Money value={trial.booked} strong />
          </PlanCell>
          <PlanCell />
        </PlanRow>
      }
    >
      <tbody>
        {trial.entries.map((entry) => (
          <PlanRow key={entry.planId}>
            <PlanCell phone="name">
              {t('receipts.period', { code: entry.contractCode, period: entry.currentPeriods })}
            </PlanCell>
            <PlanCell phone="code">
              <time>{entry.paymentDate}</time>
            </PlanCell>
            <PlanCell isFigure phone="amount">
              <Money value={entry.amount} />
            </PlanCell>
            <PlanCell isFigure phone="date">
              <Money value={entry.openAmount} />
            </PlanCell>
          </PlanRow>
        ))}
      </tbody>
    </PlanTable>
  );
}

/** Books money that has moved, or what was unclaimed of it, and shows meanwhile what it would be booked to. */
export function BookingDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const state = useSelector(see.all);
  const { isOpen, claimed, only, draft, problems, trial, refusal, busy } = state;
  if (!isOpen) return null;
  const close = () => dispatch(at.close());
  const book = () => dispatch(at.book());
  return (
    <Dialog
      title={claimed ? t('receipts.claimTitle', { name: claimed.name }) : t('receipts.bookTitle')}
      size={1200}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('receipts.cancel')}</Button>
          <Button tone="primary" busy={busy.booking === true} onClick={book}>
            {claimed ? t('receipts.claim') : t('receipts.book')}
          </Button>
        </>
      }
    >
      <div className={styles.sides}>
        <Form className={arrange.column} onSubmit={book}>
          {claimed && <KeyValues items={[[t('receipts.unclaimed'), formatMoney(claimed.openAmount)]]} />}
          {only && <p className={text.caption}>{t('receipts.onlyOrder', { code: only.contractCode })}</p>}
          {Object.entries(fieldsOf(state)).map(([name, field]) => {
            const problem = problems[name];
            return (
              <FormField
                key={name}
                id={`booking-${name}`}
                layout="above"
                label={textIn(field.label, format.language)}
                required={field.required}
                as={isGroup(field, format) ? 'group' : 'field'}
                {...(problem ? { problem: problemText(field, problem, format.language) } : {})}
              >
                <FieldInput
                  name={name}
                  field={field}
                  draft={draft}
                  format={format}
                  onType={(change) => dispatch(at.type(change))}
                />
              </FormField>
            );
          })}
        </Form>
        <section className={arrange.column} aria-label={t('receipts.preview')} aria-busy={busy.trial || undefined}>
          <h3 className={text.caption}>{t('receipts.preview')}</h3>
          {refusal && (
            <MessageBar tone="danger">{refusal.startsWith('*') ? t(refusal.slice(1) as never) : refusal}</MessageBar>
          )}
          {!trial && !refusal && <p className={text.caption}>{t('receipts.fill')}</p>}
          {trial && <Preview trial={trial} />}
          {trial && <KeyValues items={[[t('receipts.left'), formatMoney(trial.rest)]]} />}
        </section>
      </div>
    </Dialog>
  );
}
