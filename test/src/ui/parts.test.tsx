import { renderToStaticMarkup } from 'react-dom/server';
import { LoginPage, type LoginPageProps } from '../../../src/shell/login/LoginPage';
import { Button } from '../../../src/ui/inputs/buttons';
import { FormField, TextInput } from '../../../src/ui/inputs/fields';
import { MoneyInput } from '../../../src/ui/inputs/numbers';
import { Money, Percent } from '../../../src/ui/layout/figures';
import { PictureSlots } from '../../../src/ui/layout/record';
import { Flags, StatusChip } from '../../../src/ui/layout/status';
import { DataTable, type DataTableProps } from '../../../src/ui/table/DataTable';
import { pagesAround } from '../../../src/ui/table/Pager';

/** The opening tag that carries `attribute`, or the first tag of that name. */
function tag(markup: string, pattern: RegExp): string {
  const found = markup.match(/<[a-z][^>]*>/g)?.find((candidate) => pattern.test(candidate));
  if (!found) throw new Error(`no ${pattern} in ${markup}`);
  return found;
}

describe('a status chip', () => {
  it('says its state in a word and hides the glyph from readers', () => {
    const markup = renderToStaticMarkup(
      <StatusChip tone="danger" glyph="hourglass">
        已到期
      </StatusChip>,
    );
    expect(markup).toContain('已到期');
    expect(tag(markup, /chip/)).toContain('data-tone="danger"');
    expect(tag(markup, /^<svg/)).toContain('aria-hidden="true"');
  });
});

describe('flags', () => {
  it('have a name each, since their marks have no word', () => {
    const markup = renderToStaticMarkup(
      <Flags
        items={[
          { label: '凭证：是', on: true },
          { label: '企业：否', on: false },
        ]}
      />,
    );
    expect(tag(markup, /aria-label="凭证：是"/)).toContain('role="img"');
    expect(tag(markup, /aria-label="企业：否"/)).toContain('role="img"');
    expect(markup.indexOf('class="good"')).toBeLessThan(markup.indexOf('class="dash"'));
    expect(markup).toContain('class="dash"');
  });
});

describe('figures', () => {
  it.each([
    ['1234567.5', '1,234,567.50'],
    ['0', '0.00'],
    ['0.1', '0.10'],
  ])('show %s yuan as %s', (value, shown) => {
    expect(renderToStaticMarkup(<Money value={value} />)).toContain(`>${shown}<`);
  });

  it.each([null, undefined, ''])('show %p as a dash and not as zero', (value) => {
    expect(renderToStaticMarkup(<Money value={value} />)).toContain('>-<');
    expect(renderToStaticMarkup(<Percent value={value} />)).toContain('>-<');
  });

  it('show a rate with its sign', () => {
    expect(renderToStaticMarkup(<Percent value="7.2" />)).toContain('7.20%');
  });
});

describe('a button that cannot be pressed', () => {
  const markup = renderToStaticMarkup(
    <Button type="submit" disabledReason="打款凭证尚未确认">
      发起签约
    </Button>,
  );
  const button = tag(markup, /^<button/);

  it('stays in the tab order', () => {
    expect(button).toContain('aria-disabled="true"');
    expect(button).not.toMatch(/\sdisabled/);
  });
  it('says why, in its tooltip and to readers', () => {
    expect(button).toContain('title="打款凭证尚未确认"');
    expect(markup).toContain('<span class="unseen">打款凭证尚未确认</span>');
  });
  it('does not submit the form either', () => {
    expect(button).toContain('type="button"');
  });
});

