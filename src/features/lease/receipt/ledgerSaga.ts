import { all, call, put, race, take, takeLatest } from 'redux-saga/effects';
import { receipt } from '../../../../contract/modules/lease/receipt';
import type { LedgerEntry } from '../../../../contract/wire/ledger/entries';
import { read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import { menu } from '../../../store/navigation/menu';
import { route } from '../../../store/navigation/route';
import type { World } from '../../../world/world';
import { type Balances, type LedgerSubject, ledger } from './ledgerSlice';

const { actions: at } = ledger;

const idOf = { order: 'orderId', plan: 'planId', customer: 'customerId' } as const;

interface OrderMoney {
  amount: string;
  principal: string;
  deposit: string;
}

function* load(world: World, { of, id, customerId }: LedgerSubject): Saga {
  const get = (name: string, query: Record<string, string>) =>
    call(request, world, { method: 'GET', url: receipt.url(name), query }, { quiet: true });
  const mayBalances = customerId && (yield* read(menu.selectors.pathOf, receipt.name)) !== '';
  const [entries, balances, own]: [LedgerEntry[], Balances | null, OrderMoney | null] = yield all([
    get('entries', { [idOf[of]]: id }),
    mayBalances ? get('balances', { customerId }) : null,
    mayBalances && of === 'order' ? get('order-balance', { orderId: id }) : null,
  ]);
  const ofOrder = own ? { order: own.amount, principal: own.principal, deposit: own.deposit } : {};
  yield put(at.received({ id, entries, balances: balances && { ...balances, ...ofOrder } }));
}

export function* ledgerSaga(world: World): Saga {
  yield takeLatest(at.show, function* ({ payload }): Saga {
    try {
      yield race({ loaded: call(load, world, payload), closed: take(at.close) });
    } catch (error) {
      if (!isExpected(error)) throw error;
      yield put(at.failed(error instanceof Refused ? error.message : '*receipts.pageLost'));
    }
  });
  // A link in the dialog leads to another page.
  yield takeLatest(route.actions.arrived, function* (): Saga {
    yield put(at.close());
  });
}
