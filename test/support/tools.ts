/** Redux DevTools in a page: the store that the extension puts around that of the page, without its window. */
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';

interface Lifted {
  stagedActionIds: number[];
  currentStateIndex: number;
  skippedActionIds: number[];
  actionsById: Record<number, { action: { type: string; payload?: unknown } }>;
  committedState: object;
}
interface Tools {
  options: {
    name: string;
    trace: boolean;
    maxAge: number;
    actionSanitizer(action: object): { meta?: { by?: string } };
    stateSanitizer(state: object): object;
  };
  store: { liftedStore: { getState(): Lifted; dispatch(action: object): void }; getState(): object };
}
export type WithTools = Window & { tools: Tools };

const script = `
  import { instrument } from '@redux-devtools/instrument';
  import { compose } from 'redux';
  window.tools = {};
  window.__REDUX_DEVTOOLS_EXTENSION_COMPOSE__ = (options) => (...enhancers) => (create) => (...rest) => {
    const store = compose(...enhancers, instrument(undefined, { ...options, shouldCatchErrors: true }))(create)(...rest);
    if (options.name === 'LeaseDesk') Object.assign(window.tools, { options, store });
    return store;
  };
`;

/** Installs the tools for every page that is opened from now on. */
export async function installTools(page: Page): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: join(__dirname, '../..') },
    bundle: true,
    write: false,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  await page.addInitScript({ content: outputFiles[0]!.text });
}

/** What a developer does in the window of the tools. */
export function toolsOf(page: Page) {
  const dispatch = (action: object) =>
    page.evaluate((given) => (window as unknown as WithTools).tools.store.liftedStore.dispatch(given), action);
  return {
    dispatch,
    /** The types of all actions that are held, and the place that is shown. */
    held: () =>
      page.evaluate(() => {
        const { tools } = window as unknown as WithTools;
        const { stagedActionIds, actionsById, currentStateIndex } = tools.store.liftedStore.getState();
        return { types: stagedActionIds.map((id) => actionsById[id]!.action.type), at: currentStateIndex };
      }),
    jump: (index: number) => dispatch({ type: 'JUMP_TO_STATE', index, actionId: index }),
    /** What the extension writes into a file, as it reads it. */
    exported: () =>
      page.evaluate(() => {
        const { options, store } = (window as unknown as WithTools).tools;
        const { stagedActionIds, actionsById, committedState } = store.liftedStore.getState();
        return JSON.stringify({
          payload: stagedActionIds.slice(1).map((id) => options.actionSanitizer(actionsById[id]!.action)),
          preloadedState: options.stateSanitizer(committedState),
        });
      }),
    imported: (text: string) => {
      const { payload, preloadedState } = JSON.parse(text);
      return dispatch({ type: 'IMPORT_STATE', nextLiftedState: payload, preloadedState });
    },
  };
}
