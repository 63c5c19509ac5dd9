import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { rowKinds } from '../../../../contract/domain/leasing/rowKinds';
import { awaitingContract, signing } from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney, isMoney, sum } from '../../../../contract/domain/money';
import { textIn } from '../../../../contract/domain/text';
import { moduleNamed } from '../../../../contract/modules';
import { fascContract } from '../../../../contract/modules/esign/fascContract';
import { order } from '../../../../contract/modules/lease/order';
import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { picture } from '../../../../contract/modules/lease/picture';
import { purchase } from '../../../../contract/modules/lease/purchase';
import { auditLog } from '../../../../contract/modules/system/auditLog';
import type { Field } from '../../../../contract/schema/fields';
import { wordFor } from '../../../store/crud/dict';
import type { FieldChange, HistoryEntry } from '../../../store/crud/history';
import { menu } from '../../../store/navigation/menu';
import type { IconName } from '../../../ui/icons/Icon';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Card, Segments } from '../../../ui/layout/surfaces';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { textOf } from '../../crud/cells';
import { History, type HistoryItem } from '../../crud/history/history';
import { actorOf, minute } from '../../crud/history/historyWords';
import { PageLink, type PageTarget } from '../../crud/links';
import type { HistoryView } from './orderPageSlice';
import type { View } from './view';

/** Opens the audit log of a record and its dependents. */
function auditPage(id: string): PageTarget {
  return { feature: auditLog.name, search: `entityId=${id}` };
}

/** One event of the order, merged from one or several log entries. */
interface OrderHappening extends HistoryItem {
  kind: Exclude<HistoryView, 'all'>;
}

function changeOf({ changes }: HistoryEntry, field: string): FieldChange | undefined {
  return changes.find((change) => change.field === field);
}
/** The new value of a field, or the old one where it was cleared. */
function valueIn(entry: HistoryEntry | undefined, field: string): unknown {
  const change = entry && changeOf(entry, field);
  return change?.after ?? change?.before;
}

function isSameMoment(a: HistoryEntry, b: HistoryEntry) {
  return a.entity === b.entity && a.action === b.action && a.createTime === b.createTime && a.userName === b.userName;
}

/**
 * Key of entries that belong to one event: the instalments of a plan or batch; a contract made and sent; a signature
 * and the order's flag; a replaced picture.
 */
