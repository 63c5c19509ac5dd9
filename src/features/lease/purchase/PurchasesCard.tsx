import type { ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { leaseReturn } from '../../../../contract/domain/leasing/investment';
import { directions } from '../../../../contract/domain/lifecycle/direction';
import { isTerminal } from '../../../../contract/domain/lifecycle/orderStates';
import { cents, formatMoney } from '../../../../contract/domain/money';
import { textIn } from '../../../../contract/domain/text';
import { order } from '../../../../contract/modules/lease/order';
import { purchase, purchaseStates } from '../../../../contract/modules/lease/purchase';
import type { Module } from '../../../../contract/schema/module';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { Dash, Money } from '../../../ui/layout/figures';
import { Card, Figures } from '../../../ui/layout/surfaces';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { CrudForm } from '../../crud/CrudForm';
import { PlanCell, PlanRow, PlanTable } from '../order/plan/PlanTable';
import type { View } from '../order/view';
import { purchaseChip, purchaseForm, purchaseList } from './purchaseScreen';

const { actions: at } = purchaseList;
const { fields } = purchase;

/** What was paid for the objects, what came back, and what the lease earns on it. */
function ReturnFigures({ pageState: { parts }, held, format, t }: View) {
  const invested = held.invested ?? '0.00';
  const { plan } = parts;
  if (!plan || cents(invested) <= 0n) return null;
  const { returned, margin } = leaseReturn(invested, plan);
  const effective = held.investmentRate;
  return (
    <Figures
      items={[
        { label: textIn(order.fields.invested.label, format.language), value: formatMoney(invested) },
        ...(plan.length > 0
          ? [
              { label: t('purchases.returned'), value: formatMoney(returned) },
              { label: t('purchases.margin'), value: formatMoney(margin) },
            ]
          : []),
        {
          label: textIn(order.fields.investmentRate.label, format.language),
          value: effective ? `${Number(effective).toFixed(2)}%` : '-',
        },
      ]}
    />
  );
}

/**
 * The payments to the suppliers of an order that its customer pays, and the form in which they are entered, which begins
 * with the only object of the order. `isWaiting`: the order's objects are still to come.
 */
export function PurchasesCard({ problem, isWaiting, ...view }: View & { problem: ReactNode; isWaiting: boolean }) {
  const { pageState, held, format, t } = view;
  const dispatch = useDispatch();
  const codes = useSelector(permission.selectors.codes);
  const word = (name: keyof typeof fields) => textIn(fields[name].label, format.language);
  const { purchases, assets } = pageState.parts;
  if (held.direction !== directions.collect) return null;
  if ((!purchases || isWaiting) && !problem) return <CardSkeleton lines={4} />;
  const only = assets?.length === 1 ? assets[0] : undefined;
  const add = () => dispatch(at.add(only ? { assetId: only.id, assetName: only.assetName } : {}));
  const canAdd = codes[purchase.permission('add')] === true && !isTerminal(held.businessStatus ?? 0);
  const canEdit = codes[purchase.permission('update')] === true;
  const adding = canAdd && assets?.length !== 0 && (
    <Button size="small" icon="add" onClick={add}>
      {t('purchases.add')}
    </Button>
  );
  return (
    <Card title={t('purchases.title')} aside={purchases && purchases.length > 0 && adding}>
      {problem}
      <ReturnFigures {...view} />
      {purchases?.length === 0 && (
        <EmptyState
          kind="never"
          title={t('purchases.none')}
          text={t(assets?.length === 0 ? 'purchases.noObject' : 'purchases.hint')}
        >
          {adding}
        </EmptyState>
      )}
      {purchases && purchases.length > 0 && (
        <PlanTable
          caption={t('purchases.title')}
          columns={[
            { word: word('supplierName') },
            // The only object is named above.
            ...(only ? [] : [{ word: word('assetId') }]),
            { word: word('invoiceNo') },
            { word: t('purchases.day') },
            { word: word('amount'), isFigure: true },
            { word: word('state') },
          ]}
          foot={null}
        >
          <tbody>
            {purchases.map((row) => {
              const isOpen = canEdit && row.state === purchaseStates.due;
              const name = row.supplierName ?? row.assetName ?? '';
              return (
                <PlanRow key={row.id}>
                  <PlanCell phone="name">
                    <LinkButton
                      onClick={() => dispatch(isOpen ? at.edit(row.id) : at.view(row.id))}
                      aria-label={t(isOpen ? 'purchases.edit' : 'purchases.view', { name })}
                    >
                      {name}
                    </LinkButton>
                  </PlanCell>
                  {!only && <PlanCell phone="note">{row.assetName}</PlanCell>}
                  <PlanCell phone="code">{row.invoiceNo ?? <Dash />}</PlanCell>
                  <PlanCell phone="date">{row.paidTime?.slice(0, 10) ?? row.plannedDate ?? <Dash />}</PlanCell>
                  <PlanCell isFigure phone="amount">
                    <Money value={row.amount} />
                  </PlanCell>
                  <PlanCell phone="state">{purchaseChip(row, format)}</PlanCell>
                </PlanRow>
              );
            })}
          </tbody>
        </PlanTable>
      )}
      <CrudForm module={purchase as unknown as Module} slice={purchaseList} screen={purchaseForm} />
    </Card>
  );
}
