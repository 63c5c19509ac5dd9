/** What a person did with the page, as a script can do it again: by role and accessible name, never by position. */
import { isSecretName } from '../../contract/wire/secrets';

export interface Gesture {
  /** ms since the page began. */
  ms: number;
  do: 'click' | 'fill' | 'press';
  /** '' where the page as a whole is meant. */
  role: string;
  label: string;
  /** Which of several that are alike, from 0 on. */
  nth: number;
  /** It is in the dialog above the page, and is counted there: whether a page behind one still shows depends on the moment. */
  isInDialog?: true;
  /** Name of the field; a secret is found by it. */
  name?: string;
  /** What was typed. */
  value?: string;
  /** It was typed into a field of a secret: a tape holds a stand-in. */
  isSecret?: true;
  /** The key or keys. */
  pressed?: string;
}

const controls =
  'button, a[href], input, textarea, select, summary, [role=button], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=tab], [role=option], [role=treeitem], [role=checkbox], [role=radio], [role=switch], [role=combobox], [role=link]';
const inputRoles: Record<string, string> = {
  checkbox: 'checkbox',
  radio: 'radio',
  button: 'button',
  submit: 'button',
  number: 'spinbutton',
  search: 'searchbox',
  range: 'slider',
};
function roleOf(element: Element): string {
  const own = element.getAttribute('role');
  if (own) return own;
  if (element instanceof HTMLInputElement)
    return element.type === 'password' ? 'password' : (inputRoles[element.type] ?? 'textbox');
  return { BUTTON: 'button', A: 'link', TEXTAREA: 'textbox', SELECT: 'combobox' }[element.tagName] ?? 'button';
}
/** The texts inside, apart by blanks: whether a browser puts one between them depends on the sheet. */
function textOf(element: Element | null): string {
  if (!element) return '';
  const texts: string[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!walker.currentNode.parentElement?.closest('[aria-hidden=true]'))
      texts.push(walker.currentNode.textContent ?? '');
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}
function labelOf(element: Element): string {
  const named = element.getAttribute('aria-label');
  if (named) return named.trim();
  const by = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
  if (by.length > 0) return by.map((id) => textOf(document.getElementById(id))).join(' ');
  const { labels } = element as HTMLInputElement;
  if (labels && labels.length > 0) return [...labels].map(textOf).join(' ');
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return (
    (isField ? '' : textOf(element)) || (element as HTMLElement).title || element.getAttribute('placeholder') || ''
  );
}
function isShown(element: Element): boolean {
  return element.checkVisibility() && !element.closest('[aria-hidden=true], .studio');
}
function dialogAround(element: Element | null): Element | undefined {
  const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter(isShown).at(-1);
  return element && top?.contains(element) ? top : undefined;
}

/** Listens from now on, before the page does. `isOn`: the live page is shown. */
export function recordGestures(isOn: () => boolean, most = 2000) {
  const done: Gesture[] = [];
  let last: Element | undefined;
  const note = (what: Gesture['do'], element: Element | null, value?: string) => {
    if (done.length >= most) return;
    const role = element ? roleOf(element) : '';
    const label = element ? labelOf(element) : '';
    const dialog = dialogAround(element);
    const alike = element
      ? [...(dialog ?? document).querySelectorAll(controls)].filter(
          (one) => isShown(one) && roleOf(one) === role && labelOf(one) === label,
        )
      : [];
    const name = element?.getAttribute('name') ?? '';
    const isSecret = what === 'fill' && (role === 'password' || isSecretName(name));
    const before = done.at(-1);
    // Typing goes on: what counts is the text that is there at last.
    if (what === 'fill' && before?.do === 'fill' && last === element) done.pop();
    last = element ?? undefined;
    done.push({
      ms: Math.round(performance.now()),
      do: what,
      role,
      label,
      nth: Math.max(0, element ? alike.indexOf(element) : 0),
      ...(dialog ? { isInDialog: true } : {}),
      ...(name ? { name } : {}),
      ...(value === undefined ? {} : { [what === 'press' ? 'pressed' : 'value']: value }),
      ...(isSecret ? { isSecret } : {}),
    });
  };
  const heard = (event: Event): Element | undefined => {
    const { target } = event;
    const isOurs = event.isTrusted && isOn() && target instanceof Element && !target.closest('.studio');
    return isOurs ? (target as Element) : undefined;
  };
  const capture = { capture: true } as const;
  addEventListener(
    'click',
    (event) => {
      const target = heard(event);
      const label = target?.closest('label');
      const element = label?.control ?? target?.closest(controls);
      // Enter in a form presses its button: the key is there already.
      if (!element || (event.detail === 0 && done.at(-1)?.pressed === 'Enter')) return;
      const isText = ['textbox', 'searchbox', 'spinbutton', 'password'].includes(roleOf(element));
      if (!isText && !(label && target?.closest('input') === null && label.control !== element)) note('click', element);
    },
    capture,
  );
  addEventListener(
    'input',
    (event) => {
      const element = heard(event);
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      if (isField && !['checkbox', 'radio', 'range', 'file'].includes(element.type))
        note('fill', element, element.value);
    },
    capture,
  );
  addEventListener(
    'keydown',
    (event) => {
      const element = heard(event);
      if (!element || event.isComposing) return;
      const parts = [event.ctrlKey && 'Control', event.altKey && 'Alt', event.metaKey && 'Meta'].filter(Boolean);
      const isShortcut = parts.length > 0 && /^[\w]$/.test(event.key);
      if (!isShortcut && !['Enter', 'Escape', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
      const control = element.closest(controls);
      const presses = control && ['button', 'link', 'menuitem', 'tab'].includes(roleOf(control));
      if (event.key === 'Enter' && presses) return; // the click follows
      note('press', control, [...parts, event.key].join('+'));
    },
    capture,
  );
  return () => done;
}
