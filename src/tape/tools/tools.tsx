import type { Action, Middleware, Reducer } from '@reduxjs/toolkit';
import { createRoot, type Root } from 'react-dom/client';
import { FLUSH, PERSIST } from 'redux-persist';
import { madeFor } from '../../../contract/domain/text';
import type { App, AppOptions } from '../../shell/app';
import { route } from '../../store/navigation/route';
import { preferences } from '../../store/preferences';
import type { BrowserStorage } from '../../world/storage';
import { showAddress, statusPlace } from '../../world/tools';
import type { World } from '../../world/world';
import { canonical } from '../digest';
import { isFact, toolsOptions } from './options';
import { PastStrip, stripClass } from './PastStrip';
import { pausable } from './pausable';
import { putBySaga } from './putBySaga';
import { stripWords } from './words';

/** What the tools hold, as far as it is read here: a list of actions, and the place in it that is shown. */
interface Lifted {
  stagedActionIds: number[];
  currentStateIndex: number;
  isLocked?: boolean;
}
interface LiftedStore {
  getState(): Lifted;
  dispatch(action: { type: string; [name: string]: unknown }): void;
}

function isAtEnd({ stagedActionIds, currentStateIndex }: Lifted): boolean {
  return currentStateIndex === stagedActionIds.length - 1;
}

/**
 * Developer tools may show another state than the present one. Meanwhile the page is paused: sagas would go on with what
 * they read there, as with the tokens of the past.
 */
export function openTools(browser: World, kept: BrowserStorage) {
  const { world, storage, pause, resume } = pausable(browser, kept);
  let reduce: Reducer<any> = (state) => state;
  let isPaused = false;
  /** How many dispatches are under way: a state that changes outside of them was changed by the tools. */
  let under = 0;
  let present: unknown;
  /** What the tools held when the present was last shown. */
  let log: Lifted | undefined;
  let lifted: LiftedStore | undefined;
  const missed: Action[] = [];

  const note = (state: unknown) => {
    present = state;
    log = lifted?.getState();
  };
  const gate: Middleware = (api) => (next) => (action) => {
    // Writes what is pending and changes no state: repeated by the tools, it would lack its callback.
    if ((action as Action).type === FLUSH) {
      reduce(api.getState(), action as Action);
      return action;
    }
    if (isPaused && !(putBySaga in (action as object))) {
      if (isFact(action)) missed.push(action as Action);
      return action;
    }
    under += 1;
    try {
      return next(action);
    } finally {
      under -= 1;
      if (!isPaused) note(api.getState());
    }
  };
  /** An imported list of actions may hold this one, whose functions no file can keep. */
  const around: NonNullable<AppOptions['around']> = (reducer) => {
    reduce = reducer;
    return (state, action) =>
      action.type === PERSIST &&
      typeof (action as { register?: unknown }).register !== 'function' &&
      state !== undefined
        ? state
        : reducer(state, action);
  };

  /** The page's listener comes before those of its components. */
  const begin = (app: App) => {
    lifted = (app as App & { liftedStore?: LiftedStore }).liftedStore;
    note(app.getState());
    const place = statusPlace(stripClass);
    let root: Root | undefined;
    const back = () => lifted?.dispatch({ type: 'IMPORT_STATE', nextLiftedState: log, noRecompute: true });
    const draw = () => {
      const words = madeFor(stripWords, preferences.selectors.language(app.getState()));
      const held = lifted?.getState();
      const isPast = held && !isAtEnd(held);
      const text = (isPast ? words.past : words.other)
        .replace('{{at}}', String(held?.currentStateIndex))
        .replace('{{of}}', String((held?.stagedActionIds.length ?? 1) - 1));
      root ??= createRoot(place);
      root.render(isPaused ? <PastStrip text={text} back={words.back} onBack={lifted && back} /> : null);
    };
    const isPresent = () => {
      const held = lifted?.getState();
      if (held && (!isAtEnd(held) || held.isLocked)) return false;
      // Computed again, the same state is another object.
      return app.getState() === present || canonical(app.getState()) === canonical(present);
    };
    let last = route.selectors.place(app.getState());
    /** The address follows the page that is shown; otherwise the address changes first. */
    const follow = () => {
      const now = route.selectors.place(app.getState());
      if (now === last) return;
      last = now;
      const address = now && now.path + (now.search && `?${now.search}`);
      if (address) showAddress(address, browser.navigate);
    };
    app.subscribe(() => {
      if (under === 0) {
        const was = isPaused;
        isPaused = !isPresent();
        if (isPaused) pause();
        else note(app.getState());
        if (was || isPaused) draw();
        follow();
        if (was && !isPaused) {
          resume();
          for (const fact of missed.splice(0)) app.dispatch(fact);
        }
      } else follow();
    });
  };
  return {
    world,
    storage,
    /** `listen`: of others, who hear what is let through. */
    options: (listen: Middleware[] = []) => ({ tools: toolsOptions('LeaseDesk'), around, listen: [gate, ...listen] }),
    begin,
    /** The tools' list of actions begins where storage has been read. */
    read: () => lifted?.dispatch({ type: 'COMMIT', timestamp: browser.now() }),
  };
}
