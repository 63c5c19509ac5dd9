/** Pages of other hosts: which may be shown in a frame, which may open in a window, and attempts of a menu to bypass
 *  that. */
import { frameAddress, windowAddress } from '../../../../../contract/domain/frameAddress';
import { iframe } from '../../../../../src/features/desk/iframe/iframeSlice';
import type { MenuItem } from '../../../../../src/store/navigation/menu';
import { route, tabs } from '../../../../../src/store/navigation/route';
import { allMenus, start } from '../../../../support/fakeWorld';

jest.setTimeout(30_000);

const rules = { origin: 'https://lease.example.com', hosts: ['reports.example.com', 'Maps.example.com:8443'] };
/** Where menus made for other consoles ask for the token. */
const token = ['$', '{token}'].join('');
function src(path: string) {
  return frameAddress(path, rules)?.src ?? null;
}

describe('an address for a frame', () => {
  it.each([
    ['/report/month.html?year=2026#top', 'https://lease.example.com/report/month.html?year=2026#top'],
    ['report/month.html', 'https://lease.example.com/report/month.html'],
    ['https://lease.example.com/report/x.html', 'https://lease.example.com/report/x.html'],
    ['https://reports.example.com/a?b=c', 'https://reports.example.com/a?b=c'],
    ['HTTPS://REPORTS.example.com', 'https://reports.example.com/'],
    ['http://reports.example.com/a', 'http://reports.example.com/a'],
    ['https://maps.example.com:8443/a', 'https://maps.example.com:8443/a'],
    ['/报表/月报.html', 'https://lease.example.com/%E6%8A%A5%E8%A1%A8/%E6%9C%88%E6%8A%A5.html'],
  ])('takes %s', (path, expected) => expect(src(path)).toBe(expected));

  it.each([
    ['', 'nothing'],
    ['javascript:alert(1)', 'a script'],
    [' JaVaScRiPt:alert(1)', 'a script behind a blank'],
    ['java\nscript:alert(1)//html', 'a script with a line end in it'],
    ['\u0001javascript:alert(1)', 'a script behind a control character'],
    ['data:text/html,<script>alert(1)</script>', 'data'],
    ['vbscript:msgbox(1)', 'an old script'],
    ['blob:https://lease.example.com/html', 'a blob'],
    ['file:///etc/hosts.html', 'a file'],
    ['//evil.example/x.html', 'a host without a scheme'],
    ['/\\evil.example/x.html', 'a host behind a backslash'],
    ['/\t/evil.example/x.html', 'a host behind a tab'],
    ['https:evil.example/x.html', 'a scheme without its slashes'],
    ['https:///evil.example/x.html', 'a third slash'],
    ['https://evil.example/x.html', 'a host nobody listed'],
    ['https://reports.example.com.evil.example/', 'a host that begins like a listed one'],
    ['https://evil.example/?https://reports.example.com', 'a listed host in the query'],
    ['https://reports.example.com:444/', 'another port of a listed host'],
    ['https://maps.example.com/', 'the usual port of a host listed with another'],
    ['http://lease.example.com/x.html', 'our own host by another scheme'],
    ['https://li:secret@reports.example.com/', 'a name and a password'],
    ['https://reports.example.com@evil.example/', 'a listed host in the place of a name'],
    ['https://reports.example\u200b.com/', 'a character that is not seen'],
    ['https://\u202emoc.elpmaxe.stroper/', 'a turned direction'],
    ['https://[::1', 'no address at all'],
  ])('refuses %j: %s', (path) => expect(src(path)).toBeNull());

  it('never carries a token: the placeholder for one goes', () => {
    expect(src(`https://reports.example.com/a?token=${token}&x=1`)).toBe('https://reports.example.com/a?token=&x=1');
    expect(src(`java${token}script:alert(1)`)).toBeNull(); // the rest is checked, not what was there before
  });

  it('says which pages are our own', () => {
    expect(frameAddress('/a.html', rules)?.isOwn).toBe(true);
    expect(frameAddress('https://reports.example.com/', rules)?.isOwn).toBe(false);
  });
});

describe('an address for a window', () => {
  it.each([
    ['https://anybody.example/x', 'https://anybody.example/x'],
    [`http://10.0.0.8:8080/x?token=${token}`, 'http://10.0.0.8:8080/x?token='],
    ['/lease/order', null],
    ['//evil.example', null],
    ['javascript:alert(1)', null],
    ['https://a:b@evil.example', null],
    ['https://evil.example/\n', null],
  ])('%j leads to %j', (path, expected) => expect(windowAddress(path)).toBe(expected));
});

describe('a menu whose page stands in a frame', () => {
  const report: MenuItem = {
    id: '900',
    code: 'month/report',
    name: '月报',
    path: 'https://reports.example.com/month',
    source: 'data-pie',
    category: 1,
    isOpen: 1,
  };

  it('is found by its code; what the address says besides is not looked at', async () => {
    const app = await start({ menus: [...allMenus, report], settings: { frameHosts: ['reports.example.com'] } });
    app.do(route.actions.go('/myiframe/month%2Freport?src=https://evil.example/'));
    await app.clock.advance(0);
    expect(app.see(route.selectors.place)).toMatchObject({ feature: 'iframe', rest: 'month%2Freport' });
    expect(app.see(tabs.selectors.list).at(-1)?.label.zh).toBe('月报');
    expect(app.see(iframe.selectors.origin as never)).toBe(app.world.origin());
  });

  it('that does not come is said to have failed, and can be tried again', async () => {
    const app = await start({
      at: '/myiframe/month%2Freport',
      menus: [...allMenus, report],
      settings: { frameHosts: ['reports.example.com'] },
    });
    const code = 'month/report';
    const isFailed = () => app.see(iframe.selectors.isFailed as never, code as never);
    await app.clock.advance(10_000);
    expect(isFailed()).toBe(true);
    app.do(iframe.actions.retry(code));
    expect(isFailed()).toBe(false);
    app.do(iframe.actions.loaded(code));
    await app.clock.advance(60_000);
    expect(isFailed()).toBe(false);
  });

  it('on our own host is looked for before it is waited for', async () => {
    const own = { ...report, code: 'own', path: '/help/start.html' };
    const app = await start({ at: '/myiframe/own', menus: [...allMenus, own] });
    await app.clock.advance(0);
    await app.last('/help/start.html').answerRaw(404, 'Not found');
    expect(app.see(iframe.selectors.isFailed as never, 'own' as never)).toBe(true);
  });

  it.each(['/myiframe/', '/myiframe/order', '/myiframe/https%3A%2F%2Fevil.example', '/myiframe/%'])(
    'is no page at %s',
    async (at) => {
      const app = await start({ at, menus: [...allMenus, report] });
      await app.last('/menu/whose').answer({});
      expect(app.see(route.selectors.path)).toBe('/404');
    },
  );
});
