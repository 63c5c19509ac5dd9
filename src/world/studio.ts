/** Browser access of the tester's studio. Loaded with it, and never otherwise. */
import type { ConsoleSettings } from '../../contract/wire/settings';
import { comboOf } from './keys';
import { readFile, settingsFile } from './ownFiles';

/** Uses an invisible element to choose a file. */
function chooseText(accept: string): Promise<{ name: string; text: string } | null> {
  return new Promise((resolve, reject) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept });
    input.addEventListener('cancel', () => resolve(null));
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (!file) return resolve(null);
      file.text().then((text) => resolve({ name: file.name, text }), reject);
    });
    input.click();
  });
}

/** gzip, as base64. */
async function pack(text: string): Promise<string> {
  const packed = new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')));
  const bytes = new Uint8Array(await packed.arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}

const channel = new MessageChannel();
const turns: (() => void)[] = [];
channel.port1.onmessage = () => turns.shift()?.();

/** What the studio tells the page's key handling. */
export interface StudioKeys {
  /** Answers whether the combination is the studio's. `isInside`: the focus is in the studio. */
  pressed(combo: string, target: Element, isInside: boolean): boolean;
  /** Whether the screens on the page may be used. */
  isLive(): boolean;
  /** Whether to ask before the page unloads. */
  isRecording(): boolean;
}

/** Keys that scroll without changing anything. */
const scrolls = new Set(['PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'Tab']);
/** Events that change something. Selecting, copying and scrolling stay possible. */
const working = [
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'submit',
  'beforeinput',
  'input',
  'change',
  'paste',
  'drop',
];
const touching = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'dragstart', 'keyup', 'keypress'];
const controls = 'button, input, select, textarea, a, label, summary, [contenteditable], [role="menuitem"]';

export function studioBrowser() {
  const host = document.createElement('div');
  host.className = 'studio';
  // A dialog hides what lies beside it from assistive technology; a tester must reach the bar from inside of one.
  host.dataset.tabsterNeverHide = '';
  let isLeaving = false;

  return {
    host() {
      document.body.append(host);
      return host;
    },
    sleep: (ms: number) => new Promise<void>((wake) => void setTimeout(wake, ms)),
    /** Resolves when pending work has been done. Not a timer: those wait longer than necessary. */
    turn: () =>
      new Promise<void>((resume) => {
        turns.push(resume);
        channel.port2.postMessage(null);
      }),
    pack,
    now: () => Date.now(),
    uptime: () => performance.now(),
    beginAnew() {
      isLeaving = true;
      location.reload();
    },
    /** Who is recorded here now, as the server says. */
    recorded: async () => (await readFile<ConsoleSettings>(settingsFile)).recorded,
    pickFile: () => chooseText('.json,application/json'),
    saveFile(name: string, text: string) {
      const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
      Object.assign(document.createElement('a'), { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000); // some browsers fetch it a little later
    },
    /** Adds tools to the browser's console. */
    expose(name: string, tools: object) {
      Object.assign(globalThis, { [name]: tools });
    },
    /** Moves the focus to the bar, or back to the element that had it. */
    focus: (() => {
      let before: Element | null = null;
      return () => {
        const { activeElement } = document;
        if (host.contains(activeElement)) {
          if (before instanceof HTMLElement) before.focus();
          return;
        }
        before = activeElement;
        host.querySelector<HTMLElement>('button, input')?.focus();
      };
    })(),
    /**
     * Listens before all other listeners: the page receives no event from inside the studio, and none at all while a
     * tape is shown.
     */
    guard({ pressed, isLive, isRecording }: StudioKeys) {
      const isOwn = ({ target }: Event) => target instanceof Node && host.contains(target);
      const capture = { capture: true } as const;
      addEventListener(
        'keydown',
        (event) => {
          const isInside = isOwn(event);
          const target = event.target instanceof Element ? event.target : document.body;
          const isTaken = pressed(comboOf(event), target, isInside);
          if (isLive() && !isInside && !isTaken) return; // the page's own
          event.stopImmediatePropagation();
          const isBrowsers = event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(event.key);
          if (isTaken || !(isInside || isBrowsers || scrolls.has(event.key))) event.preventDefault();
        },
        capture,
      );
      for (const type of working)
        addEventListener(
          type,
          (event) => {
            if (isLive() || isOwn(event)) return;
            event.stopImmediatePropagation();
            if (event.cancelable && type !== 'contextmenu') event.preventDefault();
          },
          capture,
        );
      for (const type of touching)
        addEventListener(
          type,
          (event) => {
            if (isLive() || isOwn(event)) return;
            event.stopImmediatePropagation();
            const isControl = event.target instanceof Element && event.target.closest(controls) !== null;
            if (event.cancelable && isControl) event.preventDefault();
          },
          capture,
        );
      // A dialog of the page would take the focus back, and a field would be validated because of its blur. That the
      // focus returns to the page is reported: a dialog needs it to know that it is active.
      for (const type of ['focusin', 'focusout'] as const)
        addEventListener(
          type,
          (event) => {
            const { relatedTarget: other } = event;
            const isLeft = type === 'focusout' && other instanceof Node && host.contains(other);
            if (isOwn(event) || isLeft) event.stopImmediatePropagation();
          },
          capture,
        );
      addEventListener(
        'beforeunload',
        (event) => {
          // The person was already asked at the button.
          if (isLeaving) event.stopImmediatePropagation();
          else if (isRecording()) event.preventDefault();
        },
        capture,
      );
    },
  };
}
