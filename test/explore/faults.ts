/**
 * Faults that the search must find, to prove that it works. Each is a change of the source text, made as the module is
 * loaded: the product itself does not contain them.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { transformSync } from '@swc/core';
import type { How } from './exploreWorld';
import type { Move } from './moves';
import type { Scenario } from './scenario';

/** `from` occurs in the file once. */
export interface Patch {
  file: string;
  from: string;
  to: string;
}
export interface Fault {
  name: string;
  /** The search's message for it. */
  sign: RegExp;
  /** What shows it: a scenario, or which one of the test's seed. */
  shownBy: number | Scenario;
  /** Too rare for the search: its scenario alone shows it. */
  isRare?: true;
  patches: Patch[];
}

/** All that is open is answered in this way, one after the other. */
function answered(how: How): Move[] {
  return Array.from({ length: 6 }, () => ({ do: 'answer', which: 0, how }));
}
function at(address: Scenario['begin']['at'], ...moves: Move[]): Scenario {
  return { begin: { as: 'li', at: address }, moves, isBrief: true };
}
const kept = at(
  '/lease/product',
  { do: 'add' },
  { do: 'type', name: 'a' },
  { do: 'closeTab' },
  { do: 'say', yes: false, keep: true },
);
const entered: Move[] = [{ do: 'add' }, { do: 'type', name: 'a' }, { do: 'save' }, ...answered('lost')];

