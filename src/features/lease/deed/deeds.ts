/** What people do with an order and its money in a dialog: what they enter, what is tried meanwhile, and what is sent. */
import { hasRentTable } from '../../../../contract/domain/leasing/methods/methods';
import { isMoney } from '../../../../contract/domain/money';
import { isEmpty } from '../../../../contract/domain/values';
import { bankStatement } from '../../../../contract/modules/lease/bankStatement';
import { order } from '../../../../contract/modules/lease/order';
import { payBatch } from '../../../../contract/modules/lease/payBatch';
import { paymentPlan } from '../../../../contract/modules/lease/paymentPlan';
import { purchase } from '../../../../contract/modules/lease/purchase';
import { directions, receipt } from '../../../../contract/modules/lease/receipt';
import { type Fields, initialDraft } from '../../../../contract/schema/fields';
import { judge, type Problems } from '../../../../contract/schema/validate';
import { restructureFields } from '../../../../contract/wire/lease/restructure';
import { bookingFields, claimFields, rests } from '../../../../contract/wire/ledger/booking';
import {
  accountFields,
  balanceFields,
  closeFields,
  exitFields,
  reasonFields,
  refundFields,
  startFields,
  waiverFields,
} from '../../../../contract/wire/ledger/deedFields';
import { anyReason } from '../../../sagas/crud/foretell';
import type { Call } from '../../../world/world';
import type { DeedState, Subject } from './deedSlice';

type Entered = Pick<DeedState, 'subject' | 'draft'>;
/** A fact above the form: `deed.facts.<name>` and its value. */
export type Fact = readonly [
  name: 'unclaimed' | 'most' | 'receiptNo' | 'valueDate' | 'amount' | 'party',
  value: string,
];

interface Deed {
  fields(subject: Subject): Fields;
  /** Values that the form begins with. */
  first?(subject: Subject, today: string): Record<string, unknown>;
  facts?(subject: Subject): Fact[];
  /** Read before the dialog opens, into `found` of the subject. */
  read?(subject: Subject): Call;
  /** Says what would happen, and changes nothing. */
  trial?(entered: Entered): Call;
  /** Is sent only with an answer to the trial. */
  needsTrial?: true;
  send(entered: Entered & { trial: unknown }): Call;
  /** Further people may have to decide on it: the dialog says so before it is sent. */
  mayWait?: true;
  isDanger?: true;
  /** Modules whose lists and choices it changes beside receipts. */
  refreshes?: readonly string[];
}

function filled(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}
function post(url: string, body: Record<string, unknown>): Call {
  return { method: 'POST', url, body: filled(body) };
}
/** The amounts of chosen instalments, by their ids. */
export function sharesOf({ lines }: Record<string, unknown>): Record<string, string> {
  return (lines ?? {}) as Record<string, string>;
}

/** What money is booked to: chosen instalments, those due of one order, or those due of a customer. */
function aimOf({ subject, draft }: Entered) {
  const lines = Object.entries(sharesOf(draft)).map(([planId, amount]) => ({ planId, amount }));
  return lines.length > 0 ? { lines } : { orderIds: subject.orderId };
}
function booked({ subject, draft }: Entered) {
  const { rest, lines: _lines, customerName: _name, ...typed } = draft;
  return { ...typed, ...aimOf({ subject, draft }), rest: rest === rests.prepaid ? 'prepaid' : 'unclaimed' };
}
function balanceUsed({ subject, draft }: Entered) {
  const { amount, reason } = draft;
  return { customerId: subject.customerId, direction: subject.way, amount, reason, ...aimOf({ subject, draft }) };
}
function ofOrder({ subject: { id, version }, draft }: Entered) {
  return { id, version, ...draft };
}
/** A rent table goes along with its method alone. */
function askedOf({ reason: _reason, rentTable, ...asked }: Record<string, unknown>) {
  return filled({ ...asked, rentTable: hasRentTable(asked.repayMethod) ? rentTable : null }) as Record<string, string>;
}
const trying = { dryRun: true } as const;
/** What the person has seen goes along: the server books that, or refuses. */
function seen(trial: unknown) {
  return { trial: (trial as { trial: string }).trial };
}
function reversed({ id = '', found = {} }: Subject) {
  return { ids: id, version: String(found.version) };
}
function undone({ id, lineIds = [] }: Subject) {
  return { statementId: id, ids: [...lineIds] };
}
function answered({ id, file }: Subject, asked: Record<string, string | true>): Call {
  return { method: 'POST', url: payBatch.url('answer'), query: { id, ...asked }, ...(file ? { file } : {}) };
}
/** Instalments and supplier payments that are open again, and orders that run again. */
const reopens = [paymentPlan.name, purchase.name, order.name];

