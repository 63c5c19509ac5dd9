/** (viii) What people lose without noticing: what they typed, a change that is said to be saved, their place among the
 *  tabs. */
import type { Action } from '@reduxjs/toolkit';
import { type OrderForm, orderForm } from '../../src/features/lease/order/form/orderFormSlice';
import { payments } from '../../src/features/lease/paymentPlan/paymentsSlice';
import type { CrudState } from '../../src/store/crud/crudState';
import { feedback } from '../../src/store/feedback';
import { stateOf } from '../../src/store/navigation/pageState';
import { route, tabs } from '../../src/store/navigation/route';
import { homePath } from '../../src/store/navigation/routes';
import { session } from '../../src/store/session';
import { paymentsState } from './business';
import type { Question } from './exploreWorld';
import { type Desk, productPath, productSlice, productState, screenOf } from './moves';

const product = productSlice.actions;

export interface Losses {
  /** What was typed and neither saved nor given up, by the path of its page. */
  input: Map<string, string>;
  /** What was sent under each idempotency key. */
  sent: Map<string, string>;
  /** The intent of each form: saving the same again is no other one. */
  intents: Map<string, string>;
  /** The person has agreed to lose the input. */
  isGivenUp: boolean;
  /** The tab that the person closes, and the one that must be shown then. */
  closing: string;
  next: string;
}
export function noLosses(): Losses {
  return { input: new Map(), sent: new Map(), intents: new Map(), isGivenUp: false, closing: '', next: '' };
}

function pathOf(rest: string) {
  return `/lease/order/${rest}`;
}
function orderForms({ store }: Desk): Record<string, OrderForm> {
  return (store.getState() as unknown as { orderForm?: { forms: Record<string, OrderForm> } }).orderForm?.forms ?? {};
}
/** Whether it is another intent than the one before of this form. */
function isNewIntent({ intents }: Losses, of: string, intent: unknown): boolean {
  const text = JSON.stringify(intent);
  if (intents.get(of) === text) return false;
  intents.set(of, text);
  return true;
}

/** The intents that an action adds; called before it is reduced. */
export function newIntents(losses: Losses, desk: Desk, action: Action): number {
  if (product.save.match(action)) {
    const { form, busy } = productState(desk);
    return form && !busy.save && isNewIntent(losses, productPath, form.draft) ? 1 : 0;
  }
  if (product.patch.match(action) || product.remove.match(action)) return 1;
  if (orderForm.actions.save.match(action)) {
    const { rest } = action.payload;
    const form = orderForms(desk)[rest];
    return form && !form.busy && isNewIntent(losses, pathOf(rest), form.draft) ? 1 : 0;
  }
  if (payments.actions.pay.match(action)) {
    const { picked = {}, busy } = paymentsState(desk) ?? {};
    return !busy?.pay && isNewIntent(losses, 'pay', Object.keys(picked).sort()) ? 1 : 0;
  }
  return 0;
}

/** A success is told: the server must have what stands in the form, under one of these keys. */
function lostChange(desk: Desk, keys: readonly string[], typed: string): string | undefined {
  const done = desk.world.server.effects.filter(({ key }) => keys.includes(key));
  return done.some(({ text }) => text === typed)
    ? undefined
    : `(viii) '${typed}' is said to be saved, and the server has '${done[0]?.text ?? ''}'`;
}

function noteForms(losses: Losses, desk: Desk, action: Action): string | undefined {
  const { input, intents } = losses;
  const begin = (path: string) => {
    input.delete(path);
    intents.delete(path);
  };
  if (product.type.match(action) && productState(desk).form) {
    input.set(productPath, String(action.payload.productName));
  } else if (product.saved.match(action)) {
    const { form } = productState(desk);
    begin(productPath);
    return form ? lostChange(desk, [form.key], String(form.draft.productName)) : undefined;
  } else if (product.opened.match(action) || product.shut.match(action)) begin(productPath);
  else if (orderForm.actions.type.match(action)) {
    const { rest, change } = action.payload;
    if (orderForms(desk)[rest] && change.remark !== undefined) input.set(pathOf(rest), change.remark);
  } else if (orderForm.actions.kept.match(action)) {
    const { rest } = action.payload;
    const form = orderForms(desk)[rest];
    // An order that was left without an answer and is entered anew in the same words goes under the key of then.
    return form ? lostChange(desk, [form.key, ...losses.sent.keys()], String(action.payload.body.remark)) : undefined;
  } else if (orderForm.actions.saved.match(action)) {
    losses.closing = ''; // its own page closes, and the order is shown
    for (const [rest, { held, draft }] of Object.entries(orderForms(desk))) {
      if (held?.id !== action.payload.id) continue;
      begin(pathOf(rest));
      if (draft.remark !== (held.remark ?? ''))
        return `(viii) '${draft.remark}' is said to be saved, and the server has '${held.remark}'`;
    }
  } else if (orderForm.actions.begun.match(action)) intents.delete(pathOf(action.payload.rest));
  else if ([payments.actions.pick, payments.actions.paid].some((one) => one.match(action))) intents.delete('pay');
  return undefined;
}