function gathered(history: readonly HistoryEntry[]): HistoryEntry[][] {
  const groups: HistoryEntry[][] = [];
  for (const entry of history) {
    const twin = (action: string) =>
      history.some(
        (other) =>
          other.entity === entry.entity &&
          other.action === action &&
          other.createTime === entry.createTime &&
          (other.entityId === entry.entityId ||
            (valueIn(other, 'picType') === valueIn(entry, 'picType') &&
              valueIn(other, 'imageIndex') === valueIn(entry, 'imageIndex') &&
              entry.entity === 'picture')),
      );
    if (entry.entity === 'fascContract' && entry.action === 'make' && twin('send')) continue;
    if (
      entry.action === 'signed' &&
      history.some((one) => one.action === 'sign' && one.createTime === entry.createTime)
    )
      continue;
    if (entry.entity === 'picture' && entry.action === 'add' && twin('replace')) continue;
    const last = groups.at(-1);
    if (entry.entity === 'paymentPlan' && last?.[0] && isSameMoment(last[0], entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** Fields that the title already shows, or that are internal. */
const unlisted = ['signTaskId', 'signTaskStatus', 'loanUrl', 'previewUrl', 'statusReason', 'reason', 'path', 'batchNo'];
function isListed(name: string, field: Field | undefined, action: string): boolean {
  if (!field || unlisted.includes(name) || field.kind === 'ref') return false;
  if (name === 'expireTime') return action === 'resend';
  if (name === 'businessStatus') return action === 'override';
  return field.kind !== 'dateTime' && !(field.kind === 'flag' && action !== 'override');
}
/** A new record is described by its title, so its fields are not listed. */
const actionsWithChanges = ['update', 'move', 'override', 'resend'];

function changesOf(
  { entity, action, changes }: HistoryEntry,
  { format }: Pick<View, 'format'>,
): HistoryItem['changes'] {
  if (!actionsWithChanges.includes(action)) return [];
  return changes.flatMap(({ field: name, before, after }) => {
    const field = moduleNamed(entity)?.fields[name];
    if (!field || !isListed(name, field, action)) return [];
    const word = (value: unknown) => {
      const formatted = textOf(field, value, format) ?? '-';
      return field.kind === 'dateTime' ? minute(formatted) : formatted;
    };
    return [{ label: textIn(field.label, format.language), from: word(before), to: word(after) }];
  });
}

const looks: Record<string, readonly [IconName, HistoryItem['tone']]> = {
  'order.add': ['document-add', 'plain'],
  'order.update': ['edit', 'plain'],
  'order.remove': ['delete', 'bad'],
  'order.override': ['wrench', 'bad'],
  'order.signed': ['shield-checkmark', 'good'],
  'fascContract.make': ['document-signature', 'plain'],
  'fascContract.send': ['send', 'brand'],
  'fascContract.resend': ['arrow-sync', 'brand'],
  'fascContract.read': ['eye', 'plain'],
  'fascContract.sign': ['signature', 'good'],
  'fascContract.reject': ['dismiss-circle', 'bad'],
  'fascContract.smsSent': ['send', 'plain'],
  'fascContract.smsFailed': ['warning', 'bad'],
  'fascContract.code': ['send', 'plain'],
  'fascContract.codeFailed': ['warning', 'bad'],
  'fascContract.identify': ['shield-checkmark', 'plain'],
  'fascContract.counter': ['person', 'plain'],
  'fascContract.counterBegin': ['eye', 'plain'],
  'fascContract.counterWrong': ['warning', 'bad'],
  'fascContract.cancel': ['prohibited', 'plain'],
  'fascContract.taskMade': ['signature', 'plain'],
  'fascContract.taskFailed': ['warning', 'bad'],
  'fascContract.taskRetried': ['arrow-sync', 'plain'],
  'fascContract.taskSigned': ['signature', 'good'],
  'fascContract.taskEnded': ['prohibited', 'bad'],
  'fascContract.urge': ['send', 'plain'],
  'fascContract.revoke': ['prohibited', 'bad'],
  'asset.add': ['box', 'plain'],
  'purchase.add': ['wallet', 'plain'],
  'purchase.pay': ['payment', 'good'],
  'purchase.reverse': ['arrow-undo', 'bad'],
  'purchase.cancel': ['prohibited', 'plain'],
  'paymentPlan.add': ['calendar-ltr', 'brand'],
  'paymentPlan.pay': ['payment', 'good'],
  'picture.add': ['image-add', 'plain'],
  'picture.replace': ['image', 'plain'],
  'picture.remove': ['delete', 'plain'],
};
/** What is paid: instalments and suppliers. */
const paidIn: readonly string[] = [paymentPlan.name, purchase.name];
const moveLooks: Record<number, readonly [IconName, HistoryItem['tone']]> = {
  1: ['send', 'brand'],
  2: ['receipt', 'plain'],
  3: ['receipt-money', 'good'],
  4: ['signature', 'brand'],
  5: ['shield-checkmark', 'good'],
  6: ['play-circle', 'good'],
  7: ['hourglass', 'bad'],
  8: ['checkmark-circle', 'good'],
  9: ['arrow-exit', 'bad'],
  10: ['record-stop', 'plain'],
  11: ['prohibited', 'bad'],
};
const moveKeys = [
  'orderPage.said.move0',
  'orderPage.said.move1',
  'orderPage.said.move2',
  'orderPage.said.move3',
  'orderPage.said.move4',
  'orderPage.said.move5',
  'orderPage.said.move6',
  'orderPage.said.move7',
  'orderPage.said.move8',
  'orderPage.said.move9',
  'orderPage.said.move10',
  'orderPage.said.move11',
] as const;

type Known = (entityId: string, field: string, rows: readonly { id: string }[]) => unknown;

/** What was done with a lease object, or a payment to its supplier. */
function objectTitle({ entity, entityId, action }: HistoryEntry, { pageState, format, t }: View, known: Known): string {
  const { assets = [], purchases = [] } = pageState.parts;
  if (entity === 'asset') {
    const name = known(entityId, 'assetName', assets) ?? '';
    if (action === 'add') return t('orderPage.said.assetAdd', { name });
    if (action === 'update') return t('orderPage.said.assetUpdate', { name });
    if (action === 'remove') return t('orderPage.said.assetRemove', { name });
  } else {
    const entered = known(entityId, 'amount', purchases);
    const amount = isMoney(entered) ? formatMoney(entered) : '-';
    if (action === 'add') return t('orderPage.said.purchaseAdd', { amount });
    if (action === 'update') return t('orderPage.said.purchaseUpdate', { amount });
    if (action === 'pay') return t('orderPage.said.purchasePay', { amount });
    if (action === 'reverse') return t('orderPage.said.purchaseReverse', { amount });
    if (action === 'cancel') return t('orderPage.said.purchaseCancel', { amount });
    if (action === 'remove') return t('orderPage.said.purchaseRemove', { amount });
  }
  return t('orderPage.said.other', { what: textIn(moduleNamed(entity)?.label, format.language) ?? entity });
}

/** The log as events, newest first. */
export function happenings(view: View): OrderHappening[] {
  const { pageState, format, t } = view;
  const { history = [], contracts = [], pictures = [], plan = [] } = pageState.parts;
  const word = (code: string, key: unknown) => wordFor(format.dicts, code, key, format.language);
  /** A value of the record, which an entry may lack: from the record, then from its other entries. */
  const known: Known = (entityId, field, rows) => {
    const row = rows.find(({ id }) => id === entityId) as Record<string, unknown> | undefined;
    return row?.[field] ?? history.map((entry) => entry.entityId === entityId && valueIn(entry, field)).find(Boolean);
  };

  const moveTitle = (entry: HistoryEntry): string => {
    const { before, after } = changeOf(entry, 'businessStatus') ?? {};
    const from = Number(before ?? 0);
    const to = Number(after ?? 0);
    if (to === 1 && from === 2) return t('orderPage.said.rejected');
    if (to === awaitingContract && from === signing) return t('orderPage.said.fellBack');
    if (to === 6 && from === 9) return t('orderPage.said.withdrawn');
    const key = moveKeys[to];
    return key ? t(key) : t('orderPage.said.other', { what: textIn(order.label, format.language) });
  };

  const titleOf = (entries: readonly HistoryEntry[]): string => {
    const entry = entries[0]!;
    const { entity, entityId, action } = entry;
    switch (entity) {
      case 'order': {
        if (action === 'add') return t('orderPage.said.orderAdd');
        if (action === 'update') return t('orderPage.said.orderUpdate');
        if (action === 'remove') return t('orderPage.said.orderRemove');
        if (action === 'override') return t('orderPage.said.orderOverride');
        if (action === 'move') return moveTitle(entry);
        const flag = entry.changes[0]?.field;
        if (action === 'signed')
          return flag === 'qyqy' ? t('orderPage.said.enterpriseSigned') : t('orderPage.said.providerSigned');
        break;
      }
      case 'fascContract': {
        const type = known(entityId, 'type', contracts);
        const paper = type ? word('contract_type', type) : textIn(fascContract.label, format.language);
        if (action === 'make') return t('orderPage.said.paperMake', { paper });
        if (action === 'send') return t('orderPage.said.paperSend', { paper });
        if (action === 'resend') return t('orderPage.said.paperResend', { paper });
        if (action === 'read') return t('orderPage.said.paperRead', { paper });
        if (action === 'sign') return t('orderPage.said.paperSign', { paper });
        if (action === 'reject') return t('orderPage.said.paperReject', { paper });
        if (action === 'cancel') return t('orderPage.said.paperCancel', { paper });
        if (action === 'taskMade') return t('orderPage.said.paperTaskMade', { paper });
        if (action === 'taskFailed') return t('orderPage.said.paperTaskFailed', { paper });
        if (action === 'taskRetried') return t('orderPage.said.paperTaskRetried', { paper });
        if (action === 'taskSigned') return t('orderPage.said.paperTaskSigned', { paper });
        if (action === 'taskEnded') return t('orderPage.said.paperTaskEnded', { paper });
        if (action === 'urge') return t('orderPage.said.paperUrge', { paper });
        if (action === 'revoke') return t('orderPage.said.paperRevoke', { paper });
        if (action === 'smsSent') return t('orderPage.said.paperSmsSent', { paper });
        if (action === 'smsFailed') return t('orderPage.said.paperSmsFailed', { paper });
        if (action === 'code') return t('orderPage.said.paperCode', { paper });
        if (action === 'codeFailed') return t('orderPage.said.paperCodeFailed', { paper });
        if (action === 'identify') return t('orderPage.said.paperIdentify', { paper });
        if (action === 'counter') return t('orderPage.said.paperCounter', { paper });
        if (action === 'counterBegin') return t('orderPage.said.paperCounterBegin', { paper });
        if (action === 'counterWrong') return t('orderPage.said.paperCounterWrong', { paper });
        if (action === 'remove') return t('orderPage.said.paperRemove', { paper });
        if (action === 'update') return t('orderPage.said.paperUpdate', { paper });
        break;
      }
      case 'paymentPlan': {
        const count = entries.length;
        const periods = entries.map((one) => Number(known(one.entityId, 'currentPeriods', plan) ?? 0));
        const isExit = Number(known(entityId, 'kind', plan) ?? rowKinds.instalment) === rowKinds.settlement;
        const period = isExit ? t('orderPage.said.exit') : t('orderPage.said.period', { period: periods[0] });
        if (action === 'add') return t('orderPage.said.planAdd', { count });
        if (action === 'pay') {
          const paid = entries.map((one) => valueIn(one, 'paidAmount')).filter(isMoney);
          const amount = formatMoney(sum(paid));
          return count > 1
            ? t('orderPage.said.planPaid', { count, amount })
            : t('orderPage.said.planPay', { period, amount });
        }
        if (action === 'update') return t('orderPage.said.planUpdate', { period });
        if (action === 'remove') return t('orderPage.said.planRemove', { count });
        break;
      }
      case 'picture': {
        const type = valueIn(entry, 'picType') ?? known(entityId, 'picType', pictures);
        const name = type ? word('pic_type', type) : textIn(picture.label, format.language);
        if (action === 'add') return t('orderPage.said.pictureAdd', { name });
        if (action === 'replace') return t('orderPage.said.pictureReplace', { name });
        if (action === 'update') return t('orderPage.said.pictureUpdate', { name });
        if (action === 'remove') return t('orderPage.said.pictureRemove', { name });
        break;
      }
      case 'asset':
      case 'purchase':
        return objectTitle(entry, view, known);
    }
    return t('orderPage.said.other', { what: textIn(moduleNamed(entity)?.label, format.language) ?? entity });
  };

  return gathered(history).map((entries) => {
    const entry = entries[0]!;
    const { entity, action } = entry;
    const isMove = entity === 'order' && action === 'move';
    const to = Number(changeOf(entry, 'businessStatus')?.after ?? -1);
    // A return to waiting for a voucher or contract is not progress.
    const isBack = isMove && to < Number(changeOf(entry, 'businessStatus')?.before ?? -1);
    const [glyph, tone] = (isMove ? moveLooks[to] : looks[`${entity}.${action}`]) ?? ['edit', 'plain'];
    return {
      id: entry.id,
      kind:
        entity === 'fascContract' || action === 'signed' ? 'signing' : paidIn.includes(entity) ? 'payment' : 'change',
      glyph: isBack ? 'arrow-undo' : glyph,
      tone: isBack ? 'bad' : tone,
      title: titleOf(entries),
      time: minute(entry.createTime),
      by: actorOf(entry, t),
      changes: entries.length === 1 ? changesOf(entry, view) : [],
      reason: entry.reason,
    };
  });
}

const firstShown = 12;

export interface HistoryCardProps extends View {
  problem: ReactNode;
  onView(view: HistoryView): void;
  onUnfold(): void;
}

/** The history of the order and of its records. */
export function HistoryCard({ problem, onView, onUnfold, ...view }: HistoryCardProps) {
  const { pageState, t } = view;
  const maySeeAudit = useSelector((state: never) => menu.selectors.pathOf(state, auditLog.name)) !== '';
  const id = pageState.parts.order?.id;
  if (!pageState.parts.history && !problem) return <CardSkeleton lines={8} />;
  const all = happenings(view).filter(({ kind }) => pageState.historyView === 'all' || kind === pageState.historyView);
  const shown = pageState.isHistoryWhole ? all : all.slice(0, firstShown);
  return (
    <Card
      title={t('orderPage.history')}
      aside={
        <>
          {maySeeAudit && id && <PageLink to={auditPage(id)}>{t('history.ofRecord')}</PageLink>}
          <Segments
            label={t('orderPage.historyView')}
            current={pageState.historyView}
            onPick={(key) => onView(key as HistoryView)}
            items={(['all', 'signing', 'payment', 'change'] as const).map((key) => ({
              key,
              label: t(`orderPage.historyOf.${key}`),
            }))}
          />
        </>
      }
    >
      {problem}
      {pageState.parts.history && all.length === 0 && <EmptyState kind="filtered" title={t('orderPage.noHistory')} />}
      <History items={shown} />
      {shown.length < all.length && (
        <div className={arrange.column}>
          <Button onClick={onUnfold}>{t('orderPage.wholeHistory', { count: all.length })}</Button>
        </div>
      )}
    </Card>
  );
}