describe('a form field', () => {
  it('ties label, control and problem together', () => {
    const markup = renderToStaticMarkup(
      <FormField label="开户银行" id="bank" required problem="请选择开户银行" help="unused">
        <TextInput value="" onChange={() => {}} />
      </FormField>,
    );
    expect(tag(markup, /^<label/)).toContain('for="bank"');
    const input = tag(markup, /^<input/);
    expect(input).toContain('id="bank"');
    expect(input).toContain('aria-invalid="true"');
    expect(input).toContain('aria-required="true"');
    expect(input).toContain('aria-describedby="bank-note"');
    expect(tag(markup, /id="bank-note"/)).toContain('fui-Field__validationMessage');
    expect(markup).not.toContain('unused');
  });

  it('warns without refusing', () => {
    const markup = renderToStaticMarkup(
      <FormField label="银行卡号" warning="卡号校验未通过">
        <TextInput value="1" onChange={() => {}} />
      </FormField>,
    );
    expect(tag(markup, /^<input/)).not.toContain('aria-invalid');
    expect(markup).toContain('fui-Field__validationMessage');
  });

  it.each([
    ['310000', '310,000.00'],
    ['31x', '31x'],
    ['', ''],
  ])('shows an amount of %p as %p while it is not edited', (value, shown) => {
    expect(tag(renderToStaticMarkup(<MoneyInput value={value} onChange={() => {}} />), /^<input/)).toContain(
      `value="${shown}"`,
    );
  });
});

