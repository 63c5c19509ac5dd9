/** One's own profile: loaded, validated, saved, and shown at once in the frame. */
import { imageKind } from '../../../../../contract/domain/files/imageKind';
import type { Profile } from '../../../../../contract/wire/profile';
import { type ConsoleSettings, defaultSettings } from '../../../../../contract/wire/settings';
import { type ProfileState, profile } from '../../../../../src/features/desk/profile/profileSlice';
import { loadFeature } from '../../../../../src/features/registry';
import { password } from '../../../../../src/store/auth/password';
import { route, tabs } from '../../../../../src/store/navigation/route';
import { session } from '../../../../../src/store/session';
import type { PickedFile } from '../../../../../src/world/world';
import { fakeWorld, li, quiet, start } from '../../../../support/fakeWorld';

/** The page's code is large, and loading it must not count for a test's time. */
beforeAll(() => Promise.all(['frame', 'profile'].map(loadFeature)), 60_000);

const { typed, save, chooseAvatar, undo, prove, sendCode } = profile.actions;
const path = '/info/index';
const card: Profile = {
  id: li.userId,
  tenantId: '000000',
  account: 'li',
  realName: '李静',
  name: '小李',
  phone: '',
  email: '',
  avatar: '',
  businessUserCode: 'E10002',
  deptId: li.deptId,
  deptName: '业务部',
  roleId: li.roleId,
  roleName: '业务员',
  tenantName: '示例租赁',
  workDeptName: '业务部',
  workRoleName: '业务员',
  createTime: '2026-01-01 09:00:00',
};
const heads = {
  png: '89504e470d0a1a0a0000000d',
  jpeg: 'ffd8ffe000104a46494600',
  gif: '474946383961',
  pdf: '255044462d312e37',
};
function file(head: string, more: Partial<PickedFile> = {}): PickedFile {
  return {
    file: 'file-1',
    name: 'me.png',
    size: 2048,
    type: 'image/png',
    head,
    ...more,
  };
}

async function opened(settings?: ConsoleSettings) {
  const app = await start({ at: path, ...(settings ? { fake: fakeWorld({ settings }) } : {}) });
  await app.last('/user/info').answer(card);
  return {
    ...app,
    state: (): ProfileState => app.slice('profile'),
    isMarked: () => app.see(tabs.selectors.isDirty, path),
    user: () => app.see(session.selectors.user),
  };
}
const hint = '只能上传jpg/png用户头像，且不超过500kb';

