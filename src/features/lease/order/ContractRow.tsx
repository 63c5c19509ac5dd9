import type { ReactNode } from 'react';
import { daysBetween } from '../../../../contract/domain/calendar';
import { textIn } from '../../../../contract/domain/text';
import {
  type FascContract,
  fascContract,
  isUnderWay,
  isWaiting,
  paperHidden,
  providers,
  smsStates,
} from '../../../../contract/modules/esign/fascContract';
import { wordFor } from '../../../store/crud/dict';
import type { HistoryEntry } from '../../../store/crud/history';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { arrange } from '../../../ui/layout/arrange';
import { SigningCard } from '../../../ui/layout/record';
import { StatusChip, Verdict } from '../../../ui/layout/status';
import { textOf } from '../../crud/cells';
import { contractChip } from './chips';
import { isSignedHere } from './counter/counterSlice';
import { shortTime, type View } from './view';

export function paperName({ type }: Pick<FascContract, 'type'>, { format }: Pick<View, 'format'>): string {
  return wordFor(format.dicts, 'contract_type', type ?? 0, format.language);
}

function verdictOf(one: FascContract, { pageState, t }: View): ReactNode {
  const { history = [] } = pageState.parts;
  if (one.status !== 1) return undefined;
  if (one.signTaskStatus === 'rejected') {
    const reason =
      one.reason ?? history.find(({ entityId, action }) => entityId === one.id && action === 'reject')?.reason;
    return <Verdict tone="bad">{reason ? t('history.reason', { reason }) : t('orderPage.refused')}</Verdict>;
  }
  if (one.signTaskStatus === 'failed')
    return <Verdict tone="bad">{t('orderPage.makeFailed', { reason: one.reason ?? '' })}</Verdict>;
  if (one.signTaskStatus === 'canceled')
    return (
      <Verdict tone="bad">
        {one.reason ? t('orderPage.withdrawn', { reason: one.reason }) : t('orderPage.withdrawnAtFasc')}
      </Verdict>
    );
  if (isUnderWay(one))
    return (
      <Verdict tone="warning" glyph="clock">
        {t(one.signTaskStatus === 'sign_completed' ? 'orderPage.fileComing' : 'orderPage.making')}
      </Verdict>
    );
  if (!one.expireTime) return undefined;
  if (isWaiting(one) && one.reason) return <Verdict tone="bad">{t('history.reason', { reason: one.reason })}</Verdict>;
  if (!isWaiting(one))
    return (
      <Verdict tone="bad" glyph="clock">
        {t('orderPage.expired', { time: shortTime(one.expireTime) })}
      </Verdict>
    );
  const waited = Math.max(0, daysBetween(sentOf(one, history).slice(0, 10), pageState.today));
  const left = daysBetween(pageState.today, one.expireTime.slice(0, 10));
  return (
    <Verdict tone="warning" glyph="clock">
      {waited > 0
        ? t(hasLink(one) ? 'orderPage.waited' : 'orderPage.waitedHere', { waited, left })
        : t(hasLink(one) ? 'orderPage.sentToday' : 'orderPage.madeToday', { left })}
    </Verdict>
  );
}

/** Whether the customer has a link, and does not sign at the counter alone. */
function hasLink(one: FascContract): boolean {
  return Boolean(one.loanUrl) || Boolean(one.smsStatus) || isAtService(one);
}

/** When the contract was last sent: sending again keeps its row. */
function sentOf(one: FascContract, history: readonly HistoryEntry[]): string {
  const sent = history.find(
    ({ entityId, action }) => entityId === one.id && (action === 'resend' || action === 'send'),
  );
  return sent?.createTime ?? one.createTime;
}

/** Our seals are on a contract from its sending; a service sets them later, and does not tell when. */
export function sealOf(one: FascContract, { pageState, t }: View): { note: string; on: boolean } {
  if (!isAtService(one)) return { note: shortTime(sentOf(one, pageState.parts.history ?? [])), on: true };
  const on = one.status === 2;
  return { note: on ? shortTime(one.finishTime) : t('orderPage.notYet'), on };
}

function customerNote(one: FascContract, { t }: View): string {
  if (one.finishTime) return shortTime(one.finishTime);
  if (one.signTaskStatus === 'rejected') return t('orderPage.refusedShort');
  if (one.signTaskStatus === 'failed') return t('orderPage.makeFailedShort');
  if (one.signTaskStatus === 'canceled') return t('orderPage.withdrawnShort');
  return one.readTime ? t('orderPage.readOn', { time: shortTime(one.readTime) }) : t('orderPage.unread');
}