export const deeds = {
  book: {
    mayWait: true,
    fields: () => bookingFields,
    first: ({ customerId, customerName, way }, today) => ({
      valueDate: today,
      ...(customerId ? { customerId, customerName } : {}),
      ...(way ? { direction: way } : {}),
    }),
    trial: (entered) => post(receipt.url('book'), { ...booked(entered), ...trying }),
    needsTrial: true,
    send: (entered) => post(receipt.url('book'), { ...booked(entered), ...seen(entered.trial) }),
  },
  claim: {
    mayWait: true,
    // Before a customer is chosen there is nothing to preview.
    fields: () => ({ ...claimFields, customerId: { ...claimFields.customerId, required: true } }),
    facts: ({ amount = '' }) => [['unclaimed', amount]],
    trial: (entered) => post(receipt.url('claim'), { id: entered.subject.id, ...booked(entered), ...trying }),
    needsTrial: true,
    send: (entered) =>
      post(receipt.url('claim'), { id: entered.subject.id, ...booked(entered), ...seen(entered.trial) }),
  },
  useBalance: {
    fields: () => balanceFields,
    first: ({ amount }) => ({ amount }),
    facts: ({ amount = '' }) => [['most', amount]],
    trial: (entered) => post(receipt.url('use-balance'), { ...balanceUsed(entered), ...trying }),
    needsTrial: true,
    send: (entered) => post(receipt.url('use-balance'), { ...balanceUsed(entered), ...seen(entered.trial) }),
  },
  reverseUse: {
    fields: () => reasonFields,
    trial: ({ subject: { id } }) => post(receipt.url('reverse-use'), { transferNo: id, ...trying }),
    needsTrial: true,
    send: ({ subject: { id }, draft, trial }) =>
      post(receipt.url('reverse-use'), { transferNo: id, ...draft, ...seen(trial) }),
    isDanger: true,
    refreshes: reopens,
  },
  refund: {
    mayWait: true,
    fields: () => refundFields,
    first: ({ amount, customerName }, today) => ({ amount, valueDate: today, partyName: customerName }),
    facts: ({ amount = '' }) => [['most', amount]],
    send: ({ subject: { customerId, orderId, way = directions.received }, draft }) =>
      post(receipt.url('refund'), { customerId, orderId, direction: way, ...draft }),
  },
  reverse: {
    mayWait: true,
    fields: () => reasonFields,
    read: ({ id = '' }) => ({ method: 'GET', url: receipt.url('detail'), query: { id } }),
    facts: ({ found = {} }) =>
      (
        [
          ['receiptNo', found.receiptNo],
          ['valueDate', found.valueDate],
          ['amount', found.amount],
          ['party', found.partyName],
        ] as const
      ).flatMap(([name, value]) => (isEmpty(value) ? [] : [[name, String(value)] as const])),
    trial: ({ subject }) => post(receipt.url('reverse'), { ...reversed(subject), ...trying }),
    needsTrial: true,
    send: ({ subject, draft, trial }) =>
      post(receipt.url('reverse'), { ...reversed(subject), ...draft, ...seen(trial) }),
    isDanger: true,
    refreshes: reopens,
  },
  undoLines: {
    fields: () => reasonFields,
    trial: ({ subject }) => post(bankStatement.url('undo'), { ...undone(subject), ...trying }),
    needsTrial: true,
    send: ({ subject, draft, trial }) =>
      post(bankStatement.url('undo'), { ...undone(subject), ...draft, ...seen(trial) }),
    isDanger: true,
    refreshes: reopens,
  },
  answerBatch: {
    fields: () => ({}),
    trial: ({ subject }) => answered(subject, trying),
    needsTrial: true,
    send: ({ subject, trial }) => answered(subject, seen(trial)),
    refreshes: reopens,
  },
  close: {
    mayWait: true,
    fields: () => closeFields,
    read: () => ({ method: 'GET', url: receipt.url('books') }),
    first: ({ found = {} }) => ({ closedUntil: found.closedUntil }),
    send: ({ draft }) => post(receipt.url('close'), draft),
  },
  waive: {
    mayWait: true,
    fields: () => waiverFields,
    first: ({ amount }) => ({ amount }),
    facts: ({ amount = '' }) => [['most', amount]],
    send: ({ subject: { id }, draft }) => post(paymentPlan.url('waive'), { id, ...draft }),
  },
  exit: {
    mayWait: true,
    // A rate of its own counts only where the principal stays whole to the end.
    fields({ hasExitRate }) {
      const { exitRate: _rate, ...others } = exitFields;
      return hasExitRate ? exitFields : others;
    },
    first: (_subject, today) => ({ exitDate: today }),
    trial({ subject: { id = '' }, draft }) {
      const { reason: _reason, ...asked } = draft;
      return {
        method: 'GET',
        url: order.url('exit-quote'),
        query: { id, ...(filled(asked) as Record<string, string>) },
      };
    },
    needsTrial: true,
    send: (entered) =>
      post(order.url('exit'), { ...ofOrder(entered), amount: (entered.trial as { total: string }).total }),
  },
  exitWithdraw: {
    fields: () => reasonFields,
    send: (entered) => post(order.url('exit-withdraw'), ofOrder(entered)),
    isDanger: true,
  },
  restructure: {
    mayWait: true,
    // A rent table has its own input.
    fields: () => {
      const { rentTable: _table, ...fields } = restructureFields;
      return fields;
    },
    first: (_subject, today) => ({ fromDate: today, extend: 0 }),
    trial: ({ subject: { id = '' }, draft }) => ({
      method: 'GET',
      url: order.url('restructure-preview'),
      query: { id, ...askedOf(draft) },
    }),
    needsTrial: true,
    send: ({ subject: { id, version }, draft, trial }) =>
      post(order.url('restructure'), {
        ...{ id, version, reason: draft.reason, rent: (trial as { after: { rent: string } }).after.rent },
        ...askedOf(draft),
      }),
  },
  restructureWithdraw: {
    fields: () => reasonFields,
    send: (entered) => post(order.url('restructure-withdraw'), ofOrder(entered)),
    isDanger: true,
  },
  change: {
    mayWait: true,
    fields: ({ isRunning }) => (isRunning ? accountFields : startFields),
    send({ subject, draft }) {
      const changed = Object.entries(draft).filter(([name, value]) => value !== subject.first?.[name]);
      return post(order.url('change-account'), {
        id: subject.id,
        version: subject.version,
        ...Object.fromEntries(changed),
      });
    },
  },
} as const satisfies Record<string, Deed>;
export type DeedName = keyof typeof deeds;