describe('the card', () => {
  it('is saved as a whole, and the frame follows at once', async () => {
    const app = await opened();
    app.do(typed({ name: 'realName', value: '李静文' }));
    app.do(typed({ name: 'phone', value: '13800138000' }));
    expect(app.isMarked()).toBe(true);
    app.do(save());
    app.do(save());
    await quiet();
    expect(app.calls('/update-info')).toHaveLength(1);
    expect(app.last('/update-info').call.body).toEqual({
      realName: '李静文',
      name: '小李',
      phone: '13800138000',
      email: '',
      avatar: '',
    });
    await app
      .last('/update-info')
      .answer({ ...card, realName: '李静文', phone: '13800138000', avatar: '/api/f/1?e=2' });
    expect(app.user()).toMatchObject({ realName: '李静文', avatar: '/api/f/1?e=2', account: 'li' });
    expect(app.toasts()).toEqual(['success: profile.saved']);
    expect(app.isMarked()).toBe(false);
  });

  describe('with another number', () => {
    const wanted = '13900139001';
    const proving = async (settings: object) => {
      const app = await opened({ ...defaultSettings, ...settings });
      app.do(typed({ name: 'phone', value: wanted }));
      return app;
    };
    const saved = async (app: Awaited<ReturnType<typeof opened>>) => {
      app.do(save());
      await quiet();
      return app.calls('/update-info').length;
    };

    it('asks for a code and the password where it is a way to sign in, and sends no word as it was typed', async () => {
      const app = await proving({ phoneMode: true, smsGateway: true });
      expect(await saved(app)).toBe(0);
      expect(app.state()).toMatchObject({ proofProblems: { smsCode: 'first', password: 'required' }, isSaving: false });
      app.do(sendCode());
      app.do(sendCode());
      await quiet();
      expect(app.calls('/phone-code').map(({ call }) => call.body)).toEqual([{ phone: wanted }]);
      await app.last('/phone-code').answer({ id: 'c'.repeat(22) });
      expect(app.state().seconds).toBe(60);
      app.do(prove({ name: 'password', value: 'My own word 1' }));
      expect(await saved(app)).toBe(0);
      expect(app.state().proofProblems).toEqual({ smsCode: 'required' });
      app.do(prove({ name: 'smsCode', value: ' 123456 ' }));
      expect(await saved(app)).toBe(1);
      const { body } = app.last('/update-info').call;
      expect(body).toMatchObject({ phone: wanted, codeId: 'c'.repeat(22), smsCode: '123456' });
      expect(JSON.stringify(body)).not.toContain('My own word');
      await app.last('/update-info').answer({ ...card, phone: wanted });
      expect(app.state()).toMatchObject({ proof: { smsCode: '', password: '' }, sent: { id: '' } });
    });

    it('takes no code that went to another one', async () => {
      const app = await proving({ phoneMode: false, smsGateway: true });
      app.do(sendCode());
      await quiet();
      await app.last('/phone-code').answer({ id: 'c'.repeat(22) });
      app.do(prove({ name: 'smsCode', value: '123456' }));
      app.do(typed({ name: 'phone', value: '13900139002' }));
      expect(await saved(app)).toBe(0);
      expect(app.state().proofProblems).toEqual({ smsCode: 'first' });
    });

    it.each([
      ['profile.wrongPassword', 'password'],
      ['auth.badCode', 'smsCode'],
    ])('says on the field that the server refused it: %s', async (reason, name) => {
      const app = await proving({ phoneMode: true, smsGateway: true });
      app.do(sendCode());
      await quiet();
      await app.last('/phone-code').answer({ id: 'c'.repeat(22) });
      app.do(prove({ name: 'password', value: 'x' }));
      app.do(prove({ name: 'smsCode', value: '123456' }));
      expect(await saved(app)).toBe(1);
      await app.last('/update-info').refuse(400, '不正确', { reason });
      expect(app.state()).toMatchObject({ proofProblems: { [name]: reason }, isSaving: false });
    });

    it('says on the field that another person has it, before a code is sent', async () => {
      const app = await proving({ phoneMode: true, smsGateway: true });
      app.do(sendCode());
      await quiet();
      await app.last('/phone-code').refuse(400, '手机号已存在', { problems: { phone: 'taken' } });
      expect(app.state()).toMatchObject({ problems: { phone: 'taken' }, isSending: false, seconds: 0 });
      app.do(typed({ name: 'phone', value: '123' }));
      app.do(sendCode());
      await quiet();
      expect(app.calls('/phone-code')).toHaveLength(1);
      expect(app.state().problems).toEqual({ phone: 'notElevenDigits' });
    });

    it('asks for nothing more where phones cannot sign in', async () => {
      const app = await proving({ phoneMode: false, smsGateway: false });
      expect(await saved(app)).toBe(1);
    });
  });

  it.each([
    ['phone', '1380013800', 'notElevenDigits'],
    ['phone', '02188888888', 'notAMobile'],
    ['phone', '12345678901', 'notAMobile'],
    ['email', 'nobody', 'notAnEmail'],
    ['realName', '', 'required'],
    ['name', '', 'required'],
  ] as const)('with %s %j is not sent', async (name, value, problem) => {
    const app = await opened();
    app.do(typed({ name, value }));
    app.do(save());
    await quiet();
    expect(app.calls('/update-info')).toEqual([]);
    expect(app.state()).toMatchObject({ problems: { [name]: problem }, isSaving: false });
  });

  it('keeps what was typed when the server refuses, with the field at fault', async () => {
    const app = await opened();
    app.do(typed({ name: 'email', value: 'li@lease.example' }));
    app.do(save());
    await quiet();
    await app.last('/update-info').refuse(400, '邮箱格式不正确', { problems: { email: 'notAnEmail' } });
    expect(app.state()).toMatchObject({ problems: { email: 'notAnEmail' }, draft: { email: 'li@lease.example' } });
    expect(app.toasts()).toEqual(['error: 邮箱格式不正确']);
    expect(app.isMarked()).toBe(true);
    app.do(undo());
    expect(app.state()).toMatchObject({ problems: {}, draft: { email: '' } });
    await quiet();
    expect(app.isMarked()).toBe(false);
  });

  it('says in the page that nothing answered, and comes when asked again', async () => {
    const app = await start({ at: path });
    await app.last('/user/info').cutOff();
    expect(app.slice('profile').lost).toBe('');
    expect(app.toasts()).toEqual([]);
    app.do(profile.actions.load());
    await quiet();
    await app.last('/user/info').answer(card);
    expect(app.slice('profile')).toMatchObject({ lost: null, draft: { realName: '李静' } });
  });

  it('keeps what is being typed when one comes back to it', async () => {
    const app = await opened();
    app.do(typed({ name: 'name', value: '静' }));
    app.do(route.actions.go('/wel/index'));
    await quiet();
    app.do(route.actions.go(path));
    await quiet();
    await app.last('/user/info').answer({ ...card, name: '另一个' });
    expect(app.state().draft?.name).toBe('静');
  });

  it('forgets everything when it is closed, passwords first of all', async () => {
    const app = await opened();
    app.do(password.actions.typed({ name: 'oldPassword', value: 'what it was' }));
    await quiet();
    expect(app.isMarked()).toBe(true);
    app.do(tabs.actions.closed(path));
    await quiet();
    expect(app.state().held).toBeNull();
    expect(JSON.stringify(app.store.getState())).not.toContain('what it was');
  });
});

