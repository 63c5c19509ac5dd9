import './look/base.css';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { type Persistor, persistStore } from 'redux-persist';
import { addChunk, loadFeature } from './features/registry';
import { AppRoutes } from './shell/AppRoutes';
import { createApp, started } from './shell/app';
import { log } from './store/log';
import { look } from './store/look';
import { route } from './store/route';
import { heard, woke } from './store/windows';
import { browserWorld, listenToBrowser } from './world/browser';
import { browserShelf } from './world/shelf';
import { windowMessages } from './world/windows';

/** Makes the real World, starts the app, mounts React. */

const words = {
  zh: () => import('./words/zh').then(({ zh }) => zh),
  en: () => import('./words/en').then(({ en }) => en),
};
void i18next.use(initReactI18next).init({
  lng: 'zh',
  fallbackLng: 'en',
  resources: {},
  interpolation: { escapeValue: false }, // React escapes
  react: { useSuspense: false, bindI18nStore: 'added' },
});

addChunk('frame', () => import('./shell/frame'));

const shelf = browserShelf();
const windows = windowMessages();
let persistor: Persistor | undefined;
const world = browserWorld({
  shelf,
  tell: windows.tell,
  settle: async () => persistor?.flush(),
  feature: loadFeature,
  async words(language) {
    if (!i18next.hasResourceBundle(language, 'translation'))
      i18next.addResourceBundle(language, 'translation', await words[language]());
    await i18next.changeLanguage(language);
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  },
});
const app = createApp(world, { shelf });

listenToBrowser({
  moved: (path) => app.dispatch(route.actions.moved(path)),
  woke: () => app.dispatch(woke()),
  filled: (isFull) => app.dispatch(look.actions.filled(isFull)),
  failed: (error) => app.dispatch(log.actions.failed(error)),
});
windows.listen((message) => app.dispatch(heard(message)));

const root = createRoot(document.getElementById('root')!);
// What is dispatched before the kept state was read would not be kept.
persistor = persistStore(app, null, () => {
  app.dispatch(started(location.pathname + location.search));
  root.render(
    <Provider store={app}>
      <AppRoutes />
    </Provider>,
  );
});
addEventListener('pagehide', () => void persistor?.flush());
