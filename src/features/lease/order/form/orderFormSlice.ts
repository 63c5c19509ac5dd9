import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { addDays, isDate } from '../../../../../contract/domain/calendar';
import {
  getTypeOf,
  hasRentTable,
  methodBy,
  methodOfType,
} from '../../../../../contract/domain/leasing/methods/methods';
import { type Plan, planOf, wrongPlanTerms } from '../../../../../contract/domain/leasing/plan';
import { planTermsOf, rentRows } from '../../../../../contract/domain/leasing/record';
import { shares } from '../../../../../contract/domain/leasing/schedule';
import { faultOfTable, type PlanTerms, type TableFault } from '../../../../../contract/domain/leasing/terms';
import {
  draft as draftState,
  editableFields,
  isNeededToSubmit,
} from '../../../../../contract/domain/lifecycle/orderStates';
import { accountNumberIn } from '../../../../../contract/domain/reading/accounts';
import { isEmpty, type Problem } from '../../../../../contract/domain/values';
import type { Customer } from '../../../../../contract/modules/lease/customer';
import { type Order, order } from '../../../../../contract/modules/lease/order';
import { termFields } from '../../../../../contract/modules/lease/termFields';
import type { Row } from '../../../../../contract/schema/module';
import { judge } from '../../../../../contract/schema/validate';
import { tabs } from '../../../../store/navigation/route';
import { session } from '../../../../store/session';
import { groupCard, hasCheckDigit, isCard } from '../terms/card';

/** The terms: those of the product while the order is a draft, afterwards those stored in the order. */
export type Offer = Pick<Order, 'productName' | 'amountPer' | 'deadline' | 'yearRate' | 'getType' | 'dayCount'> &
  Partial<Pick<Order, Exclude<keyof typeof termFields, 'dayCount'>>>;

const names = [
  'customerId',
  'productId',
  'totalAmount',
  'tel',
  'bankCardCode',
  'bankName',
  'interestDate',
  'rentTable',
  'remark',
] as const;
export type OrderField = (typeof names)[number];
export type OrderDraft = Record<OrderField, string>; // Typed values as text; '' when empty.
export type OrderProblem = Problem | 'notWholeShares' | 'notACard' | 'badTable';
export type OrderProblems = Partial<Record<OrderField, OrderProblem>>;

export interface OrderForm {
  /** Address of the tab of the form. */
  path: string;
  /** The order as the server last sent it; null while it is new. */
  held: Order | null;
  draft: OrderDraft;
  /** Initial values; differences are unsaved. */
  before: OrderDraft;
  /** The chosen records, as far as the page shows them. */
  customer: Pick<Customer, 'realName' | 'kycStatus'> | null;
  offer: Offer | null;
  /** Business date when the form was opened. */
  today: string;
  problems: OrderProblems;
  /** The server's messages by field. */
  refusals: Partial<Record<OrderField, string>>;
  /** Idempotency key of the next request. */
  key: string;
  /** A request without an answer: it may be stored. The next save repeats it first, under the same key. */
  doubt: Body | null;
  busy: 'save' | 'submit' | null;
  /** Another user has changed the order since it was opened. */
  isStale: boolean;
  /** The order as that user left it; null while it is not known. */
  newer: Order | null;
}
/** Why an order could not be loaded. */
export interface Lost {
  /** The order does not exist, or the user may not see it. */
  isMissing: boolean;
  /** The server's message; '' when it did not answer. */
  text: string;
}
/** Request body: the editable fields, with id and version of the order. */
export type Body = Partial<OrderDraft> & { id?: string; version?: number };

const blank = Object.fromEntries(names.map((name) => [name, ''])) as OrderDraft;
function draftOf(held: Order): OrderDraft {
  return {
    ...(Object.fromEntries(names.map((name) => [name, String(held[name] ?? '')])) as OrderDraft),
    bankCardCode: groupCard(held.bankCardCode ?? ''),
  };
}
function customerOf(row: Row): OrderForm['customer'] {
  const { realName, kycStatus } = row as unknown as Customer;
  return { realName, kycStatus };
}
function offerOf(row: Row): Offer {
  const { productName, amountPer, deadline, yearRate, getType } = row as unknown as Order;
  const terms = Object.fromEntries(Object.keys(termFields).map((name) => [name, row[name] ?? null]));
  return { productName, amountPer, deadline, yearRate, getType, ...terms } as Offer;
}