export function deedOf(name: DeedName): Deed {
  return deeds[name];
}

/** Why it cannot be sent yet, by field. The reason does not matter to a trial. */
export function problemsOf({ name, subject, draft }: Pick<DeedState, 'name' | 'subject' | 'draft'>): Problems {
  if (!name) return {};
  const shares = Object.values(sharesOf(draft));
  const isWrong = shares.some((amount) => !isMoney(amount) || Number(amount) <= 0);
  return { ...judge(deedOf(name).fields(subject), draft), ...(isWrong ? { lines: 'notMoney' as const } : {}) };
}
export function canTry(state: DeedState): boolean {
  const { reason: _reason, ...problems } = problemsOf(state);
  return Object.keys(problems).length === 0;
}

/** What is asked beforehand, whether others have to decide on it; undefined for what is done at once. */
export function askedBefore(state: DeedState): Call | undefined {
  const one = state.name && deedOf(state.name);
  if (!one?.mayWait || !canTry(state) || (one.trial && state.trial === null)) return undefined;
  const { reason } = state.draft;
  return one.send({ ...state, draft: { ...state.draft, reason: isEmpty(reason) ? anyReason : reason } });
}

export function firstDraft(name: DeedName, subject: Subject, today: string): Record<string, unknown> {
  const one = deedOf(name);
  return { ...initialDraft(one.fields(subject)), ...one.first?.(subject, today), ...subject.first };
}