describe('a data table', () => {
  const rows = [
    { id: '1', name: '甲' },
    { id: '2', name: '乙' },
    { id: '3', name: '丙' },
  ];
  const draw = (more: Partial<DataTableProps<(typeof rows)[number]>> = {}) =>
    renderToStaticMarkup(
      <DataTable
        caption="订单"
        columns={[{ key: 'name', head: '客户名称', sortable: true, cell: ({ name }) => name }]}
        rows={rows}
        keyOf={({ id }) => id}
        density="compact"
        empty={<p>暂无数据</p>}
        selection={{
          picked: new Set(['2']),
          onToggle: () => {},
          onToggleAll: () => {},
          label: ({ name }) => `选择 ${name}`,
          labelAll: '全选本页',
        }}
        {...more}
      />,
    );

  it('names every tick box and ticks the picked rows only', () => {
    const markup = draw();
    expect(tag(markup, /aria-label="选择 乙"/)).toContain('checked');
    expect(tag(markup, /aria-label="选择 甲"/)).not.toContain('checked=');
    expect(tag(markup, /aria-label="全选本页"/)).not.toContain('checked=');
    expect(tag(markup, /data-row="2"/)).toContain('aria-selected="true"');
  });

  it('says how many rows there are in all, and which of them these are', () => {
    const markup = draw({ among: { total: 160, before: 20 } });
    expect(tag(markup, /^<table/)).toContain('aria-rowcount="161"');
    expect(tag(markup, /data-row="2"/)).toContain('aria-rowindex="23"');
  });

  it('keeps its head and columns while the first rows are awaited', () => {
    const markup = draw({ rows: [], awaited: 10 });
    expect(markup).toContain('客户名称');
    expect(markup.match(/class="fui-SkeletonItem/g)).toHaveLength(1 + 10); // below a title
    expect(markup).not.toContain('暂无数据');
  });

  it('leaves no room for what opens rows where none has others below it', () => {
    const words = { open: '展开', close: '收起' };
    const line = { depth: 1, setSize: 3, posInSet: 1, hasChildren: false, isOpen: false, isFound: true };
    const flat = { column: 'name', words, lines: [line, line, line] };
    expect(draw({ tree: flat })).not.toContain('twisty');
    expect(draw({ tree: { ...flat, lines: [{ ...line, hasChildren: true }, line, line] } })).toContain('twisty');
  });

  it('marks a row that is out of use, and one that is in a tree only for what was found below it', () => {
    expect(tag(draw({ isMuted: ({ id }) => id === '3' }), /data-row="3"/)).toContain('data-muted');
    expect(tag(draw(), /data-row="3"/)).not.toContain('data-muted');
    const line = { depth: 1, setSize: 3, posInSet: 1, hasChildren: false, isOpen: false };
    const lines = [true, false, true].map((isFound) => ({ ...line, isFound }));
    const found = draw({ tree: { column: 'name', words: { open: '展开', close: '收起' }, lines } });
    expect([...found.matchAll(/<tr[^>]*data-muted[^>]*>/g)].map(([row]) => /data-row="(.)"/.exec(row)?.[1])).toEqual([
      '2',
    ]);
  });

  it('pins the columns of either end at their distance from it, and marks the last of them', () => {
    const column = { head: '', width: 100, cell: () => '' };
    const markup = draw({
      columns: [
        { ...column, key: 'b' },
        { ...column, key: 'a', pin: 'left' },
        { ...column, key: 'c', pin: 'right' },
      ],
      actions: { head: '操作', more: '更多', of: () => [], width: 80 },
    });
    const heads = [...markup.matchAll(/<th[^>]*style="([^"]*)"[^>]*>/g)].map(([head, style]) => [
      style,
      /data-edge="(\w+)"/.exec(head)?.[1],
    ]);
    expect(heads).toEqual([
      ['flex:none;width:var(--column-0, 40px);--pin:calc(0px)', undefined],
      ['flex:none;width:var(--column-1, 100px);--pin:calc(0px + var(--column-0, 40px))', 'left'],
      ['flex:none;width:var(--column-2, 100px)', undefined],
      ['flex:none;width:var(--column-3, 100px);margin-left:auto;--pin:calc(0px + var(--column-4, 80px))', 'right'],
      ['flex:none;width:var(--column-4, 80px);--pin:calc(0px)', undefined],
    ]);
  });

  it('has exactly one row in the tab order: the current one, else the first', () => {
    const reachable = (markup: string) =>
      [...markup.matchAll(/<tr[^>]*>/g)].map(([row]) => row).filter((row) => row.includes('tabindex="0"'));
    expect(reachable(draw())).toEqual([expect.stringContaining('data-row="1"')]);
    expect(reachable(draw({ currentKey: '3' }))).toEqual([expect.stringContaining('data-row="3"')]);
    expect(reachable(draw({ currentKey: 'gone' }))).toEqual([expect.stringContaining('data-row="1"')]);
  });

  it('does not let a locked row be ticked', () => {
    const markup = draw({ isLocked: ({ id }) => id === '3' });
    expect(tag(markup, /aria-label="选择 丙"/)).toContain('disabled');
    expect(tag(markup, /data-row="3"/)).toContain('aria-busy="true"');
    expect(tag(markup, /aria-label="选择 甲"/)).not.toContain('disabled');
  });

  it('shows two actions and keeps the others behind one named button', () => {
    const markup = draw({
      rows: rows.slice(0, 1),
      actions: {
        head: '操作',
        more: '更多操作',
        of: () => ['查看', '编辑', '删除'].map((label) => ({ key: label, label, onClick: () => {} })),
      },
    });
    expect(markup).toContain('查看');
    expect(markup).toContain('编辑');
    expect(markup).not.toContain('删除');
    expect(tag(markup, /aria-label="更多操作"/)).toContain('aria-haspopup="menu"');
  });

  it('tells which way it is sorted', () => {
    const sorted = draw({ sort: { key: 'name', desc: true }, onSort: () => {} });
    expect(tag(sorted, /aria-sort/)).toContain('aria-sort="descending"');
    expect(tag(draw({ onSort: () => {} }), /aria-sort/)).toContain('aria-sort="none"');
  });

  it('keeps its head when it is empty', () => {
    const markup = draw({ rows: [] });
    expect(markup).toContain('客户名称');
    expect(markup).toContain('暂无数据');
  });
});

describe('the pager', () => {
  it.each([
    [1, 3, [1, 2, 3]],
    [1, 43, [1, 2, 3, 4, 5, null, 43]],
    [20, 43, [1, null, 19, 20, 21, null, 43]],
    [43, 43, [1, null, 39, 40, 41, 42, 43]],
  ])('on page %i of %i offers %j', (current, last, pages) => {
    expect(pagesAround(current, last)).toEqual(pages);
  });
});

