import type { askFirst, QuestionFacts } from './firstQuestion';

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
  /** Of the first question of a person who is signed in. */
  question: QuestionFacts;
}

/** State of the drawn page, as `data-drawn` of its root: whether the button was pressed. */
export type Drawn = 'waiting' | 'pressed';

/**
 * Runs in the head of the page before any file has loaded, and alone: it may use only what is written in it. Sets the
 * stored language and colours, and for a signed-in person asks the program's first question and preloads the frame beside
 * the program. The function that it answers draws at the end of the page: before sign-in the form, of which it remembers an
 * early press of the button, on every other page the mark, until the program is here.
 */
export function firstMoment(
  { prefix, languages, program, inside, words, question }: FirstFacts,
  ask: typeof askFirst,
): () => void {
  const { head, documentElement: html } = document;
  let look: { language?: string; mode?: string } = {};
  // Over https the browser ensures by this that no other host has written a cookie.
  const secure = location.protocol === 'https:' ? '__Host-' : '';
  const cookie = (name: string) =>
    document.cookie
      .split('; ')
      .find((one) => one.startsWith(`${secure}${prefix}token.${name}=`))
      ?.split('=')[1] ?? '';
  let token = '';
  // Each stored field is JSON in the JSON of its slice, in an envelope; damaged ones count as missing.
  const stored = (place: Storage, slice: string) => JSON.parse(JSON.parse(place.getItem(prefix + slice)!).content);
  try {
    token = cookie('accessToken');
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
  const isForm = token === '' && /^\/(login\/?)?$/.test(pathname);
  // Customers sign on a page of their own.
  const isInside = token !== '' && !/^\/(sign|lock|login)\b/.test(pathname);
  try {
    if (isInside) ask(question, { tag, token, cookie, stored });
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
