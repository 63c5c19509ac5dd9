/** The parts of a keyboard event that identify the combination. */
export interface Press {
  key: string;
  /** The physical key, whatever it writes: `KeyW`, `Digit1`. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  repeat?: boolean;
}

/** Characters that a Chinese keyboard writes in place of the plain ones. */
const wide: Record<string, string> = { '？': '?', '、': '/', '／': '/' };

/**
 * A combination in one spelling, whatever the keyboard: `Ctrl+K` (also with the Mac's own key), `Alt+1`, `N`, `?`. ''
 * for none: a lone modifier, a repeated key, an accent before its letter.
 */
export function comboOf({ key, code, ctrlKey, metaKey, altKey, shiftKey, repeat }: Press): string {
  if (repeat || ['Control', 'Shift', 'Alt', 'Meta', 'Dead', 'Unidentified'].includes(key)) return '';
  const plain = wide[key] ?? key;
  // With Alt a Mac writes other characters, so the physical key counts.
  const hit = altKey ? (/^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? plain) : plain;
  const name = hit === ' ' ? 'Space' : hit.length === 1 ? hit.toUpperCase() : hit;
  // A character that needs Shift on one keyboard needs none on another.
  const isSign = name.length === 1 && !/[A-Z\d]/.test(name);
  const modifiers = [
    ctrlKey || metaKey ? 'Ctrl' : '',
    altKey ? 'Alt' : '',
    shiftKey && !isSign && (name.length > 1 || ctrlKey || metaKey || altKey) ? 'Shift' : '',
  ];
  return [...modifiers.filter(Boolean), name].join('+');
}

/** Whether the element itself handles the key: text is typed there, or a list is searched by its letters. */
function isTypedInto(element: Element): boolean {
  return (
    element.closest(
      'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"], [role="dialog"], input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])',
    ) !== null
  );
}

export interface Pressed {
  combo: string;
  isTyping: boolean;
  /** A dialog covers the page: it alone has the keyboard. */
  isCovered: boolean;
}

/** `heard` answers whether the combination is a shortcut: then the browser's default is prevented. */
export function listenToKeys(heard: (pressed: Pressed) => boolean): void {
  document.addEventListener('keydown', (event) => {
    const combo = comboOf(event);
    // A key that a component of the page has handled (a table's rows, a menu) is not a shortcut.
    if (combo === '' || event.defaultPrevented) return;
    const isTyping = event.target instanceof Element && isTypedInto(event.target);
    const isCovered = document.querySelector('[aria-modal="true"]') !== null;
    if (heard({ combo, isTyping, isCovered })) event.preventDefault();
  });
}

/** Activates the element that carries the combination: a button is clicked, the first field of a form gets the focus. */
export function pressOnPage(combo: string): boolean {
  const carriers = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(combo)}"]`);
  // Hidden pages that stay mounted carry the same ones.
  const shown = [...carriers].find((element) => element.checkVisibility());
  if (!shown) return false;
  if (shown instanceof HTMLFormElement) shown.querySelector<HTMLElement>('input, select')?.focus();
  else shown.click();
  return true;
}