function noteTabs(losses: Losses, { store }: Desk, action: Action): string | undefined {
  if (tabs.actions.closeTab.match(action)) losses.closing = action.payload;
  else if (feedback.actions.answered.match(action)) {
    const { isSure, isAlternative } = action.payload;
    losses.isGivenUp = isSure && !isAlternative;
    if (!isSure && !isAlternative) losses.closing = '';
  } else if (tabs.actions.closed.match(action) || tabs.actions.closedWithDraft.match(action)) {
    const { payload: path } = action;
    if (tabs.actions.closed.match(action) && losses.isGivenUp) losses.input.delete(path);
    if (path !== losses.closing) return undefined;
    losses.closing = '';
    const { route: at, tabs: open } = store.getState();
    const place = open.list.findIndex((tab) => tab.path === path);
    if (at.place?.path === path) losses.next = (open.list[place - 1] ?? open.list[place + 1])?.path ?? homePath;
  } else if (route.actions.go.match(action) && losses.next !== '') {
    const { next } = losses;
    losses.next = '';
    const path = action.payload.split('?')[0];
    if (path !== next) return `(viii) a tab was closed and ${path} is shown instead of ${next}`;
  } else if (session.actions.signedOut.match(action) || session.actions.signedIn.match(action))
    Object.assign(losses, { ...noLosses(), sent: losses.sent });
  return undefined;
}

/** Called before the action is reduced; answers what is lost by it. */
export function noteLoss(losses: Losses, desk: Desk, action: Action): string | undefined {
  return noteForms(losses, desk, action) ?? noteTabs(losses, desk, action);
}

/** Called as a call leaves: the server answers a repetition with the first outcome, whatever it says now. */
export function noteKey({ sent }: Losses, { call }: Question): string | undefined {
  const key = call?.headers?.['Idempotency-Key'];
  if (!call || !key || call.method !== 'POST') return undefined;
  const text = JSON.stringify([call.url, call.query, call.body]);
  const before = sent.get(key);
  sent.set(key, text);
  return before === undefined || before === text ? undefined : `(viii) ${call.url} says another thing under an old key`;
}

export function lostInput({ desk, losses }: { desk: Desk; losses: Losses }): string | undefined {
  for (const [path, typed] of losses.input) {
    const own = stateOf(desk.store.getState(), path) as unknown as { product?: CrudState };
    const held =
      path === productPath
        ? own.product?.form?.draft.productName
        : orderForms(desk)[path.slice(pathOf('').length)]?.draft.remark;
    if (held !== typed) return `(viii) '${typed}' was typed at ${path}, and there is '${held ?? ''}'`;
  }
  return undefined;
}

/** Home is always there and first, no page twice. */
export function wrongTabs({ desk }: { desk: Desk }): string | undefined {
  const paths = desk.store.getState().tabs.list.map(({ path }) => path);
  if (paths[0] !== homePath) return `(viii) the first tab is ${paths[0] ?? 'missing'}`;
  const twice = paths.find((path, at) => paths.indexOf(path) !== at);
  return twice ? `(viii) ${twice} has two tabs` : undefined;
}

/** The page that is shown has its tab. */
export function missingTab({ desk }: { desk: Desk }): string | undefined {
  const { route: at, tabs: open } = desk.store.getState();
  if (screenOf(desk) !== 'page' || !at.place?.isTab || !at.place.label) return undefined;
  const isThere = open.list.some(({ path }) => path === at.place?.path);
  return isThere ? undefined : `(viii) ${at.place.path} is shown and has no tab`;
}