/** Fields that another user has changed since the form was opened: what the form began with, and what is stored now. */
export function changedByOthers({ before, newer }: Pick<OrderForm, 'before' | 'newer'>) {
  const now = newer && draftOf(newer);
  return names.flatMap((name) =>
    now && now[name] !== before[name] ? [{ name, was: before[name], is: now[name] }] : [],
  );
}
export function isDirty({ draft, before }: Pick<OrderForm, 'draft' | 'before'>): boolean {
  return names.some((name) => draft[name] !== before[name]);
}
export function statusOf({ held }: OrderForm): number {
  return held?.businessStatus ?? draftState;
}
export function isFree(form: OrderForm, name: OrderField): boolean {
  return freeFields(form).includes(name);
}
/** Account and start of an order whose contracts are out change by request alone. */
export function freeFields(form: OrderForm): readonly string[] {
  const fields = editableFields(statusOf(form));
  return form.held?.paperState ? fields.filter((name) => !byRequest.includes(name)) : fields;
}
const byRequest: readonly string[] = ['bankCardCode', 'bankName', 'interestDate'];

/** Number of shares that the amount buys, as text; null when it is not whole. */
export function sharesOf({ draft, offer }: Pick<OrderForm, 'draft' | 'offer'>): string | null {
  return shares(draft.totalAmount, offer?.amountPer)?.toString() ?? null;
}

/** Problems that prevent saving, or submitting, which requires more fields. */
export function judgeOrder(form: OrderForm, isSubmit: boolean): OrderProblems {
  const { draft, offer } = form;
  const problems: OrderProblems = {};
  const own = judge(order.fields, draft);
  for (const name of names) {
    if (!isFree(form, name)) continue;
    const problem = own[name] ?? (isSubmit && isNeededToSubmit(name) && isEmpty(draft[name].trim()) && 'required');
    if (problem) problems[name] = problem;
  }
  if (!problems.totalAmount && offer && isFree(form, 'totalAmount') && sharesOf(form) === null)
    problems.totalAmount = 'notWholeShares';
  if (isFree(form, 'rentTable') && (isSubmit || draft.rentTable !== '') && tableFault(form))
    problems.rentTable = 'badTable';
  if (!problems.bankCardCode && draft.bankCardCode !== form.before.bankCardCode && draft.bankCardCode.trim() !== '')
    if (!isCard(draft.bankCardCode)) problems.bankCardCode = 'notACard';
  return problems;
}

/** Warnings that do not prevent saving. */
export function warningsOf(form: OrderForm): Partial<Record<OrderField, OrderProblem | 'checkDigit'>> {
  const { draft, offer } = form;
  const isUneven = offer !== null && isFree(form, 'totalAmount') && draft.totalAmount !== '' && sharesOf(form) === null;
  return {
    // An invalid amount gets its own message instead.
    ...(isUneven ? { totalAmount: judge(order.fields, draft).totalAmount ?? 'notWholeShares' } : {}),
    ...(isCard(draft.bankCardCode) && !hasCheckDigit(draft.bankCardCode)
      ? { bankCardCode: 'checkDigit' as const }
      : {}),
  };
}

function sentAs(name: OrderField, { draft, offer }: Pick<OrderForm, 'draft' | 'offer'>): string {
  if (name === 'rentTable' && !hasTable({ offer })) return '';
  return name === 'bankCardCode' ? accountNumberIn(draft[name]) : draft[name].trim();
}
/** What the form sends: the fields that are free, and a rent table only where there is one or was one. */
function sentNames(form: OrderForm): OrderField[] {
  const hasOne = hasTable(form) || form.before.rentTable !== '';
  return names.filter((name) => isFree(form, name) && (name !== 'rentTable' || hasOne));
}
export function bodyOf(form: OrderForm): Body {
  return {
    ...Object.fromEntries(sentNames(form).map((name) => [name, sentAs(name, form)])),
    ...(form.held ? { id: form.held.id, version: form.held.version } : {}),
  };
}

export interface Preview {
  terms: PlanTerms;
  plan: Plan;
  /** The same order with rent the other way, by the month or at maturity; null for other methods. */
  other: Plan | null;
  /** No start date is given, so the day after today is assumed. */
  isStartAssumed: boolean;
}

/** Whether an order of this form has a rent table. */
export function hasTable({ offer }: Pick<OrderForm, 'offer'>): boolean {
  return hasRentTable(offer?.repayMethod);
}

