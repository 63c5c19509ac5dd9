import './look/base.css';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { persistStore } from 'redux-persist';
import { addChunk, loadFeature } from './features/registry';
import { woke } from './sagas/session';
import { AppRoutes } from './shell/AppRoutes';
import { createApp, started } from './shell/app';
import { log } from './store/log';
import { route } from './store/route';
import { browserWorld, listenToBrowser } from './world/browser';
import { browserShelf } from './world/shelf';

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

const world = browserWorld({
  feature: loadFeature,
  async words(language) {
    if (!i18next.hasResourceBundle(language, 'translation'))
      i18next.addResourceBundle(language, 'translation', await words[language]());
    await i18next.changeLanguage(language);
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  },
});
const app = createApp(world, { shelf: browserShelf() });

listenToBrowser({
  moved: (path) => app.dispatch(route.actions.moved(path)),
  woke: () => app.dispatch(woke),
  failed: (error) => app.dispatch(log.actions.failed(error)),
});

const root = createRoot(document.getElementById('root')!);
// What is dispatched before the kept state was read would not be kept.
const persistor = persistStore(app, null, () => {
  app.dispatch(started(location.pathname + location.search));
  root.render(
    <Provider store={app}>
      <AppRoutes />
    </Provider>,
  );
});
addEventListener('pagehide', () => void persistor.flush());
