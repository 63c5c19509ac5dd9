import { ownRights } from '../../../contract/wire/ownRights';
import { firstMoment } from '../../../src/world/firstMoment';
import { askFirst } from '../../../src/world/firstQuestion';

const facts = {
  prefix: 'leasedesk-',
  languages: [
    { code: 'zh', tag: 'zh-CN', title: '融资租赁管理平台' },
    { code: 'en', tag: 'en', title: 'LeaseDesk' },
  ],
  program: ['/program.js'],
  inside: ['/frame.js', '/frame.css'],
  words: { zh: ['/zh-frame.js'], en: ['/en-frame.js'] },
  question: { ...ownRights, settings: 'settings' },
};
const behind = ['prefetch /frame.js', 'prefetch /frame.css', 'prefetch /zh-frame.js'];

interface Link {
  rel: string;
  href: string;
  onload(): void;
  onerror(): void;
}

/** A page with as much of a browser as the script of the head touches. */
function open(pathname: string, { cookie = '', hidden = false } = {}) {
  const links: Link[] = [];
  const frames: (() => void)[] = [];
  const element = () => ({ remove() {}, append() {} });
  const root = {
    ...element(),
    dataset: {} as Record<string, string>,
    querySelector: () => null,
    addEventListener() {},
  };
  const page = {
    cookie,
    hidden,
    title: '',
    head: { append: (link: Link) => links.push(link) },
    documentElement: { dataset: {}, lang: '' },
    createElement: element,
    getElementById: () => root,
    querySelector: () => ({ content: {} }),
    querySelectorAll: () => [],
  };
  Object.assign(globalThis, {
    document: page,
    location: { pathname, protocol: 'http:' },
    localStorage: { getItem: () => null },
    requestAnimationFrame: (run: () => void) => frames.push(run),
    navigator: { languages: ['zh-CN'] },
    Image: class {},
  });
  const draw = firstMoment(facts, askFirst);
  const asked = () => links.map(({ rel, href }) => `${rel} ${href}`);
  return { links, frames, root, draw, asked };
}

/** Lets promises and timers of no duration go on. */
const settle = () => new Promise((done) => setTimeout(done, 5));

describe('the first moment of a page', () => {
  const parts = ['document', 'location', 'localStorage', 'requestAnimationFrame', 'navigator', 'Image'];
  const before = parts.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  afterAll(() => {
    for (const [at, name] of parts.entries()) {
      const own = before[at];
      if (own) Object.defineProperty(globalThis, name, own);
      else Reflect.deleteProperty(globalThis, name);
    }
  });

  it.each(['onload', 'onerror'] as const)(
    'fetches nothing until the form is on screen, then the program, and what is behind it after that (%s)',
    async (how) => {
      const { links, frames, root, draw, asked } = open('/login');
      draw();
      await settle();
      expect(root.dataset.drawn).toBe('waiting');
      expect(asked()).toEqual([]);
      for (const run of frames) run();
      await settle();
      expect(asked()).toEqual(['preload /program.js']);
      links[0]![how]();
      await settle();
      expect(asked().slice(1)).toEqual(behind);
    },
  );

  it('does not wait for a frame that a hidden page never paints', async () => {
    const { frames, draw, asked } = open('/', { hidden: true });
    draw();
    await settle();
    expect(frames).toEqual([]);
    expect(asked()).toEqual(['preload /program.js']);
  });

  it('fetches the program and the frame at once for a person who is signed in', () => {
    const { asked } = open('/lease/order', { cookie: 'leasedesk-token.accessToken=a' });
    expect(asked()).toEqual(['preload /program.js', ...behind.map((it) => it.replace('prefetch', 'preload'))]);
  });

  it.each(['/sign/ticket', '/lock', '/lease/order'])('fetches the program alone at once for a guest at %s', (path) => {
    const { root, draw, asked } = open(path);
    draw();
    expect(root.dataset.drawn).toBeUndefined();
    expect(asked()).toEqual(['preload /program.js']);
  });
});
