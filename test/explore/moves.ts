/** Everything that can happen to the console, one move after the other. A move that makes no sense in the present state
 *  does nothing. */
import { feature as productFeature } from '../../src/features/lease/product';
import type { App } from '../../src/shell/app';
import { screenLock } from '../../src/store/auth/screenLock';
import { signIn } from '../../src/store/auth/signIn';
import type { CrudSlice } from '../../src/store/crud/crud';
import { closed } from '../../src/store/crud/crudState';
import { features } from '../../src/store/features';
import { feedback } from '../../src/store/feedback';
import { log } from '../../src/store/log';
import { panel } from '../../src/store/navigation/panel';
import { route, tabs } from '../../src/store/navigation/route';
import { preferences } from '../../src/store/preferences';
import { session, tokens } from '../../src/store/session';
import { heard, reload, resumed, suspended } from '../../src/store/windows';
import { type BusinessMove, businessActions, isBusinessMove, type newOrderPath, type paymentsPath } from './business';
import { rightPassword } from './exploreServer';
import { type ExploreWorld, type How, quiet, type SlowPort } from './exploreWorld';
import { markOf, type Person, people } from './people';

export const productSlice = productFeature.slices[0] as CrudSlice;
const product = productSlice.actions;
export const productPath = '/lease/product';
export const addresses = [
  '/',
  '/wel/index',
  productPath,
  '/info/index',
  '/login',
  '/lock',
  '/nowhere',
  '/404',
] as const;
type Address = (typeof addresses)[number];
const lockPassword = 'lock';

/** A console on a World of its own, with the person who uses it. */
export interface Desk {
  world: ExploreWorld;
  store: App;
}

export type Move =
  // the person
  | { do: 'signIn'; as: Person; with: 'right' | 'wrong' }
  | { do: 'submit' }
  | { do: 'go' | 'back'; to: Address | typeof newOrderPath | typeof paymentsPath }
  | { do: 'list'; current: number; name: string }
  | { do: 'add' }
  | { do: 'edit'; row: number }
  | { do: 'type'; name: string }
  | { do: 'save'; twice?: true }
  | { do: 'close' }
  | { do: 'patch'; row: number; status: number }
  | { do: 'remove'; row: number }
  | { do: 'say'; yes: boolean; keep?: true }
  | { do: 'lock' }
  | { do: 'unlock'; with: 'lock' | 'account' | 'wrong' }
  | { do: 'signOut' }
  | { do: 'speak'; language: 'zh' | 'en' }
  | { do: 'shine'; mode: 'light' | 'dark' }
  | { do: 'closeTab' | 'refreshTab' }
  | { do: 'sendLogs' }
  | { do: 'panel'; shown: 'inbox' | 'search' | '' }
  | { do: 'retryPage' }
  | { do: 'beginAnew' }
  // the network and the server
  | { do: 'answer'; which: number; how: How }
  | { do: 'serve'; which: number }
  | { do: 'revoke' }
  // the machine
  | { do: 'pass'; seconds: number }
  | { do: 'sleepMachine'; seconds: number }
  | { do: 'setClock'; seconds: number }
  | { do: 'wake' | 'doze' }
  | { do: 'slow' | 'quick'; port: SlowPort }
  | { do: 'forbidShelf' }
  | { do: 'unloadable'; feature: 'product' | 'frame' | 'welcome' | 'panels'; is: boolean }
  // another window
  | {
      do:
        | 'otherHolds'
        | 'otherLetsGo'
        | 'otherRenews'
        | 'otherSignsOut'
        | 'otherLocks'
        | 'otherUnlocks'
        | 'storageCleared';
    }
  | { do: 'otherSignsIn'; as: Person }
  | { do: 'otherDresses' }
  | BusinessMove;

/** How a scenario begins: where the page was opened, and by whom. */
export interface Beginning {
  as: Person | null;
  at: Address | typeof newOrderPath | typeof paymentsPath;
}

