import type { Action } from '@reduxjs/toolkit';
import { contractKinds, mandatoryKinds } from '../../../../contract/domain/contractKinds';
import { completed } from '../../../../contract/domain/leasing/terms';
import { followsStart } from '../../../../contract/domain/leasing/timeline';
import {
  active,
  awaitingContract,
  awaitingStart,
  awaitingVoucher,
  cancelled,
  draft,
  isEditable,
  isPayable,
  lackedToSubmit,
  matured,
  movesFrom,
  nextRights,
  signing,
  terminating,
  voucherReview,
} from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../contract/domain/money';
import { joined, type Language, textIn } from '../../../../contract/domain/text';
import {
  type FascContract,
  inSigningOrder,
  isUnderWay,
  isWaiting,
  smsStates,
} from '../../../../contract/modules/esign/fascContract';
import { type Order, order, paperStates, refundStates } from '../../../../contract/modules/lease/order';
import { voucherPicType } from '../../../../contract/modules/lease/picture';
import { maskCard } from '../../../../contract/schema/mask';
import type { CrudSlice } from '../../../store/crud/crud';
import { route } from '../../../store/navigation/route';
import type { IconName } from '../../../ui/icons/Icon';
import { declaredActions, isShownOn, wordOf } from '../../crud/list/rowButtons';
import { deed } from '../deed/deedSlice';
import { counterPermission, isSignedHere, openCounter } from './counter/counterSlice';
import { changeSubject, exitSubject, openRows, subjectOf } from './deeds/subjects';
import { orderMoves } from './orderMovesSlice';
import { orderPages, planTerms } from './orderPageSlice';
import { freeIndex } from './pictures/pictures';
import type { View } from './view';

const { actions: at } = orderPages;

/** An action on the order: label, permission, and what it dispatches. */
export interface Deed {
  key: string;
  label: string;
  icon: IconName;
  permission?: string;
  /** The menu of the target page, without which the action is hidden. */
  menu?: string;
  /** Why the server would refuse it now. */
  blocked?: string | undefined;
  act: Action;
}

function openOrders(rest: string) {
  return route.actions.open({ feature: order.name, rest });
}
export const paymentsMenu = 'payments';
export function openPayments(id: string) {
  return route.actions.open({ feature: paymentsMenu, search: `orderId=${id}` });
}

/** Any day: whether amounts follow from the start does not depend on it. */
const firstDay = '2000-01-01';
/** Why no contract of the order can be issued yet. */
export function contractBlocked(held: Order, t: View['t']): string | undefined {
  if (held.identityLacks === 1) return t('orderPage.identityFirst');
  if (held.interestDate) return undefined;
  // Terms that are not all there, or not all seen, say nothing about their amounts.
  const found = planTerms(held, firstDay);
  return found && followsStart(completed(found.terms)) ? t('orderPage.startFirst') : undefined;
}

/** What a draft lacks before it can be submitted. */
export function submitBlocked(held: Order, t: View['t'], language: Language): string | undefined {
  const lacked = lackedToSubmit(held).map((name) => textIn(order.fields[name].label, language));
  return lacked.length > 0 ? t('orderPage.submitLacks', { fields: joined(lacked, language) }) : undefined;
}

/** The account that a refund goes to, its number masked. */
export function refundTo({ refundBankName, refundCardCode }: Order): string {
  return `${refundBankName ?? ''} ${refundCardCode ? maskCard(refundCardCode) : ''}`.trim() || '-';
}

/** The next step of the order; null where none is left, or none that a user can take. */
export function nextDeed({ pageState, held, format, t }: View): Deed | null {
  const { id } = held;
  const status = held.businessStatus ?? draft;
  const move = (to: number, label: string, icon: IconName): Deed => ({
    key: `move-${to}`,
    label,
    icon,
    permission: nextRights[status],
    act: orderMoves.actions.move({ id, to }),
  });
  switch (status) {
    case draft:
      return {
        ...move(awaitingVoucher, t('orderPage.submit'), 'send'),
        blocked: submitBlocked(held, t, format.language),
      };
    case awaitingVoucher:
      return {
        key: 'voucher',
        label: t('orderPage.uploadVoucher'),
        icon: 'arrow-upload',
        permission: nextRights[status],
        act: at.upload({
          id,
          picType: voucherPicType,
          imageIndex: freeIndex(pageState.parts.pictures ?? [], voucherPicType),
        }),
      };
    case voucherReview:
      return move(awaitingContract, t('orderPage.confirmVoucher'), 'receipt-money');
    case awaitingContract:
      return {
        key: 'contract',
        label: t('orderPage.make'),
        icon: 'signature',
        permission: nextRights[status],
        blocked: contractBlocked(held, t),
        act: orderMoves.actions.makeContract({ orderId: id }),
      };
    case signing: {
      const contracts = inSigningOrder(pageState.parts.contracts ?? []);
      const waiting = contracts.find(isWaiting);
      const failed = contracts.find(
        (one) => one.status === 1 && !isUnderWay(one) && (!isWaiting(one) || one.smsStatus === smsStates.failed),
      );
      if (failed)
        return {
          key: 'resend',
          label: t(failed.signTaskStatus === 'failed' ? 'orderPage.retry' : 'orderPage.resend'),
          icon: 'arrow-sync',
          permission: 'order_contract',
          act: orderMoves.actions.makeContract({ orderId: id, type: failed.type ?? undefined, resend: true }),
        };
      const isLacking = mandatoryKinds.some(
        (kind) => !contracts.some(({ type, status }) => type === kind && status !== 0),
      );
      if (isLacking && pageState.parts.contracts && !waiting && !contracts.some(isUnderWay))
        return {
          key: 'contract',
          label: t('orderPage.make'),
          icon: 'signature',
          permission: 'order_contract',
          blocked: contractBlocked(held, t),
          act: orderMoves.actions.makeContract({ orderId: id }),
        };
      // A customer with a link signs there; without one the signing happens here.
      return waiting && !waiting.smsStatus && isSignedHere(waiting)
        ? {
            key: 'counter',
            label: t('orderPage.counter'),
            icon: 'signature',
            permission: counterPermission,
            act: openCounter(waiting),
          }
        : null;
    }
    case cancelled:
      return held.refundStatus === refundStates.open
        ? {
            key: 'refund',
            label: t('refund.action'),
            icon: 'arrow-undo',
            permission: nextRights[status],
            act: orderMoves.actions.refund({
              id,
              version: String(held.version),
              amount: formatMoney(held.refundDue ?? '0'),
              to: refundTo(held),
            }),
          }
        : null;
    case awaitingStart:
      return move(active, t('orderPage.start'), 'play-circle');
    default:
      return isPayable(status)
        ? { key: 'pay', label: t('orderPage.pay'), icon: 'payment', menu: paymentsMenu, act: openPayments(id) }
        : null;
  }
}