/** What is wrong with the rent table of a form; null where it fits, or where the order needs none. */
export function tableFault({
  draft,
  offer,
}: Pick<OrderForm, 'draft' | 'offer'>): { fault: TableFault; row?: number } | null {
  if (!hasTable({ offer })) return null;
  return faultOfTable(rentRows(draft.rentTable), draft);
}

/** Preview of the plan from the typed values; null without product or amount. */
export function previewOf({ draft, offer, today }: Pick<OrderForm, 'draft' | 'offer' | 'today'>): Preview | null {
  if (!offer) return null;
  const isStartAssumed = !isDate(draft.interestDate);
  const interestDate = isStartAssumed ? addDays(today, 1) : draft.interestDate;
  const { totalAmount } = draft;
  const terms = planTermsOf({
    ...offer,
    totalAmount,
    interestDate,
    rentTable: hasTable({ offer }) ? draft.rentTable : null,
  });
  if (wrongPlanTerms(terms).length > 0) return null;
  const plan = planOf(terms);
  const turned: PlanTerms = { ...terms, repayMethod: methodOfType(1 - getTypeOf(terms.repayMethod)) };
  const hasOther = methodBy(terms.repayMethod).isBullet && wrongPlanTerms(turned).length === 0;
  const other = hasOther ? planOf(turned) : null;
  return { terms, plan, other, isStartAssumed };
}

/** Refusals of the server that concern one field. */
export const fieldAtFault: Record<string, OrderField> = {
  'order.noCustomer': 'customerId',
  'order.noProduct': 'productId',
  'product.notOnSale': 'productId',
  'order.notWholeShares': 'totalAmount',
  'order.rentTable': 'rentTable',
};

/** Reference fields of which the form shows more than the name. */
export type Choosable = 'customerId' | 'productId';

type At<P = object> = PayloadAction<{ rest: string } & P>;
function isOrderField(name: string): name is OrderField {
  return names.includes(name as OrderField);
}