function state({ store }: Desk) {
  return store.getState();
}
export function productState(desk: Desk) {
  return (state(desk) as unknown as Record<string, typeof closed>).product ?? closed;
}
/** The current screen, by the rules of src/shell/AppRoutes.tsx. */
export function screenOf(desk: Desk): 'login' | 'lock' | 'displaced' | 'page' | 'none' {
  const { route: at, screenLock: locked, session: of, token } = state(desk);
  if (!at.place) return 'none';
  if (of.isDisplaced) return 'displaced';
  if (at.place.path === '/login') return 'login';
  if (at.place.path === '/lock' || (locked.isLocked && token.accessToken !== '')) return 'lock';
  return 'page';
}
/** Whether the person sees the list of products with nothing covering it. */
function isAtProducts(desk: Desk) {
  return (
    screenOf(desk) === 'page' &&
    state(desk).route.place?.path === productPath &&
    features.selectors.isReady(state(desk), 'product') &&
    !state(desk).feedback.question
  );
}
function isInside(desk: Desk) {
  return screenOf(desk) === 'page' && tokens.selectors.hasToken(state(desk)) && !state(desk).feedback.question;
}
function isFrameReady(desk: Desk) {
  return features.selectors.isReady(state(desk), 'frame');
}

const wholeProduct = { productCode: 'P', deadline: 30, amountPer: '10000', getType: 0, yearRate: '4.2', status: 1 };
/** Typed text carries the person's mark, as all of their data does. */
function ownName(desk: Desk, name: string) {
  const { user } = state(desk).session;
  return `${name} ${markOf(people.find((one) => one === user?.account) ?? 'li')}`;
}

