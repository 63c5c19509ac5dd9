/** Pictures of the page as text: its elements, with what is typed in them, without scripts and without the studio. */

function isTheme({ ownerNode }: CSSStyleSheet) {
  return ownerNode instanceof Element && ownerNode.id.startsWith('fui-FluentProvider');
}
const written = new WeakMap<CSSRule, string>();
/**
 * Remembers rules as they are written from now on: where one overrides a part of a shorthand with variables, a browser
 * tells neither any more.
 */
export function rememberRules(): void {
  const insert = CSSStyleSheet.prototype.insertRule;
  CSSStyleSheet.prototype.insertRule = function (text, at) {
    const place = insert.call(this, text, at);
    written.set(this.cssRules[place]!, text);
    return place;
  };
}
function fileOf(address: string): Promise<string> {
  return fetch(address).then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(address))));
}
async function textOf(sheet: CSSStyleSheet): Promise<string> {
  try {
    const rules = [...sheet.cssRules].map((rule) => written.get(rule) ?? rule.cssText).join('\n');
    return sheet.href ? await fileOf(sheet.href).catch(() => rules) : rules;
  } catch {
    return ''; // of another host
  }
}
/** What the sheets say that all pictures have in common, in one text. */
export async function sheetsOfPage(): Promise<string> {
  return (await Promise.all([...document.styleSheets].filter((sheet) => !isTheme(sheet)).map(textOf))).join('\n');
}

function withInput(original: Element, copy: Element) {
  const [from, to] = [original.querySelectorAll('input, textarea'), copy.querySelectorAll('input, textarea')];
  for (const [at, one] of from.entries()) {
    const { value, checked, type } = one as HTMLInputElement;
    const twin = to[at]!;
    if (one instanceof HTMLTextAreaElement) twin.textContent = value;
    else twin.setAttribute('value', type === 'password' ? '•'.repeat(value.length) : value);
    if (checked) twin.setAttribute('checked', '');
    else twin.removeAttribute('checked');
  }
}

/** The theme of the moment, which has a sheet of its own that is gone with it. */
function themesOfPage(): string {
  const rules = [...document.styleSheets].filter(isTheme).flatMap((sheet) => [...sheet.cssRules]);
  return `<style>${rules.map(({ cssText }) => cssText).join('')}</style>`;
}

export interface Picture {
  body: string;
  /** Attributes of the root that the sheets look at. */
  look: Record<string, string>;
}
/** What is shown now. */
export function pictureOfPage(): Picture {
  const copy = document.body.cloneNode(true) as HTMLElement;
  withInput(document.body, copy);
  for (const one of copy.querySelectorAll('script, style, link, template, iframe, .studio')) one.remove();
  // What the browser would have to fetch is not in the file: its place stays empty.
  for (const one of copy.querySelectorAll('img:not([src^="data:"])')) one.removeAttribute('src');
  const look = [...document.documentElement.attributes].map(({ name, value }) => [name, value]);
  return { body: themesOfPage() + copy.innerHTML, look: Object.fromEntries(look) };
}
/** Resolves when what was drawn last is there. */
export function drawn(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)));
}