describe('an avatar', () => {
  it('is sent as soon as it is chosen, and is the person’s when the card is saved', async () => {
    const app = await opened();
    app.do(chooseAvatar());
    await app.picked(file(heads.jpeg, { size: 500 * 1024 }));
    expect(app.state().isUploading).toBe(true);
    expect(app.last('/put-file').call).toMatchObject({ query: { purpose: 'avatar' }, file: 'file-1' });
    await app.last('/put-file').answer({ link: '/api/f/1?e=2' });
    expect(app.state()).toMatchObject({ isUploading: false, pictureProblem: '', draft: { avatar: '/api/f/1?e=2' } });
    expect(app.user()?.avatar).toBe('');
    await quiet();
    expect(app.isMarked()).toBe(true);
  });

  it.each([
    ['is a GIF in the clothes of a PNG', file(heads.gif)],
    ['is a paper', file(heads.pdf)],
    ['is a page', file('3c68746d6c3e')],
    ['cannot be read', file('')],
    ['is a byte too large', file(heads.png, { size: 500 * 1024 + 1 })],
  ])('that %s is not sent', async (_what, picked) => {
    const app = await opened();
    app.do(chooseAvatar());
    await app.picked(picked);
    expect(app.calls('/put-file')).toEqual([]);
    expect(app.state()).toMatchObject({ pictureProblem: hint, isUploading: false });
    expect(app.toasts()).toEqual([]);
  });

  it.each([
    ['refused', hint],
    ['cut off', '*network'],
  ])('that is %s leaves the old one', async (how, problem) => {
    const app = await opened();
    app.do(chooseAvatar());
    await app.picked(file(heads.png));
    if (how === 'refused') await app.last('/put-file').refuse(400, hint);
    else await app.last('/put-file').cutOff();
    expect(app.state()).toMatchObject({ pictureProblem: problem, isUploading: false, draft: { avatar: '' } });
  });
});

describe('a picture', () => {
  it.each([
    [heads.png, 'image/png'],
    [heads.jpeg, 'image/jpeg'],
    [heads.gif, 'image/gif'],
    ['424d8a00', 'image/bmp'],
    ['524946461a00000057454250', 'image/webp'],
    ['524946461a00000057415645', undefined],
    [heads.pdf, undefined],
    ['', undefined],
  ])('that begins with %s is %s', (head, kind) => expect(imageKind(head)).toBe(kind));
});