/** Forms of new and edited orders by the rest of their address: `new`, `edit/12`. */
export const orderForm = createSlice({
  name: 'orderForm',
  initialState: { forms: {} as Record<string, OrderForm>, lost: {} as Record<string, Lost> },
  reducers: {
    /** Loads the order of the page and discards the input. */
    load(s, { payload: { rest } }: At<{ path: string; search?: string }>) {
      delete s.forms[rest];
      delete s.lost[rest];
    },
    begun(
      s,
      {
        payload: { rest, held, customer, product, ...more },
      }: At<
        Pick<OrderForm, 'path' | 'held' | 'today' | 'key'> & {
          /** Details of the chosen records; null when unavailable. */
          customer: Row | null;
          product: Row | null;
        }
      >,
    ) {
      const draft = held
        ? draftOf(held)
        : customer
          ? { ...blank, customerId: customer.id, tel: String(customer.tel ?? '') }
          : blank;
      delete s.lost[rest];
      s.forms[rest] = {
        ...more,
        held,
        draft,
        before: draft,
        customer: customer ? customerOf(customer) : held && { realName: held.customerName ?? '', kycStatus: null },
        offer: product ? offerOf(product) : held && offerOf(held as unknown as Row),
        problems: {},
        refusals: {},
        doubt: null,
        busy: null,
        isStale: false,
        newer: null,
      };
    },
    lost(s, { payload: { rest, isMissing, text } }: At<Lost>) {
      s.lost[rest] = { isMissing, text };
    },
    type(s, { payload: { rest, change } }: At<{ change: Partial<OrderDraft> }>) {
      const form = s.forms[rest];
      if (!form) return;
      Object.assign(form.draft, change);
      for (const name of Object.keys(change).filter(isOrderField)) {
        delete form.problems[name];
        delete form.refusals[name];
      }
    },
    /** Chooses a customer or product by name, '' for none; its details are loaded next. */
    choose(s, { payload: { rest, name, id, title } }: At<{ name: Choosable; id: string; title: string }>) {
      const form = s.forms[rest];
      if (!form) return;
      form.draft[name] = id;
      if (name === 'productId') form.offer = null;
      else form.customer = id === '' ? null : { realName: title, kycStatus: null };
      delete form.problems[name];
      delete form.refusals[name];
    },
    pickCustomer(s, { payload: { rest, row } }: At<{ row: Row }>) {
      const form = s.forms[rest];
      if (!form) return;
      form.customer = customerOf(row);
      Object.assign(form.draft, { customerId: row.id, tel: String(row.tel ?? '') });
      for (const name of ['customerId', 'tel'] as const) {
        delete form.problems[name];
        delete form.refusals[name];
      }
    },
    pickProduct(s, { payload: { rest, row } }: At<{ row: Row }>) {
      const form = s.forms[rest];
      if (!form) return;
      form.offer = offerOf(row);
      form.draft.productId = row.id;
      for (const name of ['productId', 'totalAmount'] as const) {
        delete form.problems[name];
        delete form.refusals[name];
      }
    },
    /** A field has lost the focus: its problem is shown now. An empty field is not checked yet. */
    check(s, { payload: { rest, name } }: At<{ name: OrderField }>) {
      const form = s.forms[rest];
      if (!form) return;
      if (name === 'bankCardCode') form.draft.bankCardCode = groupCard(form.draft.bankCardCode);
      const problem = judgeOrder(form, false)[name];
      if (problem && problem !== 'required') form.problems[name] = problem;
    },
    save(s, { payload: { rest, isSubmit } }: At<{ isSubmit: boolean }>) {
      const form = s.forms[rest];
      if (form) form.busy = isSubmit ? 'submit' : 'save';
    },
    misjudged(s, { payload: { rest, problems } }: At<{ problems: OrderProblems }>) {
      const form = s.forms[rest];
      if (!form) return;
      form.problems = problems;
    },
    refused(s, { payload: { rest, name, text } }: At<{ name: OrderField; text: string }>) {
      const form = s.forms[rest];
      if (!form) return;
      form.refusals[name] = text;
    },
    doubted(s, { payload: { rest, body } }: At<{ body: Body }>) {
      const form = s.forms[rest];
      if (form) form.doubt = body;
    },
    /** The pending request is known not to be stored. */
    cleared(s, { payload: { rest } }: At) {
      const form = s.forms[rest];
      if (form) form.doubt = null;
    },
    /** The server has stored the order as `held`; later requests are updates under the new key. */
    kept(s, { payload: { rest, held, key, body } }: At<{ held: Order; key: string; body: Body }>) {
      const form = s.forms[rest];
      if (!form) return;
      const before = draftOf(held);
      // Fields without newer input take the format of the server: 310000 becomes 310000.00.
      for (const name of names) if (sentAs(name, form) === body[name]) form.draft[name] = before[name];
      Object.assign(form, { held, key, before, doubt: null, problems: {}, refusals: {} });
    },
    outdated(s, { payload: { rest, newer } }: At<{ newer: Order | null }>) {
      const form = s.forms[rest];
      if (form) Object.assign(form, { isStale: true, newer });
    },
    /** The other user's order becomes the one that is edited; what was typed here stays. */
    keepMine(s, { payload: { rest } }: At) {
      const form = s.forms[rest];
      if (!form?.newer) return;
      const { newer, before: began, draft } = form;
      const before = draftOf(newer);
      for (const name of names) if (draft[name] === began[name]) draft[name] = before[name];
      if (draft.customerId !== began.customerId && draft.customerId === before.customerId)
        form.customer = { realName: newer.customerName ?? '', kycStatus: null };
      if (draft.productId !== began.productId && draft.productId === before.productId)
        form.offer = offerOf(newer as unknown as Row);
      Object.assign(form, { held: newer, before, problems: {}, refusals: {}, isStale: false, newer: null });
    },
    /** The save has ended, with or without success. */
    rested(s, { payload: { rest } }: At) {
      const form = s.forms[rest];
      if (form) form.busy = null;
    },
    /** The order is stored and its form is closed. */
    saved(_s, _action: PayloadAction<{ id: string }>) {},
  },
  extraReducers: (on) =>
    on
      // A closed tab discards its input.
      .addCase(tabs.actions.closed, (s, { payload: path }) => {
        for (const [rest, form] of Object.entries(s.forms)) if (form.path === path) delete s.forms[rest];
      })
      .addCase(tabs.actions.allClosed, () => ({ forms: {}, lost: {} }))
      .addCase(session.actions.signedOut, () => ({ forms: {}, lost: {} })),
  selectors: {
    of: (s, rest: string): OrderForm | undefined => s.forms[rest],
    lost: (s, rest: string): Lost | undefined => s.lost[rest],
  },
});
