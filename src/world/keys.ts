/** The parts of a keyboard event that say what was pressed. */
export interface Press {
  key: string;
  /** Which key of the board, whatever it writes: `KeyW`, `Digit1`. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing?: boolean;
  repeat?: boolean;
}

/** What a Chinese keyboard writes where another one writes the plain sign. */
const wide: Record<string, string> = { '？': '?', '、': '/', '／': '/' };

/**
 * A combination in one spelling, whatever the keyboard: `Ctrl+K` (also with the Mac's own key), `Alt+1`, `N`, `?`.
 * '' for what is none: a lone modifier, a key that is held down, a syllable that is still being composed.
 */
export function comboOf({ key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat }: Press): string {
  if (isComposing || repeat || ['Control', 'Shift', 'Alt', 'Meta', 'Process', 'Dead', 'Unidentified'].includes(key))
    return '';
  const plain = wide[key] ?? key;
  // With Alt a Mac writes other signs: what counts is the key that was hit.
  const hit = altKey ? (/^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? plain) : plain;
  const name = hit === ' ' ? 'Space' : hit.length === 1 ? hit.toUpperCase() : hit;
  // A sign that takes Shift on one keyboard takes none on another.
  const isSign = name.length === 1 && !/[A-Z\d]/.test(name);
  const modifiers = [
    ctrlKey || metaKey ? 'Ctrl' : '',
    altKey ? 'Alt' : '',
    shiftKey && !isSign && (name.length > 1 || ctrlKey || metaKey || altKey) ? 'Shift' : '',
  ];
  return [...modifiers.filter(Boolean), name].join('+');
}

/** Whether what is pressed belongs to the element itself: text is typed there, or a list is walked by its letters. */
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
  /** A dialog lies over the page: it alone has the keyboard. */
  isCovered: boolean;
}

/** `heard` answers whether the combination is one of ours: then the browser does nothing with it. */
export function listenToKeys(heard: (pressed: Pressed) => boolean): void {
  document.addEventListener('keydown', (event) => {
    const combo = comboOf(event);
    // What a part on the page has taken (a table's rows, a menu) is no wish to the whole.
    if (combo === '' || event.defaultPrevented) return;
    const isTyping = event.target instanceof Element && isTypedInto(event.target);
    const isCovered = document.querySelector('[aria-modal="true"]') !== null;
    if (heard({ combo, isTyping, isCovered })) event.preventDefault();
  });
}

/** Work what carries the combination on screen: a button is clicked, of a form the first field gets the focus. */
export function pressOnPage(combo: string): boolean {
  const carriers = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(combo)}"]`);
  // Pages that are kept and not shown carry the same ones.
  const shown = [...carriers].find((element) => element.checkVisibility());
  if (!shown) return false;
  if (shown instanceof HTMLFormElement) shown.querySelector<HTMLElement>('input, select')?.focus();
  else shown.click();
  return true;
}
