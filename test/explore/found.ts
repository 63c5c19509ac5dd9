/** Scenarios that once broke an invariant, shortened by the search. The causes are fixed; the scenarios stay as
 *  regression tests. */
import type { Scenario } from './scenario';

export const found: readonly { name: string; story: Scenario }[] = [
  {
    name: 'a call that waited for a new token waits on when the screen was locked meanwhile',
    story: {
      begin: { as: 'li', at: '/lease/product' },
      moves: [
        { do: 'list', current: 2, name: 'a' },
        { do: 'setClock', seconds: -7200 },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'lock' },
      ],
    },
  },
  {
    name: 'a pair that another window got after the clock was set back is the newer one',
    story: {
      begin: { as: 'li', at: '/' },
      moves: [{ do: 'setClock', seconds: -7200 }, { do: 'otherRenews' }],
    },
  },
  {
    name: 'what the server said to one person is gone when the next one comes',
    story: {
      begin: { as: 'li', at: '/lease/product' },
      moves: [{ do: 'go', to: '/lease/product' }, { do: 'answer', which: 0, how: 'refused' }, { do: 'otherSignsOut' }],
    },
  },
  {
    name: 'who is displaced while the screen is locked is told so and can begin anew',
    story: { begin: { as: 'li', at: '/' }, moves: [{ do: 'lock' }, { do: 'otherSignsIn', as: 'wang' }] },
  },
  {
    name: 'the dead session of who was displaced does not end the living one',
    story: {
      begin: { as: 'li', at: '/lease/product' },
      moves: [
        { do: 'patch', row: 0, status: 0 },
        { do: 'otherSignsIn', as: 'wang' },
        { do: 'answer', which: 0, how: 'unauthorized' },
      ],
    },
  },
  {
    name: 'who is displaced while the rights are fetched does not stay at a busy form',
    story: {
      begin: { as: null, at: '/login' },
      moves: [
        { do: 'signIn', as: 'wang', with: 'right' },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'answer', which: 1, how: 'refused' },
        { do: 'otherSignsIn', as: 'li' },
      ],
    },
  },
  {
    name: 'who is signed out while the rights are fetched can sign in at once',
    story: {
      begin: { as: 'li', at: '/lease/product' },
      moves: [
        { do: 'sleepMachine', seconds: 3600 },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'signIn', as: 'li', with: 'right' },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'otherSignsOut' },
        { do: 'signIn', as: 'li', with: 'right' },
      ],
    },
  },
  {
    name: 'whoever leaves while storage is read does not get the token of who came',
    story: {
      begin: { as: 'li', at: '/lease/product' },
      moves: [
        { do: 'slow', port: 'readStored' },
        { do: 'signOut' },
        { do: 'say', yes: true },
        { do: 'otherSignsIn', as: 'li' },
      ],
    },
  },
  {
    name: 'a language that cannot be had when another window chooses it is told, and breaks nothing',
    story: {
      begin: { as: 'li', at: '/lease/product' },
      moves: [{ do: 'slow', port: 'loadLanguage' }, { do: 'otherDresses' }, { do: 'answer', which: 0, how: 'refused' }],
    },
  },
  {
    name: 'a table whose first list is refused says so',
    story: {
      begin: { as: 'li', at: '/lease/product' },
      moves: [
        { do: 'signOut' },
        { do: 'say', yes: true },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'signIn', as: 'li', with: 'right' },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'answer', which: 1, how: 'ok' },
        { do: 'answer', which: 1, how: 'ok' },
        { do: 'answer', which: 1, how: 'ok' },
        { do: 'go', to: '/lease/product' },
        { do: 'answer', which: 1, how: 'refused' },
        { do: 'answer', which: 0, how: 'refused' },
      ],
    },
  },
  {
    name: 'a screen that another window opens at once can be locked again',
    story: {
      begin: { as: 'li', at: '/lease/product' },
      moves: [{ do: 'lock' }, { do: 'otherUnlocks' }, { do: 'lock' }],
    },
  },
  {
    name: 'a screen that is opened before storage has it can be locked again',
    story: {
      begin: { as: 'li', at: '/lease/product' },
      moves: [
        { do: 'slow', port: 'flush' },
        { do: 'lock' },
        { do: 'unlock', with: 'lock' },
        { do: 'otherUnlocks' },
        { do: 'lock' },
      ],
    },
  },
  {
    name: 'the seconds after a wrong guess pass although the clock was set back',
    story: {
      begin: { as: 'li', at: '/lease/product' },
      moves: [{ do: 'lock' }, { do: 'unlock', with: 'wrong' }, { do: 'setClock', seconds: -7200 }],
    },
  },
  {
    name: 'a list that is left the moment it is asked for is not said to be running for ever',
    story: {
      begin: { as: 'li', at: '/lease/product' },
      moves: [
        { do: 'patch', row: 0, status: 0 },
        { do: 'revoke' },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'signIn', as: 'li', with: 'right' },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'back', to: '/lease/product' },
      ],
    },
  },
  {
    name: 'who asks for a token while the last one is put away does not wait for the next',
    story: {
      begin: { as: 'li', at: '/lease/product' },
      moves: [
        { do: 'slow', port: 'flush' },
        { do: 'lock' },
        { do: 'setClock', seconds: -7200 },
        { do: 'unlock', with: 'lock' },
        { do: 'answer', which: 0, how: 'refused' },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'answer', which: 3, how: 'ok' },
        { do: 'setClock', seconds: -70 },
        { do: 'answer', which: 0, how: 'refused' },
      ],
    },
  },
  {
    name: 'who is signed out elsewhere while storage is read leaves once',
    story: {
      begin: { as: null, at: '/login' },
      moves: [
        { do: 'signIn', as: 'li', with: 'right' },
        { do: 'slow', port: 'readStored' },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'otherSignsOut' },
        { do: 'answer', which: 0, how: 'refused' },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'answer', which: 2, how: 'ok' },
      ],
    },
  },
  {
    name: 'what is asked while storage is read waits when the screen was locked meanwhile',
    story: {
      begin: { as: 'li', at: '/' },
      moves: [
        { do: 'slow', port: 'readStored' },
        { do: 'sleepMachine', seconds: 70 },
        { do: 'otherLocks' },
        { do: 'answer', which: 0, how: 'ok' },
        { do: 'answer', which: 0, how: 'refused' },
        { do: 'answer', which: 2, how: 'ok' },
      ],
    },
  },
  {
    name: 'a new order that was opened since is not taken for the one that was saved',
    story: {
      begin: { as: 'li', at: '/lease/order/new' },
      moves: [
        { do: 'fillOrder', remark: 'a' },
        { do: 'saveOrder' },
        { do: 'closeTab' },
        { do: 'say', yes: true },
        { do: 'newOrder' },
      ],
    },
  },
  {
    name: 'the save of an order that was left does not end the next one',
    story: {
      begin: { as: 'li', at: '/lease/order/new' },
      moves: [
        { do: 'fillOrder', remark: 'c' },
        { do: 'saveOrder' },
        { do: 'closeTab' },
        { do: 'say', yes: true },
        { do: 'newOrder' },
        { do: 'fillOrder', remark: 'c' },
        { do: 'answer', which: 1, how: 'cut' },
        { do: 'saveOrder' },
      ],
      isBrief: true,
    },
  },
];
