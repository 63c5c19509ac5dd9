import type { ReactNode } from 'react';
import { daysBetween } from '../../../../contract/domain/calendar';
import { awaitingContract, isTerminal, signing } from '../../../../contract/domain/orderStates';
import { textIn } from '../../../../contract/domain/text';
import {
  type FascContract,
  fascContract,
  isWaiting,
  paperHidden,
  smsStates,
} from '../../../../contract/modules/lease/fascContract';
import { wordFor } from '../../../store/crud/dict';
import { Button } from '../../../ui/inputs/buttons';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { arrange } from '../../../ui/layout/arrange';
import { MilestoneRow, SigningCard } from '../../../ui/layout/record';
import { StatusChip, Verdict } from '../../../ui/layout/status';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { textOf } from '../../crud/cells';
import { contractChip } from './chips';
import { shortTime, type View } from './view';

export function paperName({ type }: Pick<FascContract, 'type'>, { format }: Pick<View, 'format'>): string {
  return wordFor(format.dicts, 'contract_type', type ?? 0, format.language);
}

export interface ContractsCardProps extends View {
  problem: ReactNode;
  onOpen(url: string): void;
  /** Starts signing at the counter. */
  onCounter(contract: FascContract): void;
  /** Why signing at the counter is not possible. */
  counterDisabled?: string;
  onMake(): void;
  onResend(contract: FascContract): void;
  isMoving: boolean;
  /** Why contracts can neither be made nor sent again. */
  makeDisabled?: string;
}

