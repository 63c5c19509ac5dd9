/** Which moves are drawn by chance, and how often. */
import fc from 'fast-check';
import { anyOrderMove, anyPayMove } from './business';
import { tokenTime } from './exploreServer';
import { type How, slowPorts } from './exploreWorld';
import { addresses, type Beginning, type Move, productPath } from './moves';
import { people } from './people';

const person = fc.constantFrom(...people);
const few = fc.nat({ max: 5 });
function fixed<M extends Move>(...moves: M[]): fc.Arbitrary<Move> {
  return fc.constantFrom<Move>(...moves);
}
const name = fc.constantFrom('a', 'b');
const how = fc.oneof(
  { weight: 6, arbitrary: fc.constant<How>('ok') },
  {
    weight: 3,
    arbitrary: fc.constantFrom<How>('refused', 'unauthorized', 'broken', 'gateway', 'cut', 'lost', 'garbage'),
  },
);

/** Moves with more potential for faults are more frequent. */
export const anyMove: fc.Arbitrary<Move> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ do: fc.constant('answer' as const), which: few, how }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('serve' as const), which: few }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(1, 10, tokenTime) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.constant(600) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sleepMachine' as const), seconds: fc.constantFrom(70, 3600) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('setClock' as const), seconds: fc.constantFrom(-7200, -70, 70, 7200) }),
  },
  { weight: 3, arbitrary: fixed({ do: 'wake' }, { do: 'doze' }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('signIn' as const),
      as: person,
      with: fc.constantFrom('right' as const, 'right' as const, 'wrong' as const),
    }),
  },
  { weight: 1, arbitrary: fixed({ do: 'submit' }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('go' as const, 'back' as const), to: fc.constantFrom(...addresses) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('list' as const),
      current: fc.integer({ min: 1, max: 3 }),
      name: fc.constantFrom('', 'a', 'b'),
    }),
  },
  { weight: 6, arbitrary: fixed({ do: 'add' }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), row: few }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('type' as const), name }) },
  { weight: 8, arbitrary: fixed({ do: 'save' }, { do: 'save', twice: true }) },
  { weight: 2, arbitrary: fixed({ do: 'close' }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('patch' as const), row: few, status: fc.nat({ max: 1 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), row: few }) },
  { weight: 8, arbitrary: fixed({ do: 'say', yes: true }, { do: 'say', yes: true }, { do: 'say', yes: false }) },
  { weight: 3, arbitrary: fixed({ do: 'lock' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('unlock' as const),
      with: fc.constantFrom('lock' as const, 'account' as const, 'wrong' as const),
    }),
  },
  { weight: 4, arbitrary: fixed({ do: 'signOut' }) },
  {
    weight: 2,
    arbitrary: fixed({ do: 'speak', language: 'zh' }, { do: 'speak', language: 'en' }, { do: 'shine', mode: 'dark' }),
  },
  { weight: 3, arbitrary: fixed({ do: 'closeTab' }, { do: 'refreshTab' }) },
  { weight: 2, arbitrary: fixed({ do: 'sendLogs' }) },
  {
    weight: 2,
    arbitrary: fixed({ do: 'panel', shown: 'inbox' }, { do: 'panel', shown: 'search' }, { do: 'panel', shown: '' }),
  },
  { weight: 1, arbitrary: fixed({ do: 'retryPage' }, { do: 'beginAnew' }, { do: 'forbidShelf' }, { do: 'revoke' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('slow' as const, 'quick' as const),
      port: fc.constantFrom(...slowPorts),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('unloadable' as const),
      feature: fc.constantFrom('product' as const, 'frame' as const, 'welcome' as const, 'panels' as const),
      is: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fixed(
      { do: 'otherHolds' },
      { do: 'otherLetsGo' },
      { do: 'otherRenews' },
      { do: 'otherSignsOut' },
      { do: 'otherLocks' },
      { do: 'otherUnlocks' },
      { do: 'storageCleared' },
      { do: 'otherDresses' },
    ),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('otherSignsIn' as const), as: person }) },
);

/** The answers that matter where something is entered: it is done, and it may have been done. */
const anyOutcome: fc.Arbitrary<Move> = fc.record({
  do: fc.constant('answer' as const),
  which: few,
  how: fc.constantFrom<How>('ok', 'ok', 'ok', 'lost', 'cut'),
});
const anyLeaving = fixed({ do: 'closeTab' }, { do: 'say', yes: false, keep: true }, { do: 'say', yes: true });
const anyEntry: fc.Arbitrary<Move> = fc.oneof(
  { weight: 2, arbitrary: fixed({ do: 'add' }, { do: 'edit', row: 0 }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('type' as const), name }) },
  { weight: 3, arbitrary: fixed({ do: 'save' }, { do: 'go', to: productPath }) },
);
/** Mostly what belongs to one desk, and everything that can happen to it. */
function atDesk(own: fc.Arbitrary<Move>): fc.Arbitrary<Move> {
  return fc.oneof(
    { weight: 4, arbitrary: own },
    { weight: 3, arbitrary: anyOutcome },
    { weight: 1, arbitrary: anyLeaving },
    { weight: 1, arbitrary: anyMove },
  );
}
export const anyEntryDesk = atDesk(anyEntry);
export const anyOrderDesk = atDesk(anyOrderMove);
export const anyPayDesk = atDesk(anyPayMove);

/** Mostly states with most possible moves. */
export const anyBeginning: fc.Arbitrary<Beginning> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Beginning>({ as: 'li', at: productPath }) },
  { weight: 1, arbitrary: fc.constant<Beginning>({ as: 'li', at: '/' }) },
  { weight: 2, arbitrary: fc.constant<Beginning>({ as: null, at: '/login' }) },
);
