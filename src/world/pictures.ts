/** Pictures of the page as text: its elements, with what is typed in them, without scripts and without the studio. */

/** What the sheets of the page say, in one text. */
export function sheetsOfPage(): string {
  return [...document.styleSheets]
    .flatMap((sheet) => {
      try {
        return [...sheet.cssRules].map(({ cssText }) => cssText);
      } catch {
        return []; // of another host
      }
    })
    .join('\n');
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

/** What lies in the body now. */
export function pictureOfPage(): string {
  const copy = document.body.cloneNode(true) as HTMLElement;
  withInput(document.body, copy);
  for (const one of copy.querySelectorAll('script, style, link, template, iframe, .studio')) one.remove();
  return copy.innerHTML;
}
/** Attributes of the root that the sheets look at. */
export function lookOfPage(): Record<string, string> {
  return Object.fromEntries([...document.documentElement.attributes].map(({ name, value }) => [name, value]));
}
/** Resolves when what was drawn last is there. */
export function drawn(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)));
}
