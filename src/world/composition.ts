/** The rich editor reads these keys itself: phones send them for each letter, also outside of a composition. */
const editors = '.ProseMirror';

/** Safari sends the key that ends a composition after its end: its code still says so. */
function isOfInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

function end(event: KeyboardEvent): void {
  if (isOfInputMethod(event)) event.stopImmediatePropagation();
}

/**
 * Ends the keys of an input method before any listener of the page: they choose a candidate or cancel one, and neither
 * submit nor close anything. The browser still handles them. To be called before other listeners of keys are added.
 */
export function listenToInputMethods(): void {
  addEventListener(
    'keydown',
    (event) => {
      const editor = event.target instanceof Element ? event.target.closest<HTMLElement>(editors) : null;
      // Added after the editor's own listener, and once however often it is added.
      if (editor) editor.addEventListener('keydown', end);
      else end(event);
    },
    { capture: true },
  );
}