export const faults: readonly Fault[] = [
  {
    name: 'no single flight of the refresh',
    sign: /^\(i\) /,
    shownBy: 1,
    patches: [
      {
        file: 'src/sagas/tokens.ts',
        from: "import { call, put, race, take } from 'redux-saga/effects';",
        to: "import { call, fork, put, race, take } from 'redux-saga/effects';",
      },
      { file: 'src/sagas/tokens.ts', from: 'yield call(renew, world);', to: 'yield fork(renew, world);' },
      { file: 'src/sagas/tokens.ts', from: "= yield* ask(world, 'acquire', 'token');", to: "= '';" },
    ],
  },
  {
    name: 'answers of a session that is over are taken',
    sign: /^\(ii\) /,
    shownBy: 23,
    patches: [
      {
        file: 'src/sagas/request.ts',
        from: 'over: take([session.actions.signedIn, session.actions.signedOut]),',
        to: 'over: take(() => false),',
      },
    ],
  },
  {
    name: 'takeEvery on save',
    sign: /^\(v\) /,
    shownBy: 59,
    patches: [
      {
        file: 'src/sagas/crud/recordForm.ts',
        from: 'import { call, put, takeLatest, takeLeading }',
        to: 'import { call, put, takeEvery, takeLatest, takeLeading }',
      },
      {
        file: 'src/sagas/crud/recordForm.ts',
        from: 'takeLeading(\n    at.save,',
        to: 'takeEvery(\n    at.save,',
      },
    ],
  },
  {
    name: 'no finally that releases the rows',
    sign: /^\(vii\) still busy/,
    shownBy: 43,
    patches: [
      {
        file: 'src/sagas/crud/rowChanges.ts',
        from: "  } finally {\n    yield put(at.unlocked(ids));\n    yield put(at.settled('remove'));\n  }",
        to: "    yield put(at.unlocked(ids));\n    yield put(at.settled('remove'));\n  } finally {\n  }",
      },
    ],
  },
  {
    name: 'no finally that releases the lock between the windows',
    sign: /^\(vii\) the lock between/,
    shownBy: 197,
    patches: [
      {
        file: 'src/sagas/tokens.ts',
        from: "  } finally {\n    yield* ask(world, 'release', lock);\n  }",
        to: "    yield* ask(world, 'release', lock);\n  } finally {\n  }",
      },
    ],
  },
  {
    name: 'what is cancelled is not aborted',
    sign: /^\(vii\) \d+ questions|^\(ii\)|^\(iv\) \d+ lists/,
    shownBy: 0,
    patches: [
      {
        file: 'src/sagas/effects.ts',
        from: 'return yield call(open, ...args);',
        to: 'return yield call((...given: unknown[]) => { const one = open(...given); return one instanceof Promise ? one.then((value) => value) : one; }, ...args);',
      },
    ],
  },
  {
    name: 'the slower list wins',
    sign: /^\(iv\) /,
    shownBy: at('/lease/product', { do: 'list', current: 1, name: '' }, { do: 'list', current: 2, name: '' }),
    patches: [
      {
        file: 'src/sagas/crud/listing.ts',
        from: 'import { call, put, race, take, takeLatest }',
        to: 'import { call, put, race, take, takeEvery, takeLatest }',
      },
      {
        file: 'src/sagas/crud/listing.ts',
        from: 'yield takeLatest(at.list, listAndTryAgain);',
        to: 'yield takeEvery(at.list, listAndTryAgain);',
      },
    ],
  },
  {
    name: 'a window renews without looking at the stored pair',
    sign: /^\(i\) an old pair/,
    shownBy: at(
      '/lease/product',
      { do: 'slow', port: 'readStored' },
      { do: 'otherHolds' },
      { do: 'pass', seconds: 60 },
      { do: 'wake' },
      { do: 'otherRenews' },
      { do: 'otherLetsGo' },
    ),
    patches: [
      {
        file: 'src/sagas/tokens.ts',
        from: '    yield call(adoptTokens, world);\n    const isMine',
        to: '    const isMine',
      },
    ],
  },
  {
    name: 'a tab closed with its draft is closed without it (saga)',
    sign: /^\(viii\) .* was typed at /,
    shownBy: kept,
    patches: [
      {
        file: 'src/sagas/navigation/tabs.ts',
        from: "yield put(fate === 'kept' ? at.closedWithDraft(path) : at.closed(path));\n  if (isShown)",
        to: 'yield put(at.closed(path));\n  if (isShown)',
      },
    ],
  },
  {
    name: 'a tab closed with its draft is closed without it (slice)',
    sign: /^\(viii\) .* was typed at /,
    shownBy: { ...kept, moves: [...kept.moves, { do: 'go', to: '/info/index' }, { do: 'closeTab' }] },
    patches: [{ file: 'src/store/navigation/route.ts', from: '      s.drafts.push(tab);', to: '' }],
  },
  {
    name: 'a form changed after an unknown outcome is sent under its old key',
    sign: /^\(viii\) .* says another thing under an old key/,
    shownBy: at('/lease/product', ...entered, { do: 'type', name: 'b' }, { do: 'save' }),
    patches: [
      {
        file: 'src/sagas/crud/recordForm.ts',
        from: "isChanged ? yield* ask(world, 'newId') : form.key;",
        to: 'form.key;',
      },
    ],
  },
  {
    name: 'each save has a key of its own',
    sign: /^\(v\) \d+ effects of|^\(viii\) .* is said to be saved/,
    shownBy: at('/lease/product', ...entered, { do: 'save' }, ...answered('ok')),
    patches: [
      {
        file: 'src/sagas/crud/recordForm.ts',
        from: "isChanged ? yield* ask(world, 'newId') : form.key;",
        to: "yield* ask(world, 'newId');",
      },
    ],
  },
  {
    name: 'an order without an answer is forgotten when it is changed',
    sign: /^\(viii\) .* says another thing under an old key/,
    shownBy: at(
      '/lease/order/new',
      ...answered('ok'),
      { do: 'fillOrder', remark: 'a' },
      { do: 'saveOrder' },
      ...answered('lost'),
      { do: 'fillOrder', remark: 'b' },
      { do: 'saveOrder' },
    ),
    patches: [
      {
        file: 'src/features/lease/order/form/orderFormSaga.ts',
        from: 'error instanceof Unreachable ? at.doubted({ rest, body }) : at.cleared({ rest })',
        to: 'at.cleared({ rest })',
      },
    ],
  },
  {
    name: 'the reason of a payment without an answer may change',
    isRare: true,
    sign: /^\(viii\) .* says another thing under an old key/,
    shownBy: at(
      '/lease/payments',
      ...answered('ok'),
      { do: 'pickRow', row: 0, on: true },
      { do: 'pass', seconds: 1 },
      ...answered('ok'),
      { do: 'confirmPay' },
      { do: 'typePay', reason: 'a' },
      { do: 'pay' },
      ...answered('lost'),
      { do: 'typePay', reason: '' },
      { do: 'pay' },
    ),
    patches: [
      {
        file: 'src/features/lease/paymentPlan/paymentsSlice.ts',
        from: 'if (s.attempt && !s.attempt.isUnanswered && reason !== undefined)',
        to: 'if (s.attempt && reason !== undefined)',
      },
    ],
  },
];

/** The sources that a fault changes, compiled, by their absolute path. A place that is not found once is an error. */
export function planted({ name, patches }: Pick<Fault, 'name' | 'patches'>, root: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, from, to } of patches) {
    const path = resolve(root, file);
    const text = texts.get(path) ?? readFileSync(path, 'utf8');
    const places = text.split(from).length - 1;
    if (places !== 1) throw new Error(`'${name}' cannot be planted: ${file} has ${places} places like: ${from}`);
    texts.set(
      path,
      text.replace(from, () => to),
    );
  }
  return new Map(
    [...texts].map(([path, text]) => {
      const { code } = transformSync(text, {
        filename: path,
        swcrc: false,
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
      });
      return [path, code];
    }),
  );
}
