import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { type Persistor, persistStore } from 'redux-persist';
import { factsOf } from '../contract/domain/languages';
import { countIn } from '../contract/domain/text';
import { addChunk, loadFeature, textsOf } from './features/registry';
import { startI18n } from './i18n/begin';
import { loadLanguage, loadTexts } from './i18n/language';
import { AppRoutes } from './shell/AppRoutes';
import { type App, createApp } from './shell/app';
import { screenLock } from './store/auth/screenLock';
import { type SignInField, type SignInMode, signIn } from './store/auth/signIn';
import { missingCapability } from './store/environment';
import { features } from './store/features';
import { log } from './store/log';
import { isHeard, pressed } from './store/navigation/keys';
import { menu } from './store/navigation/menu';
import { placeOf, route, tabs } from './store/navigation/route';
import { frameName, homePath } from './store/navigation/routes';
import { preferences, type ScreenClass } from './store/preferences';
import { push } from './store/push';
import { tokens } from './store/session';
import { settings } from './store/settings';
import { started } from './store/started';
import { heard, resumed, suspended } from './store/windows';
import { browserWorld, calls, cipherOf, listenToBrowser } from './world/browser';
import { faultReporter } from './world/faults';
import type { Drawn } from './world/firstMoment';
import { browserStorage } from './world/storage';
import { testerMark } from './world/tester';
import { idle, nextTurn } from './world/turns';
import { windowMessages } from './world/windows';

/** Makes the real World, starts the app, mounts React. */

addChunk(frameName, () => import(/* webpackChunkName: "frame" */ './shell/frame/frame'), []);

const ownStorage = browserStorage(() => app.dispatch(missingCapability('notKept')));
const windows = windowMessages();
let persistor: Persistor | undefined;
const ownWorld = browserWorld({
  storage: ownStorage,
  broadcast: windows.tell,
  arrived: (what) => app.dispatch(push.actions.arrived(what)),
  flush: async () => persistor?.flush(),
  // No page of a feature is drawn without its texts.
  feature: async (name) => {
    await Promise.all([loadFeature(name), textsOf(name).then((texts) => loadTexts('frame', ...texts))]);
  },
  async words(language) {
    await loadLanguage(language);
    document.documentElement.lang = factsOf(language).tag;
  },
});
const tools =
  '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in window
    ? await import(/* webpackChunkName: "tools" */ './tape/tools/tools').then(
        ({ openTools }) => openTools(ownWorld, ownStorage),
        () => undefined, // a page that developer tools cannot see still works
      )
    : undefined;
const { world, storage } = tools ?? { world: ownWorld, storage: ownStorage };
// In tester mode everything is recorded from the start; other users load none of the recorder's code.
const mark = testerMark();
const studio = mark
  ? await import(/* webpackChunkName: "studio" */ './tape/studio').then(
      ({ openStudio }) => openStudio(world, mark),
      () => undefined, // a page that cannot be recorded still works
    )
  : undefined;
const app: App = createApp(studio?.world ?? world, {
  storage,
  ...studio?.options,
  ...tools?.options(studio?.options.listen),
});
tools?.begin(app);
const root = document.getElementById('root')!;
if (root.dataset.drawn) await nextTurn(); // the person may be typing

listenToBrowser({
  moved: (path) => app.dispatch(route.actions.moved(path)),
  resumed: () => app.dispatch(resumed()),
  suspended: () => app.dispatch(suspended()),
  filled: (isFull) => app.dispatch(preferences.actions.filled(isFull)),
  measured: (screenClass) => app.dispatch(preferences.actions.measured(screenClass as ScreenClass)),
  pressed({ combo, isTyping, isCovered }) {
    // Outside the frame (sign-in, signing, lock) key presses are left to the browser.
    if (['', 'sign'].includes(app.getState().route.place?.feature ?? '')) return false;
    const isOurs = isHeard(combo, { isTyping, hasLetterKeys: preferences.selectors.hasLetterKeys(app.getState()) });
    if (isOurs && !isCovered) app.dispatch(pressed(combo));
    return isOurs;
  },
  isDirty: () => tabs.selectors.hasUnsaved(app.getState()),
  failed: faultReporter((faults) => app.dispatch(log.actions.failedOften(faults))),
});
windows.listen((message) => app.dispatch(heard(message)));
if (!isSecureContext) app.dispatch(missingCapability('notSecure'));
// A service worker that another product left on this origin would answer with its own old files.
void navigator.serviceWorker?.getRegistrations().then((left) => left.forEach((worker) => void worker.unregister()));