/** Resolves when the move has been processed. */
export async function play(desk: Desk, move: Move): Promise<void> {
  const { world, store } = desk;
  world.clock.uptime += 1; // moves never happen at exactly the same time
  const give = (...actions: { type: string }[]) => {
    for (const action of actions) store.dispatch(action as never);
  };
  const isSignedIn = tokens.selectors.hasToken(state(desk));
  const isTypingForm = isAtProducts(desk) && productState(desk).form !== null;
  const isAtList = isAtProducts(desk) && productState(desk).form === null;
  const rowAt = (at: number) => {
    const rows = productState(desk).page?.records ?? [];
    return rows[at % Math.max(rows.length, 1)];
  };
  if (isBusinessMove(move)) {
    const person = people.find((one) => one === state(desk).session.user?.account);
    const path = state(desk).route.place?.path ?? '';
    if (isInside(desk) && person)
      give(...businessActions(desk, move, { path, person, own: (text) => ownName(desk, text) }));
    return quiet();
  }
  switch (move.do) {
    case 'signIn':
      if (screenOf(desk) !== 'login' || state(desk).signIn.isBusy) break;
      give(
        signIn.actions.edit({ name: 'username', value: move.as }),
        signIn.actions.edit({ name: 'password', value: move.with === 'right' ? rightPassword : 'wrong' }),
        signIn.actions.submit(),
      );
      break;
    case 'submit':
      if (screenOf(desk) === 'login') give(signIn.actions.submit());
      break;
    case 'go':
      if (screenOf(desk) === 'page' && !state(desk).feedback.question) give(route.actions.go(move.to));
      break;
    case 'back':
      give(route.actions.moved(move.to)); // the browser's own button is always available
      break;
    case 'list':
      if (isAtList) give(product.list({ current: move.current, filters: move.name ? { productName: move.name } : {} }));
      break;
    case 'add':
      if (isAtList) give(product.add({ ...wholeProduct, productName: ownName(desk, 'new') }));
      break;
    case 'edit': {
      const row = rowAt(move.row);
      if (isAtList && row) give(product.edit(row.id));
      break;
    }
    case 'type': {
      if (!isTypingForm || productState(desk).form?.mode === 'view' || productState(desk).busy.save) break;
      give(
        product.type({ ...wholeProduct, productName: ownName(desk, move.name) }),
        tabs.actions.marked({ path: productPath, isDirty: true }),
      );
      break;
    }
    case 'save':
      if (isTypingForm) give(product.save(), ...(move.twice ? [product.save()] : []));
      break;
    case 'close':
      if (isTypingForm) give(product.close());
      break;
    case 'patch': {
      const row = rowAt(move.row);
      if (isAtList && row) give(product.patch({ id: row.id, change: { status: move.status } }));
      break;
    }
    case 'remove': {
      const row = rowAt(move.row);
      if (isAtList && row) give(product.remove([row.id]));
      break;
    }
    case 'say':
      if (state(desk).feedback.question) {
        // Unsaved input has a third answer: it is kept.
        const isAlternative = move.keep && state(desk).feedback.question?.alternative !== undefined;
        give(
          feedback.actions.answered({
            isSure: move.yes && !isAlternative,
            reason: '',
            ...(isAlternative ? { isAlternative } : {}),
          }),
        );
      }
      break;
    case 'lock':
      if (!isInside(desk) || !isFrameReady(desk)) break;
      give(
        screenLock.actions.lockScreen(),
        screenLock.actions.choose({ password: lockPassword }),
        screenLock.actions.set(),
      );
      break;
    case 'unlock': {
      if (screenOf(desk) !== 'lock' || !isSignedIn || state(desk).feedback.question) break;
      const typed = { lock: lockPassword, account: rightPassword, wrong: 'wrong' }[move.with];
      give(
        screenLock.actions.turn(move.with === 'account' ? 'account' : 'lock'),
        screenLock.actions.type({ password: typed }),
        screenLock.actions.unlock(),
      );
      break;
    }
    case 'signOut':
      if (!isSignedIn || state(desk).feedback.question) break;
      if (screenOf(desk) === 'lock') give(screenLock.actions.signOut());
      else if (isInside(desk) && isFrameReady(desk)) give(session.actions.signOut());
      break;
    case 'speak':
      if (isInside(desk)) give(preferences.actions.speak(move.language));
      break;
    case 'shine':
      if (isInside(desk)) give(preferences.actions.shine(move.mode));
      break;
    case 'closeTab':
      if (isInside(desk) && isFrameReady(desk)) give(tabs.actions.closeShown());
      break;
    case 'refreshTab':
      if (isInside(desk) && isFrameReady(desk)) give(tabs.actions.refresh(route.selectors.path(state(desk))));
      break;
    case 'sendLogs':
      if (isInside(desk) && isFrameReady(desk)) give(log.actions.sendLogs());
      break;
    case 'panel':
      if (isInside(desk) && isFrameReady(desk))
        give(move.shown ? panel.actions.show(move.shown) : panel.actions.hide());
      break;
    case 'retryPage': {
      const { place } = state(desk).route;
      if (isInside(desk) && place && features.selectors.isLost(state(desk), place.feature))
        give(features.actions.retry(place));
      break;
    }
    case 'beginAnew':
      if (screenOf(desk) === 'displaced') give(reload());
      break;

    case 'answer':
    case 'serve': {
      const open = world.open();
      const question = open[move.which % Math.max(open.length, 1)];
      if (question && move.do === 'answer') world.answer(question, move.how);
      else if (question) world.serve(question);
      break;
    }
    case 'revoke': {
      const mine = world.server.sessionOf(tokens.selectors.accessToken(state(desk)));
      if (mine) mine.isOver = true;
      break;
    }

    case 'pass':
      return world.pass(1000 * move.seconds);
    case 'sleepMachine':
      world.clock.asleep += 1000 * move.seconds;
      give(resumed());
      break;
    case 'setClock':
      world.clock.skew += 1000 * move.seconds;
      break;
    case 'wake':
      give(resumed());
      break;
    case 'doze':
      give(suspended());
      break;
    case 'slow':
      world.slow.add(move.port);
      break;
    case 'quick':
      world.slow.delete(move.port);
      break;
    case 'forbidShelf':
      world.page.isStorageForbidden = true;
      break;
    case 'unloadable':
      if (move.is) world.unloadable.add(move.feature);
      else world.unloadable.delete(move.feature);
      break;

    case 'otherHolds':
      world.other.holds();
      break;
    case 'otherLetsGo':
      world.other.letsGo();
      break;
    case 'otherRenews':
      if (world.other.renews()) give(heard({ kind: 'renewed' }));
      break;
    case 'otherSignsIn':
      if (world.tokenLock.holder === 'us') break;
      world.other.signsIn(move.as);
      give(heard({ kind: 'signedIn', userId: world.server.userOf(move.as).userId }));
      break;
    case 'otherSignsOut':
      if (!world.storage.token?.accessToken) break;
      world.other.signsOut();
      give(heard({ kind: 'signedOut' }));
      break;
    case 'otherLocks':
      if (!world.storage.token?.accessToken || world.storage.screenLock?.isLocked) break;
      world.other.locks();
      give(heard({ kind: 'locked' }));
      break;
    case 'otherUnlocks':
      if (!world.storage.screenLock?.isLocked) break;
      world.other.unlocks();
      give(heard({ kind: 'unlocked' }));
      break;
    case 'storageCleared':
      if (!world.storage.screenLock?.isLocked) break;
      delete world.storage.screenLock;
      give(heard({ kind: 'storageCleared' }));
      break;
    case 'otherDresses':
      give(heard({ kind: 'appearanceChanged', look: { mode: 'dark' } }));
      break;
  }
  await quiet();
}
