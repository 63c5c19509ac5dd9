/** Facts given to the inline scripts of the page at build time. */
export interface FirstFacts {
  /** Prefix of all storage keys. */
  prefix: string;
  /** The first is the source language. `title`: the product's name until the settings are loaded. */
  languages: readonly { code: string; tag: string; title: string }[];
  /** Scripts of the program, chunks of the frame and the home page, and of all texts by language. */
  program: readonly string[];
  inside: readonly string[];
  words: Readonly<Record<string, readonly string[]>>;
  /** The first question of a person who is signed in (`ownRights`), and ms until it counts as unanswered. */
  question: { url: string; query: Readonly<Record<string, string>>; top: string };
  limitMs: number;
  /** Id of the element with the settings. */
  settings: string;
}

/** A question that the inline script has sent, for the first call of the program to take if it is the same. */
export interface AskedFirst {
  url: string;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  /** The body of the answer; undefined where it is not a plain success. Rejects `TimeoutError`, or without an answer. */
  body: Promise<unknown>;
}
declare global {
  var askedFirst: AskedFirst | undefined;
}

/** State of the drawn page, as `data-drawn` of its root: whether the button was pressed. */
export type Drawn = 'waiting' | 'pressed';

/**
 * Runs in the head of the page before any file has loaded, and alone: it may use only what is written in it. Sets the
 * stored language and colours, and for a signed-in person asks the program's first question and preloads the frame beside
 * the program. The function that it answers draws at the end of the page: before sign-in the form, of which it remembers an
 * early press of the button, on every other page the mark, until the program is here.
 */
export function firstMoment({
  prefix,
  languages,
  program,
  inside,
  words,
  question,
  limitMs,
  settings,
}: FirstFacts): () => void {
  const { head, documentElement: html } = document;
  let look: { language?: string; mode?: string } = {};
  let cookie = '';
  // Each stored field is JSON in the JSON of its slice, in an envelope; damaged ones count as missing.
  const stored = (place: Storage, slice: string) => JSON.parse(JSON.parse(place.getItem(prefix + slice)!).content);
  try {
    cookie = document.cookie.split(`${prefix}token.accessToken=`)[1]?.split(';')[0] ?? '';
    look = stored(localStorage, 'preferences');
  } catch {}
  // A first visit gets the best match of the browser's languages; the source language, if the browser lists it at all.
  const main = (tag = '') => tag.toLowerCase().split('-')[0];
  const [source] = languages;
  const wishes = navigator.languages;
  const dearest = languages.find(({ tag }) => main(tag) === main(wishes[0]));
  const wished = wishes.some((wish) => main(wish) === main(source!.tag)) ? source : (dearest ?? source);
  const { code: language, tag, title } = languages.find(({ code }) => look?.language === `"${code}"`) ?? wished!;
  document.title = title;
  html.lang = tag;
  html.dataset.mode = look?.mode === '"dark"' ? 'dark' : 'light';

  /** Resolves when all of them are here, or cannot be had. */
  const fetchAhead = (rel: 'preload' | 'prefetch', files: readonly string[]) =>
    Promise.all(
      files.map(
        (href) =>
          new Promise<void>((done) => {
            const link = document.createElement('link');
            const onload = () => done(link.remove()); // it is no longer needed
            const kind = href.endsWith('.css') ? 'style' : 'script';
            head.append(Object.assign(link, { rel, as: kind, href, onload, onerror: onload }));
          }),
      ),
    );
  const behindTheDoor = [...inside, ...(words[language] ?? [])];
  const { pathname } = location;
  // The guard leads from / to the form anyway.
  const isForm = cookie === '' && /^\/(login\/?)?$/.test(pathname);
  // Customers sign on a page of their own.
  const isInside = cookie !== '' && !/^\/(sign|lock|login)\b/.test(pathname);
  /** The program would ask it some hundred milliseconds later. Whatever is missing here, it asks itself. */
  const askFirst = () => {
    const { apiBase, clientId, clientSecret, tokenCryptoKey } = JSON.parse(
      document.getElementById(settings)!.textContent!,
    );
    if (tokenCryptoKey) return; // the token does not travel as it is
    let top = '';
    try {
      top = JSON.parse(stored(sessionStorage, 'menu').top);
    } catch {}
    const url = apiBase + question.url;
    const query = { ...question.query, ...(top && { [question.top]: top }) };
    const headers = {
      Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      'Accept-Language': tag,
      'Blade-Auth': `bearer ${JSON.parse(decodeURIComponent(cookie))}`,
    };
    const signal = AbortSignal.timeout(limitMs);
    const body = fetch(`${url}?${new URLSearchParams(query)}`, { headers, signal }).then((answer) =>
      answer.status === 200 ? answer.json() : undefined,
    );
    body.catch(() => {}); // told where it is waited for
    globalThis.askedFirst = { url, query, headers, body };
  };
  try {
    if (isInside) askFirst();
  } catch {}
  if (!isForm) void fetchAhead('preload', program);
  if (isInside) void fetchAhead('preload', behindTheDoor);

  return () => {
    const root = document.getElementById('root')!;
    if (!isForm) {
      const mark = Object.assign(document.createElement('div'), { className: 'boot' });
      mark.append(Object.assign(new Image(48, 48), { src: '/favicon.svg', alt: '' }));
      root.append(mark);
      return;
    }
    root.append(document.querySelector<HTMLTemplateElement>(`template[lang=${language}]`)!.content);
    for (const template of document.querySelectorAll('template')) template.remove();
    root.dataset.drawn = 'waiting' satisfies Drawn;
    root.querySelector<HTMLInputElement>('[name=username]')?.focus();
    root.addEventListener('submit', (event) => {
      event.preventDefault(); // also later: a form that was sent by the browser itself would put the password into the address
      if (!root.dataset.drawn) return;
      root.dataset.drawn = 'pressed' satisfies Drawn;
      root.querySelector('[type=submit]')?.setAttribute('aria-busy', 'true');
    });
    // On a good line the program would come while the form is laid out, and keep it from the screen.
    const goOn = () =>
      setTimeout(() => void fetchAhead('preload', program).then(() => fetchAhead('prefetch', behindTheDoor)));
    if (document.hidden) goOn();
    else requestAnimationFrame(goOn);
  };
}
