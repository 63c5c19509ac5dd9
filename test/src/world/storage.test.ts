/** The three places something can be kept, and how little they may be relied upon. */
import { type Jar, mostKeptBytes, openStorage } from '../../../src/world/storage';
import { plain } from '../../support/storage';

/** Cookies as a browser keeps them: one string to read, one assignment a cookie. */
function jar(isSecure = false, held: Record<string, string> = {}) {
  const written: string[] = [];
  const made: Jar = {
    read: () =>
      Object.entries(held)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    write(cookie) {
      written.push(cookie);
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (cookie.includes('Max-Age=0')) delete held[name!];
      else held[name!] = value!;
    },
    isSecure,
  };
  return { ...made, held, written };
}
function open(places: Partial<Parameters<typeof openStorage>[0]> = {}) {
  return openStorage({
    local: () => plain(),
    session: () => plain(),
    jar: jar(),
    now: () => 1_767_571_200_000,
    ...places,
  });
}

describe('local and session storage', () => {
  it('hold the content with its type, the time, and the session’s mark', async () => {
    const [local, session] = [plain(), plain()];
    const storage = open({ local: () => local, session: () => session });
    await storage.local.setItem('leasedesk-preferences', '{"mode":"dark"}');
    await storage.session.setItem('leasedesk-tabs', '{}');
    expect(JSON.parse(local.held['leasedesk-preferences']!)).toEqual({
      dataType: 'string',
      content: '{"mode":"dark"}',
      datetime: 1_767_571_200_000,
    });
    expect(JSON.parse(session.held['leasedesk-tabs']!)).toEqual({
      dataType: 'string',
      content: '{}',
      type: 'session',
      datetime: 1_767_571_200_000,
    });
    expect(await storage.local.getItem('leasedesk-preferences')).toBe('{"mode":"dark"}');
    await storage.local.removeItem('leasedesk-preferences');
    expect(local.held).toEqual({});
    expect(await storage.local.getItem('leasedesk-preferences')).toBeNull();
  });

  it.each([
    ['half a text', '{"dataType":"string","cont'],
    ['null', 'null'],
    ['a number', '7'],
    ['another type', '{"dataType":"object","content":{}}'],
    ['a content that is no text', '{"dataType":"string","content":{"a":1}}'],
    ['five megabytes of junk', 'x'.repeat(5_000_000)],
  ])('read %s as nothing', async (_what, raw) => {
    expect(await open({ local: () => plain({ key: raw }) }).local.getItem('key')).toBeNull();
  });

  it('do not even open what is larger than all that we keep, and drop it', async () => {
    const held = { key: JSON.stringify({ dataType: 'string', content: 'x'.repeat(mostKeptBytes) }) };
    const reads = jest.spyOn(JSON, 'parse');
    expect(await open({ local: () => plain(held) }).local.getItem('key')).toBeNull();
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
    expect(held).toEqual({});
  });

  it('together keep no more than half a megabyte: what goes beyond is not kept, nor what it replaces', async () => {
    const [local, session] = [plain(), plain()];
    const storage = open({ local: () => local, session: () => session });
    await storage.local.setItem('log', 'x'.repeat(300_000));
    await storage.session.setItem('menu', 'y'.repeat(100_000));
    await storage.session.setItem('menu', '汉'.repeat(100_000)); // three bytes each
    expect([Object.keys(local.held), Object.keys(session.held)]).toEqual([['log'], []]);
    await storage.local.setItem('log', 'x');
    await storage.session.setItem('menu', '汉'.repeat(100_000));
    expect(Object.keys(session.held)).toEqual(['menu']);
  });

  it('that are full keep the newest until the page goes', async () => {
    const full = plain();
    let isFull = true;
    const local = {
      ...full,
      setItem(key: string, value: string) {
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
        full.setItem(key, value);
      },
    };
    const storage = open({ local: () => local });
    await storage.local.setItem('key', 'one');
    expect(await storage.local.getItem('key')).toBe('one');
    isFull = false;
    await storage.local.setItem('key', 'two');
    expect(await storage.local.getItem('key')).toBe('two');
    expect(full.held.key).toContain('two');
  });

  it('that are forbidden keep until the page goes', async () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const storage = open({ local: forbidden, session: forbidden });
    expect(await storage.session.getItem('key')).toBeNull();
    await storage.session.setItem('key', 'one');
    expect(await storage.session.getItem('key')).toBe('one');
    await storage.session.removeItem('key');
    expect(await storage.session.getItem('key')).toBeNull();
  });
});

describe('the cookies', () => {
  const tokens = '{"accessToken":"\\"a;b\\"","refreshToken":"\\"r\\"","tokenSetAt":"7"}';

  it('are one a field, under the product’s names, and are read back whole', async () => {
    const cookies = jar();
    const storage = open({ jar: cookies });
    await storage.cookie.setItem('leasedesk-token', tokens);
    expect(cookies.held).toEqual({
      'leasedesk-token.accessToken': '%22a%3Bb%22',
      'leasedesk-token.refreshToken': '%22r%22',
      'leasedesk-token.tokenSetAt': '7',
    });
    expect(await storage.cookie.getItem('leasedesk-token')).toBe(tokens);
  });

  it.each([
    [true, '__Host-leasedesk-token.', '; Path=/; SameSite=Strict; Secure'],
    [false, 'leasedesk-token.', '; Path=/; SameSite=Strict'],
  ])(
    'on a host whose safety is %s begin with %s, carry %s and end with the browser',
    async (isSecure, start, rules) => {
      const cookies = jar(isSecure);
      const storage = open({ jar: cookies });
      await storage.cookie.setItem('leasedesk-token', tokens);
      expect(cookies.written).toHaveLength(3);
      expect(cookies.written.every((cookie) => cookie.startsWith(start) && cookie.endsWith(rules))).toBe(true);
      expect(cookies.written.join()).not.toMatch(/Max-Age|Expires|Domain/);
      expect(await storage.cookie.getItem('leasedesk-token')).toBe(tokens);
      await storage.cookie.removeItem('leasedesk-token');
      expect(cookies.held).toEqual({});
    },
  );

  it('that say nothing are not kept', async () => {
    const cookies = jar();
    const storage = open({ jar: cookies });
    await storage.cookie.setItem('leasedesk-token', tokens);
    await storage.cookie.setItem('leasedesk-token', '{"accessToken":"\\"\\"","refreshToken":"\\"\\""}');
    expect(Object.keys(cookies.held)).toEqual(['leasedesk-token.tokenSetAt']);
    await storage.cookie.removeItem('leasedesk-token');
    expect(cookies.held).toEqual({});
  });

  it('of others, and broken ones, stay out of it', async () => {
    const held = { 'other-token.a': '1', 'leasedesk-token.bad': '%E0%A4%A', 'leasedesk-token.tokenSetAt': '7' };
    const storage = open({ jar: jar(false, held) });
    expect(await storage.cookie.getItem('leasedesk-token')).toBe('{"tokenSetAt":"7"}');
    expect(await storage.cookie.getItem('leasedesk-nothing')).toBeNull();
  });

  it('too large for a browser are refused rather than lost without a word', async () => {
    await expect(open().cookie.setItem('k', JSON.stringify({ a: 'x'.repeat(4000) }))).rejects.toThrow('too large');
  });
});
