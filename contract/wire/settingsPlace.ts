/** Where index.html holds the settings of the console: a server that knows them writes them in. */

export const settingsId = 'settings';

/** The element with the settings as JSON; without them, as the build writes it. */
export function settingsPlace(json = ''): string {
  return `<script type="application/json" id="${settingsId}">${json.replaceAll('<', '\\u003c')}</script>`;
}

/** Behind a server that does not write them in, the console asks for the file. */
export const settingsPreload = '<link rel="preload" as="fetch" crossorigin href="/config.json">\n';
