import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { hasRentTable } from '../../../../contract/domain/leasing/methods/methods';
import { formatMoney, isMoney } from '../../../../contract/domain/money';
import { directions } from '../../../../contract/modules/lease/receipt';
import type { ResultOutcome } from '../../../../contract/wire/bank/lines';
import type { Outcome } from '../../../../contract/wire/ledger/booking';
import type { TakenBack, UndoneLines } from '../../../../contract/wire/ledger/takingBack';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { KeyValues } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { errorText } from '../../crud/errorText';
import { FieldList } from '../../crud/form/FieldList';
import { RentTable } from '../order/terms/RentTable';
import { BookingPreview } from './BookingPreview';
import { ChosenRows } from './ChosenRows';
import styles from './DeedDialog.module.css';
import { type DeedState, deed } from './deedSlice';
import { deedOf, sharesOf } from './deeds';
import { ExitPreview, type Quote } from './ExitPreview';
import { type Made, RestructurePreview } from './RestructurePreview';
import { ResultPreview } from './ResultPreview';
import { TakenBackPreview } from './TakenBackPreview';

const { actions: at, selectors: see } = deed;
const formId = 'deed-form';

function Trial({ name, subject, trial }: DeedState) {
  if (trial === null) return null;
  if (name === 'exit') return <ExitPreview quote={trial as Quote} isCollected={subject.way === directions.received} />;
  if (name === 'restructure') return <RestructurePreview subject={subject} made={trial as Made} />;
  if (name === 'answerBatch') return <ResultPreview outcome={trial as ResultOutcome} />;
  if (name === 'reverse' || name === 'reverseUse' || name === 'undoLines')
    return <TakenBackPreview taken={trial as TakenBack | UndoneLines} />;
  return <BookingPreview trial={trial as Outcome} />;
}

function Refusal({ refusal }: Pick<DeedState, 'refusal'>) {
  const { t } = useTranslation();
  if (!refusal) return null;
  return <MessageBar tone="danger">{errorText(t, refusal)}</MessageBar>;
}

/** What a person does with an order or its money; where the server can say what would happen, it stands beside the form. */
export function DeedDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const state = useSelector(see.all);
  const { name, subject, draft, problems, trial, waits, refusal, busy } = state;
  if (!name) return null;
  const one = deedOf(name);
  const close = () => dispatch(at.close());
  const isTried = one.trial !== undefined;
  const facts = one.facts?.(subject) ?? [];
  const fields = one.fields(subject);
  // Where nothing is entered, what would happen has the whole width.
  const isEntered = Object.keys(fields).length > 0 || (subject.rows ?? []).length > 0;
  const form = (
    <Form id={formId} className={arrange.column} onSubmit={() => dispatch(at.send())}>
      <p>{t(`deed.${name}.text`, { code: subject.contractCode })}</p>
      {subject.effect && <MessageBar tone="info">{t(`deed.change.effect.${subject.effect}`)}</MessageBar>}
      {facts.length > 0 && (
        <KeyValues
          items={facts.map(([fact, value]) => [t(`deed.facts.${fact}`), isMoney(value) ? formatMoney(value) : value])}
        />
      )}
      {!isTried && <Refusal refusal={refusal} />}
      {waits && <MessageBar tone="info">{waits}</MessageBar>}
      {name === 'restructure' && hasRentTable(draft.repayMethod) && (
        <RentTable
          value={String(draft.rentTable ?? '')}
          totalAmount={(trial as Made | null)?.principal ?? subject.amount ?? ''}
          readOnly={false}
          onChange={(rentTable) => dispatch(at.type({ rentTable }))}
          onBlur={() => undefined}
        />
      )}
      {name !== 'restructure' && subject.rows && subject.rows.length > 0 && (
        <ChosenRows
          rows={subject.rows}
          shares={sharesOf(draft)}
          isWrong={problems.lines !== undefined}
          onChange={(lines) => dispatch(at.type({ lines }))}
        />
      )}
      <FieldList
        prefix="deed"
        fields={fields}
        draft={draft}
        problems={problems}
        helps={{
          exitUntil: t('deed.helps.exitUntil'),
          exitRate: t('deed.helps.exitRate'),
          feeRate: t('deed.helps.feeRate'),
          closedUntil: t('deed.helps.closedUntil'),
          interestDate: t('deed.helps.interestDate'),
          fromDate: t('deed.helps.fromDate'),
          extend: t('deed.helps.extend'),
          yearRate: t('deed.helps.unchanged'),
          repayMethod: t('deed.helps.unchanged'),
          dueDay: t('deed.helps.unchanged'),
          residualRate: t('deed.helps.residualRate'),
        }}
        onType={(change) => dispatch(at.type(change))}
      />
    </Form>
  );
  return (
    <Dialog
      title={t(`deed.${name}.title`, { name: subject.name })}
      size={isTried ? 1200 : 600}
      kind="alert"
      closeLabel={t('frame.close')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('ask.cancel')}</Button>
          <Button tone={one.isDanger ? 'danger' : 'primary'} type="submit" form={formId} busy={busy.sending === true}>
            {t(`deed.${name}.sure`)}
          </Button>
        </>
      }
    >
      {isTried ? (
        <div className={isEntered ? styles.sides : arrange.column}>
          {form}
          <section className={arrange.column} aria-label={t('deed.preview')} aria-busy={busy.trial || undefined}>
            <h3 className={text.caption}>{t('deed.preview')}</h3>
            <Refusal refusal={refusal} />
            {trial === null && !refusal && <p className={text.caption}>{t('deed.fill')}</p>}
            <Trial {...state} />
          </section>
        </div>
      ) : (
        form
      )}
    </Dialog>
  );
}