/** The contracts of the order with the progress of signing. */
export function ContractsCard({
  problem,
  onOpen,
  onCounter,
  counterDisabled,
  onMake,
  onResend,
  isMoving,
  makeDisabled,
  ...view
}: ContractsCardProps) {
  const { pageState, held, t } = view;
  const { contracts, history = [] } = pageState.parts;
  if (!contracts && !problem) return <CardSkeleton lines={6} />;
  const all = contracts ?? [];
  // Pending contracts first, cancelled ones last.
  const rank = ({ status }: FascContract) => (status === 1 ? 0 : status === 2 ? 1 : 2);
  const sorted = [...all].sort((a, b) => rank(a) - rank(b) || (a.type ?? 0) - (b.type ?? 0));
  const signedOn = (type: number) => all.find((one) => one.type === type && one.status === 2)?.finishTime;
  const day = (time: string | null | undefined, on: boolean) => (on ? (time?.slice(5, 10) ?? '') : t('cockpit.notYet'));
  const isLiveOrder = [awaitingContract, signing].includes(held.businessStatus ?? 0);

  const verdictOf = (one: FascContract): ReactNode => {
    if (one.status !== 1) return undefined;
    if (one.signTaskStatus === 'rejected') {
      const reason =
        one.reason ?? history.find(({ entityId, action }) => entityId === one.id && action === 'reject')?.reason;
      return <Verdict tone="bad">{reason ? t('cockpit.reason', { reason }) : t('cockpit.refused')}</Verdict>;
    }
    if (!one.expireTime) return undefined;
    if (!isWaiting(one))
      return (
        <Verdict tone="bad" glyph="clock">
          {t('cockpit.expired', { time: shortTime(one.expireTime) })}
        </Verdict>
      );
    const waited = Math.max(0, daysBetween(sentOf(one).slice(0, 10), pageState.today));
    const left = daysBetween(pageState.today, one.expireTime.slice(0, 10));
    return (
      <Verdict tone="warning" glyph="clock">
        {waited > 0 ? t('cockpit.waited', { waited, left }) : t('cockpit.sentToday', { left })}
      </Verdict>
    );
  };
  /** When the contract was last sent: sending again keeps its row. */
  const sentOf = (one: FascContract): string =>
    history.find(({ entityId, action }) => entityId === one.id && (action === 'resend' || action === 'send'))
      ?.createTime ?? one.createTime;
  const customerNote = (one: FascContract) => {
    if (one.finishTime) return shortTime(one.finishTime);
    if (one.signTaskStatus === 'rejected') return t('cockpit.refusedShort');
    return one.readTime ? t('cockpit.readOn', { time: shortTime(one.readTime) }) : t('cockpit.unread');
  };
  /** Delivery state of the message with the link, or how the contract was signed. */
  const wayNote = (one: FascContract): string => {
    const { smsStatus, smsPhone: phone, signWay, witnessName: name } = one;
    if (one.status === 2 && signWay)
      return [textOf(fascContract.fields.signWay, signWay, view.format), name && t('cockpit.witness', { name })]
        .filter(Boolean)
        .join(' · ');
    if (!isWaiting(one)) return '';
    if (smsStatus === smsStates.sending) return t('cockpit.smsSending', { phone });
    if (smsStatus === smsStates.sent) return t('cockpit.smsSent', { phone, time: shortTime(one.smsTime) });
    if (smsStatus === smsStates.failed)
      return t('cockpit.smsFailed', { phone, cause: textOf(fascContract.fields.smsFault, one.smsFault, view.format) });
    return one.loanUrl ? '' : t('cockpit.counterOnly');
  };
  const link = (key: string, label: string, onClick: () => void, off?: string) => (
    <LinkButton key={key} disabledReason={off} onClick={onClick}>
      {label}
    </LinkButton>
  );

  return (
    <Card
      title={t('cockpit.contracts')}
      aside={
        all.length > 0 && (
          <span className={text.caption}>
            {t('cockpit.contractCount', {
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
              label: t('cockpit.voucherDone'),
              note: day(held.voucherTime, held.pzsfqr === 1),
              on: held.pzsfqr === 1,
            },
            {
              key: 'prqy',
              label: t('cockpit.providerDone'),
              note: day(signedOn(1), held.prqy === 1),
              on: held.prqy === 1,
            },
            {
              key: 'qyqy',
              label: t('cockpit.enterpriseDone'),
              note: day(signedOn(2), held.qyqy === 1),
              on: held.qyqy === 1,
            },
          ]}
        />
      )}
      {contracts?.length === 0 && (
        <EmptyState
          kind="never"
          title={t('cockpit.noContracts')}
          text={t(
            isLiveOrder
              ? 'cockpit.canMake'
              : isTerminal(held.businessStatus ?? 0)
                ? 'cockpit.isOver'
                : 'cockpit.afterVoucher',
          )}
        >
          {isLiveOrder && (
            <Button icon="signature" busy={isMoving} disabledReason={makeDisabled} onClick={onMake}>
              {t('cockpit.make')}
            </Button>
          )}
        </EmptyState>
      )}
      {sorted.map((one) => {
        const { previewUrl } = one;
        // The link is shown in test mode only, where no message is sent.
        const loanUrl = isWaiting(one) && one.loanUrl;
        const links = [
          previewUrl && link('preview', t('cockpit.previewPaper'), () => onOpen(previewUrl)),
          one.previewHidden === 1 &&
            link('preview', t('cockpit.previewPaper'), () => {}, textIn(paperHidden, view.format.language)),
          loanUrl && link('page', t('cockpit.signPage'), () => onOpen(loanUrl)),
          isWaiting(one) &&
            link('counter', t('cockpit.counter'), () => onCounter(one), isMoving ? t('crud.locked') : counterDisabled),
          one.status === 1 &&
            isLiveOrder &&
            link('resend', t('cockpit.resend'), () => onResend(one), isMoving ? t('crud.locked') : makeDisabled),
        ].filter(Boolean);
        return (
          <SigningCard
            key={one.id}
            title={paperName(one, view)}
            chip={contractChip(one, view.format)}
            note={
              <>
                {[one.contractNumber, one.retryFlag ? t('cockpit.resent', { count: one.retryFlag }) : '', wayNote(one)]
                  .filter(Boolean)
                  .join(' · ')}{' '}
                {loanUrl && (
                  <StatusChip tone="warning" glyph="wrench">
                    {t('sign.testMode')}
                  </StatusChip>
                )}
              </>
            }
            isHot={one.status === 1}
            parties={[
              { key: 'provider', label: t('cockpit.provider'), note: shortTime(sentOf(one)), on: true },
              { key: 'enterprise', label: t('cockpit.enterprise'), note: shortTime(sentOf(one)), on: true },
              { key: 'customer', label: t('cockpit.customer'), note: customerNote(one), on: one.status === 2 },
            ]}
            verdict={verdictOf(one)}
            actions={links.length > 0 && <span className={arrange.row}>{links}</span>}
          />
        );
      })}
    </Card>
  );
}
