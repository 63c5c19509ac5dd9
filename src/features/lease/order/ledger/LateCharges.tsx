import { useDispatch, useSelector } from 'react-redux';
import { cents, sum } from '../../../../../contract/domain/money';
import { type PaymentPlan, rowName } from '../../../../../contract/modules/lease/paymentPlan';
import { permission } from '../../../../store/navigation/menu';
import { LinkButton } from '../../../../ui/inputs/LinkButton';
import { arrange } from '../../../../ui/layout/arrange';
import { Dash, Money } from '../../../../ui/layout/figures';
import { text } from '../../../../ui/layout/text';
import { deed } from '../../deed/deedSlice';
import { subjectOf } from '../deeds/subjects';
import { PlanCell, PlanRow, PlanTable } from '../plan/PlanTable';
import type { View } from '../view';

const amounts = ['lateCharge', 'latePaid', 'lateWaived', 'lateOpen'] as const;

function isCharged({ lateCharge, latePaid, lateWaived, payStatus }: PaymentPlan): boolean {
  return payStatus !== 2 && [lateCharge, latePaid, lateWaived].some((amount) => cents(amount ?? '0') !== 0n);
}

/** The charges on instalments that are paid late: what accrued, was paid and waived, and is open. */
export function LateCharges({ pageState, held, format, t }: View) {
  const dispatch = useDispatch();
  const codes = useSelector(permission.selectors.codes);
  const rows = (pageState.parts.plan ?? []).filter(isCharged);
  if (rows.length === 0) return null;
  const name = (row: PaymentPlan) => rowName(row, format.language);
  const waive = (row: PaymentPlan) =>
    dispatch(
      deed.actions.begin({
        name: 'waive',
        subject: { ...subjectOf(held), id: row.id, name: name(row), amount: row.lateOpen ?? '0' },
      }),
    );
  return (
    <>
      <h3 className={`${arrange.inset} ${text.strong}`}>{t('lateCharges.title')}</h3>
      <PlanTable
        caption={t('lateCharges.title')}
        columns={[
          { word: t('lateCharges.row') },
          { word: t('lateCharges.days'), isFigure: true },
          ...amounts.map((amount) => ({ word: t(`lateCharges.${amount}`), isFigure: true })),
          { word: t('lateCharges.act') },
        ]}
        foot={
          <PlanRow>
            <PlanCell columns={2} phone="name">
              {t('lateCharges.sum')}
            </PlanCell>
            {amounts.map((amount) => (
              <PlanCell key={amount} isFigure phone={amount === 'lateOpen' ? 'amount' : undefined}>
                <Money value={sum(rows.map((row) => row[amount] ?? '0'))} />
              </PlanCell>
            ))}
            <PlanCell />
          </PlanRow>
        }
      >
        <tbody>
          {rows.map((row) => (
            <PlanRow key={row.id}>
              <PlanCell phone="name">{name(row)}</PlanCell>
              <PlanCell isFigure>{row.overdueDays || <Dash />}</PlanCell>
              {amounts.map((amount) => (
                <PlanCell key={amount} isFigure phone={amount === 'lateOpen' ? 'amount' : undefined}>
                  <Money value={row[amount] ?? '0'} />
                </PlanCell>
              ))}
              <PlanCell phone="state">
                {cents(row.lateOpen ?? '0') > 0n ? (
                  <LinkButton
                    aria-label={t('lateCharges.waiveOf', { name: name(row) })}
                    disabledReason={
                      codes.paymentPlan_waive ? undefined : t('crud.noRight', { code: 'paymentPlan_waive' })
                    }
                    onClick={() => waive(row)}
                  >
                    {t('lateCharges.waive')}
                  </LinkButton>
                ) : (
                  <Dash />
                )}
              </PlanCell>
            </PlanRow>
          ))}
        </tbody>
      </PlanTable>
    </>
  );
}
