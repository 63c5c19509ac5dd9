/** The bar: keys, panels and their code, the parts that are drawn. */
import '../../src/shell/panels'; // here, because reading the component library takes longer than a test may
import { renderToStaticMarkup } from 'react-dom/server';
import { Finder, type FinderProps } from '../../src/look/Finder';
import { Toasts } from '../../src/look/messages';
import { Avatar, ColourPicker, PanelTabs, ProgressBar, TopMenu } from '../../src/look/topbar';
import { feedback } from '../../src/store/feedback';
import { isHeard, pressed, shortcuts } from '../../src/store/keys';
import { look } from '../../src/store/look';
import { type Panel, panel } from '../../src/store/panel';
import { route } from '../../src/store/route';
import { session } from '../../src/store/session';
import { en } from '../../src/words/en';
import { zh } from '../../src/words/zh';
import { comboOf, type Press } from '../../src/world/keys';
import { quiet, type Started, start } from '../support/fakeWorld';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

describe('a key combination', () => {
  it.each<[string, Press]>([
    ['Ctrl+K', press('k', { ctrlKey: true })],
    ['Ctrl+K', press('K', { metaKey: true })],
    ['Alt+1', press('1', { altKey: true, code: 'Digit1' })],
    ['Alt+W', press('∑', { altKey: true, code: 'KeyW' })],
    ['?', press('?', { shiftKey: true })],
    ['?', press('？', { shiftKey: true })],
    ['/', press('、')],
    ['N', press('n')],
    ['N', press('N', { shiftKey: true })],
    ['Ctrl+Shift+K', press('K', { ctrlKey: true, shiftKey: true })],
    ['Shift+Enter', press('Enter', { shiftKey: true })],
    ['Space', press(' ')],
    ['', press('Control', { ctrlKey: true })],
    ['', press('n', { isComposing: true })],
    ['', press('n', { repeat: true })],
    ['', press('Process')],
  ])('is spelt %j', (spelt, event) => expect(comboOf(event)).toBe(spelt));

  const free = { isTyping: false, hasLetterKeys: true };
  it.each<[string, Parameters<typeof isHeard>[1], boolean]>([
    ['Ctrl+K', free, true],
    ['Ctrl+K', { isTyping: true, hasLetterKeys: false }, true],
    ['N', free, true],
    ['N', { ...free, isTyping: true }, false],
    ['?', { ...free, isTyping: true }, false],
    ['?', { ...free, hasLetterKeys: false }, false],
    ['Q', free, false],
    ['Enter', free, false], // the parts see to it themselves
    ['Ctrl+P', free, false],
  ])('%s is heard with %j: %s', (combo, when, isOurs) => expect(isHeard(combo, when)).toBe(isOurs));

  it('opens the search, and the list of keys', async () => {
    const app = await start();
    app.do(pressed('Ctrl+K'));
    await quiet();
    expect(app.slice('panel').shown).toBe('search');
    app.do(pressed('?'));
    expect(app.slice('panel').shown).toBe('keys');
  });

  it('works what carries it on the page', async () => {
    const app = await start();
    for (const combo of ['N', 'R', '/']) app.do(pressed(combo));
    expect(app.worked).toEqual(['N', 'R', '/']);
  });

  it('has its words in both languages', () => {
    for (const words of [zh, en])
      for (const name of shortcuts.flatMap(({ group, keys }) => [group, ...keys.map(({ say }) => say)]))
        expect(words.keys).toHaveProperty(name);
  });
});

describe('a panel', () => {
  const shown = (app: Started) => app.slice('panel').shown as Panel | '';

  it('brings its code the first time, and only then', async () => {
    const app = await start();
    const loads = () => app.loaded.filter((name) => name === 'panels').length;
    app.do(panel.actions.show('theme'));
    await quiet();
    app.do(panel.actions.hide());
    app.do(panel.actions.show('keys'));
    await quiet();
    expect([loads(), shown(app)]).toEqual([1, 'keys']);
  });

  it('that cannot be had is closed again and says so; the next wish tries anew', async () => {
    const app = await start();
    app.unloadable.add('panels');
    app.do(panel.actions.show('theme'));
    await quiet();
    expect([shown(app), app.toasts()]).toEqual(['', ['error: request.unreachable']]);
    app.unloadable.clear();
    app.do(panel.actions.show('theme'));
    await quiet();
    expect(shown(app)).toBe('theme');
  });

  it('takes the place of another, and none outlives the session', async () => {
    const app = await start();
    app.do(panel.actions.show('theme'));
    app.do(panel.actions.show('inbox'));
    expect(shown(app)).toBe('inbox');
    app.do(session.actions.signedOut());
    expect(shown(app)).toBe('');
  });

  it('forgets a colour that was half typed when one is chosen', async () => {
    const app = await start();
    app.do(panel.actions.show('colour'));
    app.do(panel.actions.hexTyped('#12'));
    app.do(look.actions.tint('#45b984'));
    expect([app.see(panel.selectors.hex), app.see(look.selectors.all).accent]).toEqual(['', '#45b984']);
  });
});

describe('full screen', () => {
  it('is asked of the browser, and known when the browser says so', async () => {
    const app = await start();
    app.do(look.actions.fill(true));
    expect([app.filled, app.see(look.selectors.all).isFullScreen]).toEqual([[true], false]);
    app.do(look.actions.filled(true));
    expect(app.see(look.selectors.all).isFullScreen).toBe(true);
  });
});