/** Whether the contract that a restructuring waits for is issued. */
function isSupplementOut(contracts: readonly FascContract[]): boolean {
  return contracts.some(({ type, status }) => type === contractKinds.supplement && status === 1);
}

/** Whether a termination agreement can be issued: for an exit that runs, or as the way out of signed contracts before the
 *  start. */
function canAnnul({ businessStatus, paperState }: Order, contracts: readonly FascContract[]): boolean {
  const isBetween = businessStatus === signing || businessStatus === awaitingStart;
  const isOut = contracts.some(({ type, status }) => type === contractKinds.termination && status !== 0);
  return ((isBetween && paperState === paperStates.signed) || businessStatus === terminating) && !isOut;
}

/** All other actions that the state allows. `list`: the slice of the list, which does what the module declares. */
export function otherDeeds({ pageState, held, format, t }: View, next: Deed | null, list: CrudSlice): Deed[] {
  const { id } = held;
  const status = held.businessStatus ?? draft;
  const icons: Record<number, IconName> = { [awaitingVoucher]: 'arrow-undo', [cancelled]: 'prohibited' };
  return [
    ...(isEditable(status)
      ? [
          {
            key: 'edit',
            label: t('crud.edit'),
            icon: 'edit' as const,
            permission: order.permission('update'),
            act: openOrders(`edit/${id}`),
          },
        ]
      : []),
    ...(held.paperState || isPayable(status)
      ? [
          {
            key: 'change',
            label: t('deed.change.action'),
            icon: 'payment' as const,
            permission: order.permission('update'),
            act: deed.actions.begin({ name: 'change', subject: changeSubject(held) }),
          },
        ]
      : []),
    ...(canAnnul(held, pageState.parts.contracts ?? [])
      ? [
          {
            key: 'annul',
            label: t('annul.action'),
            icon: 'document' as const,
            permission: 'order_contract',
            act: orderMoves.actions.makeContract({ orderId: id, type: contractKinds.termination }),
          },
        ]
      : []),
    ...(status === active && held.restructuring && !isSupplementOut(pageState.parts.contracts ?? [])
      ? [
          {
            key: 'supplement',
            label: t('restructured.supplement'),
            icon: 'document' as const,
            permission: 'order_contract',
            act: orderMoves.actions.makeContract({ orderId: id, type: contractKinds.supplement }),
          },
        ]
      : []),
    ...(status === active && !held.restructuring
      ? [
          {
            key: 'restructure',
            label: t('deed.restructure.action'),
            icon: 'calendar-clock' as const,
            permission: 'order_restructure',
            act: deed.actions.begin({
              name: 'restructure',
              subject: { ...subjectOf(held), rows: openRows(pageState.parts.plan ?? [], format.language) },
            }),
          },
        ]
      : []),
    ...(!held.restructuring && (status === active || status === matured)
      ? [
          {
            key: 'exit',
            label: t('deed.exit.action'),
            icon: 'arrow-exit' as const,
            permission: 'order_terminate',
            act: deed.actions.begin({ name: 'exit', subject: exitSubject(held) }),
          },
        ]
      : []),
    ...movesFrom(status).map(
      ({ to, label, permission: code }): Deed => ({
        key: `move-${to}`,
        label: textIn(label!, format.language),
        icon: icons[to] ?? 'send',
        permission: code,
        act: orderMoves.actions.move({ id, to }),
      }),
    ),
    ...declaredActions(order)
      .filter(([, action]) => isShownOn(action, held as never))
      .map(
        ([name, action]): Deed => ({
          key: name,
          label: wordOf(action.label, format.language),
          icon: action.icon ?? 'more-horizontal',
          permission: `${order.name}_${name}`,
          act: list.actions.act({ action: name, rows: [held as never] }),
        }),
      ),
  ].filter(({ key }) => key !== next?.key);
}
