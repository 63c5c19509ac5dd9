/** What the inline script of the page is told when the product is built. */
export interface FirstFacts {
  /** Before the keys of everything that is kept. */
  prefix: string;
  /** The first is the one that texts are written in. `title`: what the product is called until the settings are known. */
  languages: readonly { code: string; tag: string; title: string }[];
  /** Of the frame and the home page, and of all words by language. */
  inside: readonly string[];
  words: Readonly<Record<string, readonly string[]>>;
}
/** Of the drawn page, as `data-drawn` of its root: nobody has pressed the button yet, or somebody has. */
export type Drawn = 'waiting' | 'pressed';

/**
 * Runs inside the page itself, before any file has come, and alone: it may use nothing that is not written in it. For
 * somebody who is about to sign in it puts the form there, in their language and their colours, and remembers an early
 * press of the button. For somebody who is signed in it has the frame fetched beside the first script.
 */
export function firstMoment({ prefix, languages, inside, words }: FirstFacts): void {
  const root = document.getElementById('root')!;
  const { head, documentElement: html } = document;
  let look: { language?: string; mode?: string } = {};
  let hasToken = false;
  try {
    hasToken = document.cookie.includes(`${prefix}token.accessToken=`);
    // Each kept field is JSON in the JSON of its slice, in an envelope; damaged or missing ones are as good as none.
    look = JSON.parse(JSON.parse(localStorage.getItem(`${prefix}preferences`)!).content);
  } catch {}
  // A first visit is spoken to in the dearest of its languages that there is; in the one that texts are written in, if it
  // reads that at all.
  const main = (tag = '') => tag.toLowerCase().split('-')[0];
  const [source] = languages;
  const wishes = navigator.languages;
  const dearest = languages.find(({ tag }) => main(tag) === main(wishes[0]));
  const wished = wishes.some((wish) => main(wish) === main(source!.tag)) ? source : (dearest ?? source);
  const { code: language, tag, title } = languages.find(({ code }) => look?.language === `"${code}"`) ?? wished!;
  document.title = title;
  html.lang = tag;
  html.dataset.mode = look?.mode === '"dark"' ? 'dark' : 'light';

  const fetchAhead = (rel: 'preload' | 'prefetch', files: readonly string[]) => {
    for (const href of files) {
      const link = document.createElement('link');
      const onload = () => link.remove(); // it has done its work
      head.append(Object.assign(link, { rel, as: href.endsWith('.css') ? 'style' : 'script', href, onload }));
    }
  };
  const behindTheDoor = [...inside, ...(words[language] ?? [])];
  const { pathname } = location;
  // Customers sign on a page of their own.
  if (hasToken && !/^\/(sign|lock|login)\b/.test(pathname)) fetchAhead('preload', behindTheDoor);
  // The guard leads from / to the form anyway.
  if (hasToken || !/^\/(login\/?)?$/.test(pathname)) return;

  addEventListener('load', () => fetchAhead('prefetch', behindTheDoor));
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
}
