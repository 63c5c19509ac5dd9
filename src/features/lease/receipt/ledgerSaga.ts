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

function* load(world: World, { of, id }: LedgerSubject): Saga {
  const get = (name: string, query: Record<string, string>) =>
    call(request, world, { method: 'GET', url: receipt.url(name), query }, { quiet: true });
  const mayBalances = of === 'customer' && (yield* read(menu.selectors.pathOf, receipt.name)) !== '';
  const [entries, balances]: [LedgerEntry[], Balances | null] = yield all([
    get('entries', of === 'order' ? { orderId: id } : { customerId: id }),
    mayBalances ? get('balances', { customerId: id }) : null,
  ]);
  yield put(at.received({ id, entries, balances }));
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