describe('a message', () => {
  const { told } = feedback.actions;

  it('with a link stays long enough to be clicked', async () => {
    const app = await start();
    app.do(told({ tone: 'warning', say: 'bar.popupBlocked', link: 'https://example.com/' }));
    await app.clock.advance(7999);
    expect(app.toasts()).toHaveLength(1);
    await app.clock.advance(1);
    expect(app.toasts()).toHaveLength(0);
  });

  it('of an error goes with its page, when there was time to read it', async () => {
    const app = await start({ at: '/lease/order' });
    const go = async (path: string) => {
      app.do(route.actions.go(path));
      await quiet();
    };
    app.do(told({ tone: 'error', text: '余额不足' }));
    await app.clock.advance(5000);
    await go('/lease/product');
    expect(app.toasts()).toHaveLength(1);
    await app.clock.advance(5000);
    expect(app.toasts()).toHaveLength(0);
    app.do(told({ tone: 'error', text: '余额不足' }));
    await app.clock.advance(600_000);
    expect(app.toasts()).toHaveLength(1);
    await go('/lease/order');
    expect(app.toasts()).toHaveLength(0);
  });

  const shownLink = (link: string) =>
    renderToStaticMarkup(
      <Toasts items={[{ id: '1', tone: 'warning', text: '被拦截', link }]} onClose={() => {}} closeLabel="关闭" />,
    );
  it('leads to its address in a window of its own, without ties', () => {
    expect(shownLink('https://example.com/a')).toContain(
      'href="https://example.com/a" target="_blank" rel="noopener noreferrer"',
    );
  });
  it.each(['javascript:alert(1)', 'data:text/html,x', '//example.com'])('never leads to %s', (link) => {
    expect(shownLink(link)).not.toContain('<a');
  });
});

describe('the parts of the bar', () => {
  const words = { label: '搜索菜单', hint: '', none: '没有', results: '菜单', found: (count: number) => `${count} 个` };
  const finder = (more: Partial<FinderProps>) =>
    renderToStaticMarkup(
      <Finder
        text=""
        onType={() => {}}
        groups={[{ key: 'all', title: '全部', items: [{ key: '1', label: '订单管理', icon: 'document' }] }]}
        onChoose={() => {}}
        variant="list"
        words={words}
        {...more}
      />,
    );

  it('a finder names its field, its list and the option that Enter would open', () => {
    const markup = finder({});
    const [, list] = /aria-controls="([^"]+)"/.exec(markup) ?? [];
    expect(markup).toContain(`id="${list}" role="listbox"`);
    const [, active] = /aria-activedescendant="([^"]+)"/.exec(markup) ?? [];
    expect(markup).toContain(`id="${active}" role="option"`);
    expect(markup).toContain('aria-label="搜索菜单"');
  });
  it('a finder in the bar lists nothing before somebody comes', () => {
    expect(finder({ variant: 'field' })).not.toContain('订单管理');
  });
  it('a finder says when there is nothing', () => {
    expect(finder({ text: 'x', groups: [] })).toContain('没有');
  });

  it('the avatar has a drawing beneath its picture, for when that is missing or broken', () => {
    expect(renderToStaticMarkup(<Avatar initials="李静" />)).toContain('李静');
    expect(renderToStaticMarkup(<Avatar initials="" />)).toContain('<path');
    const both = renderToStaticMarkup(<Avatar initials="李静" picture="/a.png" />);
    expect(both.indexOf('<svg')).toBeLessThan(both.indexOf('<img'));
  });

  it('the top menu marks the chosen item and offers the others where there is no room', () => {
    const items = [
      { key: '', label: '首页' },
      { key: '2', label: '业务' },
    ];
    const markup = renderToStaticMarkup(
      <TopMenu label="顶部菜单" items={items} current="2" onPick={() => {}} more={<i />} />,
    );
    expect(markup.match(/aria-current="true"/g)).toHaveLength(1);
    expect(markup).toMatch(/aria-current="true"[^>]*>.*业务/);
    expect(markup).toContain('top-menu-more');
  });

  it('tabs of a panel say which is shown and how much is unread', () => {
    const markup = renderToStaticMarkup(
      <PanelTabs
        label="通知"
        panelId="p"
        current="b"
        onPick={() => {}}
        items={[
          { key: 'a', label: '邮件', name: '邮件，120 条未读', count: 120 },
          { key: 'b', label: '消息', name: '消息', count: 0 },
        ]}
      />,
    );
    expect(markup).toContain('99+');
    expect(markup).toMatch(/aria-label="消息" aria-selected="true"[^>]*tabindex="0"/i);
    expect(markup).toMatch(/aria-label="邮件，120 条未读" aria-selected="false"[^>]*tabindex="-1"/i);
  });

  it('the progress bar shows only while something runs, and is nothing to be read out', () => {
    expect(renderToStaticMarkup(<ProgressBar isRunning />)).toContain('data-running="true"');
    const still = renderToStaticMarkup(<ProgressBar isRunning={false} />);
    expect(still).not.toContain('data-running');
    expect(still).toContain('aria-hidden="true"');
  });

  it('the colour picker marks the colour in force, and offers the theme’s own only when it is not', () => {
    const picker = (onReset?: () => void) =>
      renderToStaticMarkup(
        <ColourPicker
          value="#409eff"
          presets={[
            { hex: '#409eff', name: '晴空蓝' },
            { hex: '#45b984', name: '青绿' },
          ]}
          onPick={() => {}}
          typed=""
          onType={() => {}}
          colourOf={() => ''}
          {...(onReset ? { onReset } : {})}
          words={{ presets: '', own: '', hex: '', problem: '', reset: '恢复', apply: '', note: '' }}
        />,
      );
    expect(picker()).toMatch(/aria-label="晴空蓝 #409eff"[^>]*aria-pressed="true"/);
    expect(picker()).not.toContain('恢复');
    expect(picker(() => {})).toContain('恢复');
  });
});
