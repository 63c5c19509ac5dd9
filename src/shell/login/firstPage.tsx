/** Makes index.html in the build: the sign-in page, prerendered with the code that hydrates it. */

import { combineSlices, configureStore } from '@reduxjs/toolkit';
import i18next from 'i18next';
// The renderer without a message channel, because an open channel keeps the build process from ending.
import { renderToString } from 'react-dom/server.edge';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { type Language, languages } from '../../../contract/domain/languages';
import { ownRights } from '../../../contract/wire/ownRights';
import { productName, titleIn } from '../../../contract/wire/settings';
import { settingsId, settingsPlace, settingsPreload } from '../../../contract/wire/settingsPlace';
import { startI18n } from '../../i18n/begin';
import { signIn } from '../../store/auth/signIn';
import { feedback } from '../../store/feedback';
import { preferences } from '../../store/preferences';
import { settings } from '../../store/settings';
import { type FirstFacts, firstMoment } from '../../world/firstMoment';
import { askFirst } from '../../world/firstQuestion';
import { keyPrefix } from '../../world/storage';
import { LoginScreen } from './LoginScreen';

/** First rendering in a language, equal to what main.tsx hydrates. */
function drawn(language: Language): string {
  const store = configureStore({ reducer: combineSlices(feedback, preferences, settings, signIn) });
  store.dispatch(preferences.actions.spoke(language));
  return renderToString(
    <Provider store={store}>
      <I18nextProvider i18n={startI18n(language, i18next.createInstance())}>
        <LoginScreen />
      </I18nextProvider>
    </Provider>,
  );
}

const spoken = languages.map(({ code, tag }) => ({ code, tag, title: titleIn({ title: productName.zh }, code) }));

const question = { ...ownRights, settings: settingsId };

/** Public URLs of files. */
interface Built {
  /** Content of the stylesheet of the sign-in page. */
  css: string;
  /** Scripts of the page, in their order. */
  scripts: readonly string[];
  /** Files that the scripts load for signing in. */
  program: readonly string[];
  /** Files of the frame and the home page, and texts by language. */
  inside: readonly string[];
  words: Record<Language, readonly string[]>;
  /** What main.tsx fetches after the first page. */
  spare: readonly string[];
  spareWords: Record<Language, readonly string[]>;
}

/** A link that means nothing to a browser until main.tsx turns it into a prefetch. */
function spareLink(href: string, language = ''): string {
  return `<link rel="spare" as="${href.endsWith('.css') ? 'style' : 'script'}" href="${href}"${language && ` hreflang="${language}"`}>`;
}

export default ({
  built: { css, scripts, program, inside, words, spare, spareWords },
}: {
  built: Built;
}): string => `<!doctype html>
<html lang="${languages[0]?.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${productName.zh}</title>
${settingsPlace()}
<script>const drawFirst = (${firstMoment})(${JSON.stringify({ prefix: keyPrefix, languages: spoken, program, inside, words, question } satisfies FirstFacts)}, ${askFirst})</script>
<style>${css}</style>
${scripts.map((src) => `<script defer src="${src}"></script>`).join('\n')}
${settingsPreload}${spare.map((href) => spareLink(href)).join('\n')}
${languages.flatMap(({ code, tag }) => (spareWords[code] ?? []).map((href) => spareLink(href, tag))).join('\n')}
</head>
<body>
<div id="root"></div>
${languages.map(({ code }) => `<template lang="${code}">${drawn(code)}</template>`).join('\n')}
<script>drawFirst()</script>
</body>
</html>
`;