describe('the login page', () => {
  const words = new Proxy(
    { points: ['a', 'b', 'c'], mode: { user: 'u', phone: 'p', social: 't', sso: 's' } },
    { get: (some, name) => Reflect.get(some, name) ?? String(name) },
  );
  const draw = (more: Partial<LoginPageProps>) =>
    renderToStaticMarkup(
      <LoginPage
        words={words as unknown as LoginPageProps['words']}
        mode="user"
        modes={['user', 'phone', 'social', 'sso']}
        draft={{ tenantId: '', username: 'admin', password: '', captcha: '', phone: '', smsCode: '' }}
        problems={{}}
        isBusy={false}
        error=""
        focus={{ on: 'username', turn: 0 }}
        sms={{ label: '发送验证码', isWaiting: false, onSend: () => {} }}
        providers={[]}
        hasSubmit
        language="zh"
        onMode={() => {}}
        onEdit={() => {}}
        onSubmit={() => {}}
        onLanguage={() => {}}
        {...more}
      />,
    );

  it('asks for the tenant only where people choose one, in every mode', () => {
    expect(draw({})).not.toContain('id="login-tenantId"');
    for (const mode of ['user', 'phone', 'social', 'sso'] as const)
      expect(draw({ mode, tenantHint: '000000' })).toContain('id="login-tenantId"');
  });
  it('shows a picture to be read only where there is one, and its button while it is fetched', () => {
    expect(draw({})).not.toContain('id="login-captcha"');
    expect(draw({ captcha: { image: 'data:,1', onRenew: () => {} } })).toContain('<img src="data:,1"');
    expect(draw({ captcha: { image: '', onRenew: () => {} } })).toMatch(/aria-label="renewCaptcha"[^>]*>renewCaptcha</);
  });
  it('has the fields of its mode, and no button where there is no way in', () => {
    const fieldsIn = (more: Partial<LoginPageProps>) =>
      [...draw(more).matchAll(/id="login-(\w+)" /g)].map(([, name]) => name);
    expect(fieldsIn({})).toEqual(['username', 'password']);
    expect(fieldsIn({ mode: 'phone' })).toEqual(['phone', 'smsCode']);
    expect(draw({ mode: 'sso' })).toContain('type="submit"');
    expect(draw({ mode: 'sso', hasSubmit: false, hint: '没有接入' })).toMatch(/^(?!.*type="submit").*没有接入/);
    const markup = draw({
      mode: 'social',
      hasSubmit: false,
      providers: [{ key: 'gitee', label: '使用Gitee登录', onVisit: () => {} }],
    });
    expect(markup).toContain('使用Gitee登录</button>');
  });
  it('says how long another code has to be waited for', () => {
    const markup = draw({ mode: 'phone', sms: { label: '59秒后重发', isWaiting: true, onSend: () => {} } });
    expect(markup).toMatch(/aria-disabled="true"[^>]*>59秒后重发/);
  });
  it('ties a problem to its field and shows the server’s answer', () => {
    const markup = draw({ problems: { password: '请输入密码' }, error: '账号或密码错误' });
    expect(tag(markup, /id="login-password"/)).toContain('aria-describedby="login-password-problem"');
    expect(tag(markup, /id="login-password"/)).toContain('type="password"');
    expect(markup).toMatch(/role="alert"[^>]*>.*账号或密码错误/);
  });
});

it('a picture in its slot is named in words, never by the number of its place', () => {
  const slot = { key: '5-0', name: '打款凭证', picture: { url: '/voucher.png', verdict: '11-23 10:31' } };
  const markup = renderToStaticMarkup(
    <PictureSlots
      groups={[{ key: 'all', slots: [slot] }]}
      onUpload={() => undefined}
      words={{ upload: '上传', replace: '替换', open: (name) => `查看${name}`, remove: (name) => `删除${name}` }}
    />,
  );
  const words = markup
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  expect(words).toEqual(['打款凭证', '11-23', '10:31', '替换']);
});
