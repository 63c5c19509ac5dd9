import type { ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { isTerminal } from '../../../../contract/domain/lifecycle/orderStates';
import { textIn } from '../../../../contract/domain/text';
import { asset } from '../../../../contract/modules/lease/asset';
import type { Module } from '../../../../contract/schema/module';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { Dash, Money } from '../../../ui/layout/figures';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { CrudForm } from '../../crud/CrudForm';
import { PlanCell, PlanRow, PlanTable } from '../order/plan/PlanTable';
import type { View } from '../order/view';
import { assetChip, assetForm, assetList } from './assetScreen';

const { actions: at } = assetList;
const { fields } = asset;

/** The lease objects of an order, and the form in which they are entered. */
export function AssetsCard({ pageState, held, format, t, problem }: View & { problem: ReactNode }) {
  const dispatch = useDispatch();
  const codes = useSelector(permission.selectors.codes);
  const word = (name: keyof typeof fields) => textIn(fields[name].label, format.language);
  const { assets } = pageState.parts;
  if (!assets && !problem) return <CardSkeleton lines={4} />;
  const add = () => dispatch(at.add({ orderId: held.id, contractCode: held.contractCode ?? held.customerName }));
  const canAdd = codes[asset.permission('add')] === true && !held.paperState && !isTerminal(held.businessStatus ?? 0);
  const canEdit = codes[asset.permission('update')] === true;
  const adding = canAdd && (
    <Button size="small" icon="add" onClick={add}>
      {t('assets.add')}
    </Button>
  );
  return (
    <Card
      title={t('assets.title')}
      note={
        assets &&
        assets.length > 0 && <span className={text.caption}>{t('assets.count', { count: assets.length })}</span>
      }
      aside={assets && assets.length > 0 && adding}
    >
      {problem}
      {assets?.length === 0 && (
        <EmptyState kind="never" title={t('assets.none')} text={t(held.paperState ? 'assets.fixed' : 'assets.hint')}>
          {adding}
        </EmptyState>
      )}
      {assets && assets.length > 0 && (
        <PlanTable
          caption={t('assets.title')}
          columns={[
            { word: word('assetName') },
            { word: word('model') },
            { word: word('serialNo') },
            { word: word('purchasePrice'), isFigure: true },
            { word: word('insuredUntil') },
            { word: word('state') },
          ]}
          foot={null}
        >
          <tbody>
            {assets.map((row) => (
              <PlanRow key={row.id}>
                <PlanCell phone="name">
                  <LinkButton
                    onClick={() => dispatch(canEdit ? at.edit(row.id) : at.view(row.id))}
                    aria-label={t(canEdit ? 'assets.edit' : 'assets.view', { name: row.assetName })}
                  >
                    {row.assetName}
                  </LinkButton>
                </PlanCell>
                <PlanCell phone="note">{row.model ?? <Dash />}</PlanCell>
                <PlanCell phone="code">{row.serialNo}</PlanCell>
                <PlanCell isFigure phone="amount">
                  <Money value={row.purchasePrice} />
                </PlanCell>
                <PlanCell phone="date">{row.insuredUntil ?? <Dash />}</PlanCell>
                <PlanCell phone="state">{assetChip(row, format)}</PlanCell>
              </PlanRow>
            ))}
          </tbody>
        </PlanTable>
      )}
      <CrudForm module={asset as unknown as Module} slice={assetList} screen={assetForm} />
    </Card>
  );
}
