import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { Customer } from '../../../../contract/modules/lease/customer';
import type { LoanInformation } from '../../../../contract/modules/lease/loanInformation';
import type { Order } from '../../../../contract/modules/lease/order';
import type { Reading } from '../../../../contract/wire/ocr/papers';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';

/** What is done with accepted values: nothing further, a new customer, an existing one, or a document of an order. */
export type Aim = 'none' | 'add' | 'update' | 'picture';

/** The record that the values are for, as far as it is known. */
export interface Against {
  customer: Customer | null;
  order: Order | null;
}

export interface Desk {
  /** Address of the page that shows it, with which it is released. */
  path: string;
  reading: Reading | null;
  record: LoanInformation | null;
  /** As the person has them now. */
  values: Record<string, string>;
  /** Doubtful fields that the person has compared with the picture. */
  confirmed: string[];
  /** Fields that the server is unsure about, until the person confirms or changes them. */
  unsure: string[];
  /** Sentences of a refusal, by field; or the key of a text of ours with a `*` before it. */
  problems: Record<string, string>;
  aim: Aim;
  customerId: string;
  /** Phone of a new customer, which no paper tells. */
  tel: string;
  orderId: string;
  against: Against;
  /** Why it could not be loaded: the sentence of a refusal, or the key of a text of ours with a `*` before it. */
  lost: string;
  isMissing: boolean;
  isBusy: boolean;
}
const blank: Desk = {
  ...{ path: '', reading: null, record: null, values: {}, confirmed: [], unsure: [], problems: {} },
  ...{ aim: 'none', customerId: '', tel: '', orderId: '', against: { customer: null, order: null } },
  ...{ lost: '', isMissing: false, isBusy: false },
};

type Of<P = object> = PayloadAction<{ id: string } & P>;

/** A person has changed what was read, and not accepted it. */
export function isTouched({ reading, values }: Desk): boolean {
  if (!reading || reading.status === 'reading' || reading.accepted) return false;
  return Object.entries(values).some(
    ([key, value]) => value !== (reading.fields.find((field) => field.key === key)?.value ?? ''),
  );
}

/** Desks by the id of what is read there. */
export const desks = createSlice({
  name: 'desks',
  initialState: {} as Record<string, Desk>,
  reducers: {
    /** Shows this reading; what was typed before stays. */
    open(s, { payload: { id, path } }: Of<{ path: string }>) {
      s[id] = { ...(s[id] ?? (blank as Draft<Desk>)), path, lost: '', isMissing: false };
    },
    looked(s, { payload: reading }: PayloadAction<Reading>) {
      const desk = s[reading.id];
      if (!desk) return;
      const isFirst = !desk.reading || desk.reading.status === 'reading';
      desk.reading = reading as Draft<Reading>;
      desk.lost = '';
      if (!isFirst || reading.status === 'reading') return;
      desk.values = Object.fromEntries(reading.fields.map(({ key, value }) => [key, value]));
      desk.customerId = reading.customerId ?? '';
      desk.orderId = reading.orderId ?? '';
      if (reading.orderId) desk.aim = 'picture';
    },
    recordRead(s, { payload: record }: PayloadAction<LoanInformation>) {
      const desk = s[record.id];
      if (!desk) return;
      desk.record = record;
    },
    lost(s, { payload: { id, text, isMissing = false } }: Of<{ text: string; isMissing?: boolean }>) {
      if (s[id]) Object.assign(s[id], { lost: text, isMissing });
    },
    reload(_s, _action: Of) {},

    type(s, { payload: { id, key, value } }: Of<{ key: string; value: string }>) {
      if (!s[id]) return;
      const desk = s[id];
      desk.values[key] = value;
      delete desk.problems[key];
      desk.confirmed = desk.confirmed.filter((one) => one !== key);
      desk.unsure = desk.unsure.filter((one) => one !== key);
    },
    /** The person has compared the field with the picture. */
    confirm(s, { payload: { id, key } }: Of<{ key: string }>) {
      if (!s[id]) return;
      if (!s[id].confirmed.includes(key)) s[id].confirmed.push(key);
      delete s[id].problems[key];
    },
    aim(s, { payload: { id, aim } }: Of<{ aim: Aim }>) {
      if (s[id]) s[id].aim = aim;
    },
    typeTel(s, { payload: { id, tel } }: Of<{ tel: string }>) {
      if (!s[id]) return;
      s[id].tel = tel;
      delete s[id].problems.tel;
    },
    pickCustomer(s, { payload: { id, customerId } }: Of<{ customerId: string }>) {
      if (s[id]) Object.assign(s[id], { customerId, against: { ...s[id].against, customer: null } });
    },
    pickOrder(s, { payload: { id, orderId } }: Of<{ orderId: string }>) {
      if (s[id]) Object.assign(s[id], { orderId, against: { ...s[id].against, order: null } });
    },
    /** The chosen record has arrived, unless another one was chosen since. */
    against(s, { payload: { id, customer, order } }: Of<Partial<Against>>) {
      const desk = s[id];
      if (customer && desk?.customerId === customer.id) desk.against.customer = customer;
      if (order && desk?.orderId === order.id) desk.against.order = order;
    },

    accept(s, { payload: { id } }: Of) {
      if (s[id]) Object.assign(s[id], { isBusy: true, problems: {} });
    },
    /** Not accepted: what is wrong with which field. */
    refused(
      s,
      { payload: { id, problems, unsure = [] } }: Of<{ problems: Record<string, string>; unsure?: string[] }>,
    ) {
      if (s[id]) Object.assign(s[id], { isBusy: false, problems, unsure });
    },
    /** The command has ended without a result. */
    rested(s, { payload: { id } }: Of) {
      if (s[id]) s[id].isBusy = false;
    },
    accepted(s, { payload: { id } }: Of) {
      if (s[id]) Object.assign(s[id], { isBusy: false, problems: {} });
    },
  },
  extraReducers: (on) =>
    on
      .addCase(session.actions.signedOut, () => ({}))
      .addCase(tabs.actions.allClosed, () => ({}))
      .addCase(tabs.actions.closed, (s, { payload }) => {
        for (const [id, { path }] of Object.entries(s)) if (path === payload) delete s[id];
      }),
  selectors: {
    all: (s) => s,
    of: (s, id: string): Desk | undefined => s[id],
  },
});
