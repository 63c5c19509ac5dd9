import type { ReactNode } from 'react';
import { contractKinds } from '../../../../contract/domain/contractKinds';
import { awaitingContract, isTerminal, signing } from '../../../../contract/domain/lifecycle/orderStates';
import { type FascContract, inSigningOrder, isWaiting } from '../../../../contract/modules/esign/fascContract';
import { Button } from '../../../ui/inputs/buttons';
import { MilestoneRow } from '../../../ui/layout/record';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { type ContractActions, ContractRow } from './ContractRow';
import type { View } from './view';

export interface ContractsCardProps extends View, ContractActions {
  problem: ReactNode;
  onMake(): void;
}

/** Why contracts are not to be issued now. */
function laterText({ businessStatus }: View['held']): 'orderPage.isOver' | 'orderPage.afterVoucher' {
  return isTerminal(businessStatus ?? 0) ? 'orderPage.isOver' : 'orderPage.afterVoucher';
}

/** The contracts of the order with the progress of signing. */
export function ContractsCard({ problem, onMake, ...props }: ContractsCardProps) {
  const { pageState, held, t, isMoving, makeDisabled } = props;
  const { contracts } = pageState.parts;
  if (!contracts && !problem) return <CardSkeleton lines={6} />;
  const all = contracts ?? [];
  // Pending contracts first, cancelled ones last.
  const rank = ({ status }: FascContract) => (status === 1 ? 0 : status === 2 ? 1 : 2);
  const sorted = inSigningOrder(all).sort((a, b) => rank(a) - rank(b));
  const signedOn = (type: number) => all.find((one) => one.type === type && one.status === 2)?.finishTime;
  const day = (time: string | null | undefined, on: boolean) =>
    on ? (time?.slice(5, 10) ?? '') : t('orderPage.notYet');
  const isLiveOrder = [awaitingContract, signing].includes(held.businessStatus ?? 0);

  return (
    <Card
      title={t('orderPage.contracts')}
      aside={
        all.length > 0 && (
          <span className={text.caption}>
            {t('orderPage.contractCount', {
              count: all.length,
              waiting: all.filter(isWaiting).length,
            })}
          </span>
        )
      }
    >
      {problem}
      {contracts && (
        <MilestoneRow
          items={[
            {
              key: 'pzsfqr',
              label: t('orderPage.voucherDone'),
              note: day(held.voucherTime, held.pzsfqr === 1),
              on: held.pzsfqr === 1,
            },
            {
              key: 'prqy',
              label: t('orderPage.providerDone'),
              note: day(signedOn(contractKinds.service), held.prqy === 1),
              on: held.prqy === 1,
            },
            {
              key: 'qyqy',
              label: t('orderPage.enterpriseDone'),
              note: day(signedOn(contractKinds.lease), held.qyqy === 1),
              on: held.qyqy === 1,
            },
          ]}
        />
      )}
      {contracts?.length === 0 && (
        <EmptyState
          kind="never"
          title={t('orderPage.noContracts')}
          text={isLiveOrder ? (makeDisabled ?? t('orderPage.canMake')) : t(laterText(held))}
        >
          {isLiveOrder && (
            <Button icon="signature" busy={isMoving} disabledReason={makeDisabled} onClick={onMake}>
              {t('orderPage.make')}
            </Button>
          )}
        </EmptyState>
      )}
      {sorted.map((one) => (
        <ContractRow key={one.id} one={one} isLiveOrder={isLiveOrder} {...props} />
      ))}
    </Card>
  );
}
