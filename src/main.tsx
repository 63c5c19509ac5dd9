import './look/base.css';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { type Persistor, persistStore } from 'redux-persist';
import { addChunk, loadFeature } from './features/registry';
import { AppRoutes } from './shell/AppRoutes';
import { createApp } from './shell/app';
import { isHeard, pressed } from './store/keys';
import { lock } from './store/lock';
import { log } from './store/log';
import { look, type ScreenClass } from './store/look';
import { menu } from './store/menu';
import { homePath, placeOf, route, tabs } from './store/route';
import { tokens } from './store/session';
import { type SignInField, type SignInMode, signIn } from './store/signIn';
import { started } from './store/started';
import { lacking } from './store/weather';
import { dozed, heard, woke } from './store/windows';
import { beginSpeech } from './words/begin';
import { learnAllWords, speak } from './words/speech';
import { browserWorld, listenToBrowser } from './world/browser';
import { faultDoor } from './world/faults';
import type { Drawn } from './world/firstMoment';
import { browserShelf } from './world/shelf';
import { windowMessages } from './world/windows';

/** Makes the real World, starts the app, mounts React. */

// One chunk, so that what draws the frame and what it leans on come together.
addChunk('frame', async () => {
  const [frame] = await Promise.all([
    import(/* webpackChunkName: "frame" */ './shell/frame'),
    import(/* webpackChunkName: "frame" */ './shell/FramedRoutes'),
  ]);
  return frame;
});

const shelf = browserShelf(() => app.dispatch(lacking('notKept')));
const windows = windowMessages();
let persistor: Persistor | undefined;
const world = browserWorld({
  shelf,
  tell: windows.tell,
  settle: async () => persistor?.flush(),
  // No page of a feature is drawn without its words.
  feature: async (name) => void (await Promise.all([loadFeature(name), learnAllWords()])),
  async words(language) {
    await speak(language);
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  },
});
const app = createApp(world, { shelf });

listenToBrowser({
  moved: (path) => app.dispatch(route.actions.moved(path)),
  woke: () => app.dispatch(woke()),
  dozed: () => app.dispatch(dozed()),
  filled: (isFull) => app.dispatch(look.actions.filled(isFull)),
  measured: (screenClass) => app.dispatch(look.actions.measured(screenClass as ScreenClass)),
  pressed({ combo, isTyping, isCovered }) {
    // Outside the frame (signing in, signing, behind the lock) the keys are the browser's.
    if (['', 'sign'].includes(app.getState().route.place?.feature ?? '')) return false;
    const isOurs = isHeard(combo, { isTyping, hasLetterKeys: look.selectors.hasLetterKeys(app.getState()) });
    if (isOurs && !isCovered) app.dispatch(pressed(combo));
    return isOurs;
  },
  isDirty: () => Object.keys(tabs.selectors.dirty(app.getState())).length > 0,
  failed: faultDoor((faults) => app.dispatch(log.actions.failedOften(faults))),
});
windows.listen((message) => app.dispatch(heard(message)));
if (!isSecureContext) app.dispatch(lacking('notSecure'));
// One that an earlier product of this address left behind would answer with its own old files.
void navigator.serviceWorker?.getRegistrations().then((left) => left.forEach((worker) => void worker.unregister()));

const root = document.getElementById('root')!;

/** What was typed and chosen in the drawn form before this program came. */
const adopt = () => {
  for (const { name, value, type } of root.querySelectorAll('input')) {
    const isText = type === 'text' || type === 'password';
    if (isText && value !== '') app.dispatch(signIn.actions.edit({ name: name as SignInField, value }));
  }
};
/** Brings the drawn form to life, in one go: nobody can type in between. Then does what was pressed too early. */
const takeOver = () => {
  adopt();
  flushSync(() => hydrateRoot(root, screen(true)));
  const drawn = root.dataset.drawn as Drawn;
  delete root.dataset.drawn;
  const mode = root.querySelector<HTMLInputElement>('[name=mode]:checked')?.value as SignInMode;
  if (mode !== signIn.selectors.all(app.getState()).mode) app.dispatch(signIn.actions.pickMode(mode));
  if (drawn === 'pressed') app.dispatch(signIn.actions.submit());
};
const screen = (isDoorDrawn: boolean) => (
  <Provider store={app}>
    <AppRoutes isDoorDrawn={isDoorDrawn} />
  </Provider>
);

/** Somebody who comes back waits for code alone: that of the frame and of their page is fetched side by side. */
const fetchAhead = (address: string) => {
  const state = app.getState();
  if (!tokens.selectors.hasToken(state) || lock.selectors.isLocked(state)) return;
  const menus = menu.selectors.leaves(state);
  const { feature } = (placeOf(address, menus) ?? placeOf(homePath, menus))!;
  if (feature === '' || feature === 'sign') return;
  for (const name of ['frame', feature]) world.load(name).catch(() => undefined); // told by the one who waits for it
};

// What is dispatched before the kept state was read would not be kept.
persistor = persistStore(app, null, () => {
  beginSpeech(look.selectors.language(app.getState()));
  const address = location.pathname + location.search;
  fetchAhead(address);
  if (root.dataset.drawn) takeOver();
  else createRoot(root).render(screen(false));
  app.dispatch(started(address));
});
addEventListener('pagehide', () => void persistor?.flush());