/** Delivery state of the message with the link, or how the contract was signed. */
function wayNote(one: FascContract, { format, t }: View): string {
  const { smsStatus, smsPhone: phone, signWay, witnessName: name, checkableUntil: date } = one;
  if (one.status === 2 && signWay)
    return [
      textOf(fascContract.fields.signWay, signWay, format),
      name && t('orderPage.witness', { name }),
      date && t('orderPage.checkable', { date }),
    ]
      .filter(Boolean)
      .join(' · ');
  if (!isWaiting(one)) return '';
  if (smsStatus === smsStates.sending) return t('orderPage.smsSending', { phone });
  if (smsStatus === smsStates.sent) return t('orderPage.smsSent', { phone, time: shortTime(one.smsTime) });
  if (smsStatus === smsStates.failed)
    return t('orderPage.smsFailed', { phone, cause: textOf(fascContract.fields.smsFault, one.smsFault, format) });
  if (isAtService(one)) return t('orderPage.atFasc');
  return hasLink(one) ? '' : t('orderPage.counterOnly');
}

function isAtService({ provider }: Pick<FascContract, 'provider'>): boolean {
  return provider === providers.fasc;
}

/** Actions on a contract, shared by all rows of the card. */
export interface ContractActions {
  onOpen(url: string): void;
  /** Starts signing at the counter. */
  onCounter(contract: FascContract): void;
  /** Why signing at the counter is not possible. */
  counterDisabled?: string;
  onResend(contract: FascContract): void;
  /** Has the signing service remind the customer. */
  onUrge(contract: FascContract): void;
  isMoving: boolean;
  /** Why contracts can neither be made nor sent again. */
  makeDisabled?: string;
}

interface ContractRowProps extends View, ContractActions {
  one: FascContract;
  /** Whether the order is in a state in which contracts are signed. */
  isLiveOrder: boolean;
}

/** One contract with its parties, progress and actions. */
export function ContractRow(props: ContractRowProps) {
  const { one, isLiveOrder, onOpen, onCounter, counterDisabled, onResend, onUrge, isMoving, makeDisabled, ...view } =
    props;
  const { t } = view;
  const link = (key: string, label: string, onClick: () => void, off?: string) => (
    <LinkButton key={key} disabledReason={off} onClick={onClick}>
      {label}
    </LinkButton>
  );

  const { previewUrl } = one;
  // The link is shown where the customer is identified behind it, and in test mode, where no message is sent.
  const loanUrl = isWaiting(one) && one.loanUrl;
  const links = [
    previewUrl && link('preview', t('orderPage.previewPaper'), () => onOpen(previewUrl)),
    one.previewHidden === 1 &&
      link('preview', t('orderPage.previewPaper'), () => {}, textIn(paperHidden, view.format.language)),
    loanUrl && link('page', t('orderPage.signPage'), () => onOpen(loanUrl)),
    isWaiting(one) &&
      isAtService(one) &&
      link('urge', t('orderPage.urge'), () => onUrge(one), isMoving ? t('crud.locked') : makeDisabled),
    isSignedHere(one) &&
      link('counter', t('orderPage.counter'), () => onCounter(one), isMoving ? t('crud.locked') : counterDisabled),
    one.status === 1 &&
      isLiveOrder &&
      !isUnderWay(one) &&
      link(
        'resend',
        t(one.signTaskStatus === 'failed' ? 'orderPage.retry' : 'orderPage.resend'),
        () => onResend(one),
        isMoving ? t('crud.locked') : makeDisabled,
      ),
  ].filter(Boolean);
  return (
    <SigningCard
      title={paperName(one, view)}
      chip={contractChip(one, view.format)}
      note={
        <>
          {[
            one.contractNumber,
            one.retryFlag ? t('orderPage.resent', { count: one.retryFlag }) : '',
            wayNote(one, view),
          ]
            .filter(Boolean)
            .join(' · ')}{' '}
          {loanUrl && !isAtService(one) && (
            <StatusChip tone="warning" glyph="wrench">
              {t('contract.testMode')}
            </StatusChip>
          )}
        </>
      }
      isHot={one.status === 1}
      parties={[
        { key: 'provider', label: t('orderPage.provider'), ...sealOf(one, view) },
        { key: 'enterprise', label: t('orderPage.enterprise'), ...sealOf(one, view) },
        { key: 'customer', label: t('orderPage.customer'), note: customerNote(one, view), on: one.status === 2 },
      ]}
      verdict={verdictOf(one, view)}
      actions={links.length > 0 && <span className={arrange.row}>{links}</span>}
    />
  );
}
