/** The order's life cycle as a table: which moves are allowed, to whom, and which fields may be changed meanwhile. */
import { dictionaries } from '../../../contract/domain/dictionaries';
import {
  active,
  awaitingContract,
  awaitingStart,
  awaitingVoucher,
  cancelled,
  draft,
  editableFields,
  findMove,
  isPayable,
  isRemovable,
  isTerminal,
  matured,
  moves,
  movesFrom,
  orderSigns,
  settled,
  signing,
  terminated,
  terminating,
  voucherReview,
} from '../../../contract/domain/lifecycle/orderStates';
import { order } from '../../../contract/modules/lease/order';
import { buttonsOf } from '../../../contract/wire/menus';

const states = dictionaries.find(({ code }) => code === 'order_business_status')!.entries.map(({ key }) => key);
const byHand = [
  [draft, awaitingVoucher],
  [awaitingVoucher, voucherReview],
  [voucherReview, awaitingContract],
  [voucherReview, awaitingVoucher],
  [awaitingStart, active],
  [draft, cancelled],
  [awaitingVoucher, cancelled],
  [voucherReview, cancelled],
  [awaitingContract, cancelled],
  [signing, cancelled],
  [awaitingStart, cancelled],
];
const bySystem = [
  [awaitingContract, signing],
  [signing, awaitingContract],
  [signing, awaitingStart],
  [active, matured],
  [active, settled],
  [matured, settled],
  // a payment was taken back
  [settled, active],
  [settled, matured],
  [terminated, terminating],
  // an early exit
  [active, terminating],
  [matured, terminating],
  [terminating, active],
  [terminating, matured],
  [terminating, terminated],
];
const pairs = states.flatMap((from) => states.map((to) => [from, to] as const));
function has(list: number[][], from: number, to: number) {
  return list.some(([a, b]) => a === from && b === to);
}

describe('the moves', () => {
  it.each(pairs)('from %i to %i', (from, to) => {
    const move = findMove(from, to);
    expect([move !== undefined, move?.bySystem === true]).toEqual([
      has(byHand, from, to) || has(bySystem, from, to),
      has(bySystem, from, to),
    ]);
  });

  it('are made by a person with a right that the order’s page can give, and with a word for it', () => {
    const codes = buttonsOf(order as never).map(({ code }) => code);
    for (const { bySystem: isOfSystem, permission, label } of moves) {
      if (isOfSystem) expect([permission, label]).toEqual([undefined, undefined]);
      else {
        expect(codes).toContain(permission);
        expect([label?.zh, label?.en].every(Boolean)).toBe(true);
      }
    }
  });

  it('that undo something need a reason', () => {
    const reasoned = moves.filter(({ needsReason }) => needsReason);
    expect(reasoned.every(({ to }) => to === cancelled || to === awaitingVoucher)).toBe(true);
    expect(moves.filter(({ to }) => to === cancelled).every(({ needsReason }) => needsReason)).toBe(true);
    expect(findMove(voucherReview, awaitingVoucher)?.needsReason).toBe(true);
  });

  it('are each written once', () => {
    const names = moves.map(({ from, to }) => `${from}-${to}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('lead out of every state but the last ones', () => {
    const ends = states.filter((state) => isTerminal(state));
    expect(ends).toEqual([settled, terminated, cancelled]);
    // Only a payment that is taken back leads out of an end.
    const back = moves.filter(({ from }) => ends.includes(from)).map(({ from, to }) => [from, to]);
    expect(back).toEqual([
      [settled, active],
      [settled, matured],
      [terminated, terminating],
    ]);
    for (const state of [
      draft,
      awaitingVoucher,
      voucherReview,
      awaitingContract,
      signing,
      awaitingStart,
      active,
      matured,
    ])
      expect(moves.some(({ from }) => from === state)).toBe(true);
  });

  it('offered to a person are those with a word, in the order of the table', () => {
    expect(movesFrom(voucherReview).map(({ to }) => to)).toEqual([awaitingContract, awaitingVoucher, cancelled]);
    expect(movesFrom(active)).toEqual([]);
  });
});

describe('what may be done', () => {
  it.each(states.map((state) => [state]))('in state %i', (state) => {
    expect(isRemovable(state)).toBe([draft, cancelled].includes(state));
    expect(isPayable(state)).toBe([active, matured, terminating].includes(state));
    for (const name of editableFields(state)) expect(Object.keys(order.fields)).toContain(name);
  });

  it('to fields narrows as the order goes on', () => {
    expect(editableFields(draft)).toEqual(expect.arrayContaining(['customerId', 'productId', 'totalAmount']));
    for (const state of [awaitingVoucher, voucherReview, awaitingContract, signing, awaitingStart]) {
      expect(editableFields(state)).not.toContain('totalAmount');
      expect(editableFields(state)).toContain('interestDate');
    }
    for (const state of [active, matured, settled, terminating, terminated, cancelled])
      expect(editableFields(state)).toEqual(['remark']);
  });
});

it('every state has a sign, and no two look the same', () => {
  expect(Object.keys(orderSigns).map(Number)).toEqual(states);
  const looks = Object.values(orderSigns).map(({ tone, glyph }) => `${tone} ${glyph}`);
  expect(new Set(looks).size).toBe(looks.length);
});