let page: Root;

/** What was typed and chosen in the drawn form before the program loaded. */
function adopt() {
  for (const { name, value, type } of root.querySelectorAll('input')) {
    const isText = type === 'text' || type === 'password';
    if (isText && value !== '') app.dispatch(signIn.actions.edit({ name: name as SignInField, value }));
  }
}
/** Hydrates the drawn form in one task, so that no key press falls in between. Then handles a press of the button that
 *  came too early. */
function takeOver() {
  adopt();
  flushSync(() => {
    page = hydrateRoot(root, screen(true));
  });
  const drawn = root.dataset.drawn as Drawn;
  delete root.dataset.drawn;
  const mode = root.querySelector<HTMLInputElement>('[name=mode]:checked')?.value as SignInMode | undefined;
  if (mode && mode !== signIn.selectors.all(app.getState()).mode) app.dispatch(signIn.actions.pickMode(mode));
  if (drawn === 'pressed') app.dispatch(signIn.actions.submit());
}
/** A person who begins to type will soon sign in: the frame is evaluated between their key presses, part by part. */
async function prepare() {
  const cipher = () => cipherOf(settings.selectors.all(app.getState()));
  /** The first encryption takes three times as long as those that follow. */
  const warmCipher = async () => void (await cipher())('');
  /** The same of the first number with groups of digits. */
  const warmCounts = async () => void countIn(10_000, preferences.selectors.language(app.getState()));
  const pages = [frameName, 'welcome'].map((name) => () => loadFeature(name));
  for (const part of [calls, cipher, warmCipher, ...pages, warmCounts]) {
    await idle(500);
    await part();
  }
}
function prepareOnTyping() {
  const hasBegun = [...root.querySelectorAll('input')].some(({ type, value }) => type !== 'radio' && value !== '');
  const begin = () => void prepare().catch(() => undefined); // reported by the code that waits for it
  if (hasBegun) begin();
  else root.addEventListener('input', begin, { once: true });
}
/** The real screens over a store: that of the live app, or that of a tape which a tester inspects. */
function screen(isDoorDrawn: boolean, store: App = app) {
  return (
    <Provider key={store === app ? 'live' : 'tape'} store={store}>
      <AppRoutes isDoorDrawn={isDoorDrawn} />
    </Provider>
  );
}

/** A returning person waits for code alone: that of the frame and of their page is fetched in parallel. */
function fetchAhead(address: string) {
  const state = app.getState();
  if (!tokens.selectors.hasToken(state) || screenLock.selectors.isLocked(state)) return;
  const menus = menu.selectors.places(state);
  const { feature } = (placeOf(address, menus) ?? placeOf(homePath, menus))!;
  if (feature === '' || feature === 'sign') return;
  for (const name of [frameName, feature]) world.load(name).catch(() => undefined); // reported by the code that waits for it
}

// Changes before the stored state is read would not be stored.
persistor = persistStore(app, null, async () => {
  tools?.read();
  startI18n(preferences.selectors.language(app.getState()));
  const address = location.pathname + location.search;
  fetchAhead(address);
  if (root.dataset.drawn) {
    await nextTurn();
    takeOver();
    prepareOnTyping();
  } else {
    page = createRoot(root);
    page.render(screen(false));
  }
  studio?.begin({ app, draw: (store) => page.render(screen(false, store)) });
  app.dispatch(started(address));
});
/**
 * What opens at a press, and the texts of further pages: fetched after the first page, so that they come without delay
 * and without a connection, but evaluated when they are needed. The build names their files in index.html.
 */
function fetchSpare() {
  const { lang } = document.documentElement;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=spare]'))
    if (link.hreflang === '' || link.hreflang === lang) link.rel = 'prefetch';
}
/** ms after the frame: by then the first page has its answers. */
const sparePauseMs = 2000;
const stopWaiting = app.subscribe(() => {
  if (!features.selectors.isReady(app.getState(), frameName)) return;
  stopWaiting();
  setTimeout(() => void idle(sparePauseMs).then(fetchSpare), sparePauseMs);
});
addEventListener('pagehide', () => void persistor?.flush());
