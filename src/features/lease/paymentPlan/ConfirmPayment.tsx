import type { ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { capitals, formatMoney } from '../../../../contract/domain/money';
import { label } from '../../../../contract/domain/text';
import { receipt } from '../../../../contract/modules/lease/receipt';
import type { BatchRemark } from '../../../../contract/wire/lease/payments';
import { Button } from '../../../ui/inputs/buttons';
import { FormField, TextArea } from '../../../ui/inputs/fields';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { NumberInput } from '../../../ui/inputs/numbers';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { KeyValues } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { errorText } from '../../crud/errorText';
import { useMenuTitle } from '../../crud/menuTitle';
import { useDirected } from '../direction/directed';
import styles from './ConfirmPayment.module.css';
import { missing, type PaymentsState, payments } from './paymentsSlice';
import { shareTexts } from './words';

const { actions: at } = payments;
const listed = 5;

function FirstFindings({ findings }: { findings: readonly BatchRemark[] }) {
  const t = useDirected(useSelector(payments.selectors.mix));
  return (
    <ul className={text.caption}>
      {findings.slice(0, listed).map(({ id, text }) => (
        <li key={`${id}${text}`}>{text}</li>
      ))}
      {findings.length > listed && <li>{t('payments.andMore', { count: findings.length - listed })}</li>}
    </ul>
  );
}

/** Why the payment was refused; instalments that block the batch can be removed from it. */
function Refusal({ refusal, offenders }: { refusal: string; offenders: readonly BatchRemark[] }) {
  const t = useDirected(useSelector(payments.selectors.mix));
  const dispatch = useDispatch();
  return (
    <MessageBar
      tone="danger"
      action={
        offenders.length > 0 && (
          <LinkButton onClick={() => dispatch(at.drop(offenders.map(({ id }) => id)))}>
            {t('payments.dropAll')}
          </LinkButton>
        )
      }
    >
      {offenders.length > 0 ? (
        <>
          {t('payments.refused', { count: offenders.length })}
          <FirstFindings findings={offenders} />
        </>
      ) : (
        errorText(t, refusal)
      )}
    </MessageBar>
  );
}

/** The parts and their sum end below each other, as figures that are added up do. */
function asSummand(amount: ReactNode) {
  return <span className={styles.summand}>{amount}</span>;
}

/** Final confirmation: the user types the number of payments, so that a payment is never confirmed by accident. */
export function ConfirmPayment({ state }: { state: PaymentsState }) {
  const t = useDirected(useSelector(payments.selectors.mix));
  const dispatch = useDispatch();
  const menu = useMenuTitle(receipt.name, label(...receipt.title));
  const { dialog, attempt, trial } = state;
  if (!dialog || !attempt) return null;
  const count = Object.keys(state.picked).length;
  const { totalAmount, banks } = trial?.batch ?? {};
  const lack = missing(state);
  const offenders = trial?.batch.offenders ?? [];
  const needsReason = trial?.batch.needsReason ?? [];
  const isWrong =
    dialog.typed !== '' && dialog.typed.trim() !== String(count) && !String(count).startsWith(dialog.typed);
  return (
    <Dialog
      title={t('payments.confirmTitle')}
      size={400}
      kind="alert"
      {...(state.busy.pay ? {} : { onClose: () => dispatch(at.putOff()) })}
      footer={
        <>
          <Button
            disabledReason={state.busy.pay ? t('payments.paying') : undefined}
            onClick={() => dispatch(at.putOff())}
          >
            {t('ask.cancel')}
          </Button>
          <Button
            tone="primary"
            type="submit"
            form="confirm-payment"
            disabledReason={lack ? t(`payments.lack_${lack}`, { count }) : undefined}
            busy={state.busy.pay === true}
          >
            {t(attempt.isUnanswered ? 'payments.payAgain' : 'payments.payNow')}
          </Button>
        </>
      }
    >
      <Form id="confirm-payment" className={arrange.column} onSubmit={() => dispatch(at.pay())}>
        <KeyValues
          items={[
            [
              t('payments.count'),
              <b key="count">
                {banks
                  ? t('payments.countOfBanks', { count, banks: t('payments.banks', { count: banks.length }) })
                  : count}
              </b>,
            ],
            ...(trial ? shareTexts(trial.batch, t).map(([name, value]) => [name, asSummand(value)] as const) : []),
            // Where a data scope hides amounts there is no sum.
            ...(totalAmount !== undefined
              ? ([
                  [
                    t('payments.total'),
                    asSummand(<b className={text.large}>{t('payments.yuan', { amount: formatMoney(totalAmount) })}</b>),
                  ],
                  [t('payments.capitals'), capitals(totalAmount)],
                ] as const)
              : []),
          ]}
        />
        {attempt.isUnanswered && <MessageBar tone="warning">{t('payments.unanswered')}</MessageBar>}
        {dialog.waits !== '' && <MessageBar tone="info">{dialog.waits}</MessageBar>}
        {(dialog.refusal !== '' || offenders.length > 0) && <Refusal refusal={dialog.refusal} offenders={offenders} />}
        {needsReason.length > 0 && (
          <>
            <MessageBar tone="warning">
              {t('payments.whyReason')}
              <FirstFindings findings={needsReason} />
            </MessageBar>
            <FormField label={t('payments.reason')} required layout="above">
              <TextArea
                value={attempt.reason}
                maxLength={200}
                readOnly={attempt.isUnanswered}
                placeholder={t('ask.reasonHint')}
                onChange={(reason) => dispatch(at.type({ reason }))}
              />
            </FormField>
          </>
        )}
        <FormField
          label={t('payments.typeCount', { count })}
          required
          layout="above"
          help={t('payments.typeCountHelp', { menu })}
          {...(isWrong ? { problem: t('payments.lack_count', { count }) } : {})}
        >
          <NumberInput
            value={dialog.typed}
            inputMode="numeric"
            maxLength={6}
            onChange={(typed) => dispatch(at.type({ typed }))}
          />
        </FormField>
      </Form>
    </Dialog>
  );
}
