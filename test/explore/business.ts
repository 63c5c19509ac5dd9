/** What a person does with orders and payments. As with every move, one that makes no sense now does nothing. */
import fc from 'fast-check';
import { type OrderForm, orderForm } from '../../src/features/lease/order/form/orderFormSlice';
import { type PaymentsState, payments } from '../../src/features/lease/paymentPlan/paymentsSlice';
import { route } from '../../src/store/navigation/route';
import { customerRow, offered } from './leaseServer';
import type { Desk } from './moves';
import type { Person } from './people';

export const newOrderPath = '/lease/order/new';
export const paymentsPath = '/lease/payments';
const formPath = /^\/lease\/order\/(new|edit\/\d+)$/;

export type BusinessMove =
  | { do: 'openOrder'; row: number }
  | { do: 'newOrder' }
  | { do: 'fillOrder'; remark: string }
  | { do: 'saveOrder'; twice?: true }
  | { do: 'keepMine' }
  /** Another clerk saves an order that this one may have open. */
  | { do: 'otherChanges'; row: number }
  | { do: 'pickRow'; row: number; on: boolean }
  | { do: 'confirmPay' }
  | { do: 'typePay'; reason: string }
  | { do: 'pay'; twice?: true };

/** What it needs to know of the desk, worked out by `play`. */
interface Sight {
  path: string;
  person: Person;
  own(text: string): string;
}

export function orderFormAt({ store }: Desk, path: string): { rest: string; form: OrderForm } | undefined {
  const rest = formPath.exec(path)?.[1];
  const held = (store.getState() as unknown as { orderForm?: { forms: Record<string, OrderForm> } }).orderForm;
  const form = rest === undefined ? undefined : held?.forms[rest];
  return form && rest !== undefined ? { rest, form } : undefined;
}
export function paymentsState({ store }: Desk): PaymentsState | undefined {
  return (store.getState() as unknown as { payments?: PaymentsState }).payments;
}

export function isBusinessMove(move: { do: string }): move is BusinessMove {
  return Object.hasOwn(weights, move.do);
}

/** The actions that the screens would give for it. */
export function businessActions(desk: Desk, move: BusinessMove, { path, person, own }: Sight): { type: string }[] {
  const { server } = desk.world;
  const at = orderFormAt(desk, path);
  const pay = path === paymentsPath ? paymentsState(desk) : undefined;
  switch (move.do) {
    case 'newOrder':
      return [route.actions.go(newOrderPath)];
    case 'openOrder': {
      const rows = server.lease.ordersOf(person);
      return [route.actions.go(`/lease/order/edit/${rows[move.row % rows.length]!.id}`)];
    }
    case 'otherChanges':
      server.lease.change(person, move.row);
      return [];
    case 'fillOrder': {
      if (!at || at.form.busy) return [];
      const { rest, form } = at;
      const isBlank = form.draft.customerId === '';
      return [
        ...(isBlank
          ? [
              orderForm.actions.pickCustomer({ rest, row: customerRow }),
              orderForm.actions.pickProduct({ rest, row: offered }),
            ]
          : []),
        orderForm.actions.type({ rest, change: { totalAmount: '310000', remark: own(move.remark) } }),
      ];
    }
    case 'saveOrder': {
      if (!at || at.form.busy) return [];
      const save = orderForm.actions.save({ rest: at.rest, isSubmit: false });
      return move.twice ? [save, save] : [save];
    }
    case 'keepMine':
      return at?.form.newer ? [orderForm.actions.keepMine({ rest: at.rest })] : [];
    case 'pickRow': {
      const rows = pay?.rows ?? [];
      const row = rows[move.row % Math.max(rows.length, 1)];
      return row && !pay?.dialog ? [payments.actions.pick({ ids: [row.id], on: move.on })] : [];
    }
    case 'confirmPay':
      return pay?.trial && !pay.dialog ? [payments.actions.confirm()] : [];
    case 'typePay': {
      const typed = String(Object.keys(pay?.picked ?? {}).length);
      return pay?.dialog ? [payments.actions.type({ typed, reason: move.reason })] : [];
    }
    case 'pay':
      return pay?.dialog ? [payments.actions.pay(), ...(move.twice ? [payments.actions.pay()] : [])] : [];
  }
}

const row = fc.nat({ max: 2 });
const weights = {
  newOrder: fc.constant<BusinessMove>({ do: 'newOrder' }),
  openOrder: row.map((at): BusinessMove => ({ do: 'openOrder', row: at })),
  fillOrder: fc.constantFrom('a', 'b', 'c').map((remark): BusinessMove => ({ do: 'fillOrder', remark })),
  saveOrder: fc.constantFrom<BusinessMove>({ do: 'saveOrder' }, { do: 'saveOrder', twice: true }),
  keepMine: fc.constant<BusinessMove>({ do: 'keepMine' }),
  otherChanges: row.map((at): BusinessMove => ({ do: 'otherChanges', row: at })),
  pickRow: fc.record({ do: fc.constant('pickRow' as const), row, on: fc.constantFrom(true, true, false) }),
  confirmPay: fc.constant<BusinessMove>({ do: 'confirmPay' }),
  typePay: fc.constantFrom('', 'a').map((reason): BusinessMove => ({ do: 'typePay', reason })),
  pay: fc.constantFrom<BusinessMove>({ do: 'pay' }, { do: 'pay', twice: true }),
} satisfies Record<BusinessMove['do'], fc.Arbitrary<BusinessMove>>;

export const anyOrderMove: fc.Arbitrary<BusinessMove> = fc.oneof(
  { weight: 1, arbitrary: weights.newOrder },
  { weight: 2, arbitrary: weights.openOrder },
  { weight: 4, arbitrary: weights.fillOrder },
  { weight: 4, arbitrary: weights.saveOrder },
  { weight: 1, arbitrary: weights.keepMine },
  { weight: 1, arbitrary: weights.otherChanges },
);
export const anyPayMove: fc.Arbitrary<BusinessMove> = fc.oneof(
  { weight: 2, arbitrary: weights.pickRow },
  { weight: 3, arbitrary: weights.confirmPay },
  { weight: 3, arbitrary: weights.typePay },
  { weight: 3, arbitrary: weights.pay },
);
