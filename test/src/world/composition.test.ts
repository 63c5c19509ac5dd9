/** Which keys of a composition the page never sees. */
import { listenToInputMethods } from '../../../src/world/composition';

/** Stands in for elements and the window: both only listen here. */
class Element extends EventTarget {
  constructor(private readonly editor: Element | null = null) {
    super();
  }
  closest() {
    return this.editor;
  }
}
const field = new Element();
const editor: Element = new Element();
const written = new Element(editor);
let begin: (event: unknown) => void;
const real = { addEventListener: globalThis.addEventListener, Element: globalThis.Element };

beforeAll(() => {
  Object.assign(globalThis, {
    Element,
    addEventListener(type: string, listener: typeof begin, options: unknown) {
      expect([type, options]).toEqual(['keydown', { capture: true }]);
      begin = listener;
    },
  });
  listenToInputMethods();
});
afterAll(() => void Object.assign(globalThis, real));

/** How a key goes on from the window: whether the page may have it, and whether the browser still does. */
function pressed(target: Element, facts: { isComposing: boolean; keyCode: number }) {
  const seen = { stopped: 0, prevented: 0 };
  begin({
    ...facts,
    target,
    stopImmediatePropagation: () => void seen.stopped++,
    preventDefault: () => void seen.prevented++,
  });
  return seen;
}

describe('a key', () => {
  it.each([
    ['of a composition', { isComposing: true, keyCode: 13 }, 1],
    ['that begins or ends one, by its code', { isComposing: false, keyCode: 229 }, 1],
    ['outside of one', { isComposing: false, keyCode: 13 }, 0],
  ])('%s', (_, facts, stopped) => {
    expect(pressed(field, facts)).toEqual({ stopped, prevented: 0 });
  });

  it('of a composition reaches the rich editor, and nothing around it', () => {
    const facts = { isComposing: true, keyCode: 13 };
    const order: string[] = [];
    editor.addEventListener('keydown', () => order.push('editor'));
    expect(pressed(written, facts)).toEqual({ stopped: 0, prevented: 0 });
    pressed(written, facts); // a second key adds no second listener
    editor.addEventListener('keydown', () => order.push('around'));
    editor.dispatchEvent(Object.assign(new Event('keydown'), facts));
    editor.dispatchEvent(Object.assign(new Event('keydown'), { isComposing: false, keyCode: 13 }));
    expect(order).toEqual(['editor', 'editor', 'around']);
  });
});
