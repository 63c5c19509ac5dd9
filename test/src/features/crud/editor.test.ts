/** Rich text: uploading pictures into it, and when its value is reported. */
import { defaultSettings } from '../../../../contract/wire/settings';
import { editor } from '../../../../src/features/crud/editor/editorSlice';
import { loadFeature } from '../../../../src/features/registry';
import { feedback } from '../../../../src/store/feedback';
import type { PickedFile } from '../../../../src/world/world';
import { quiet, type StartOptions, start } from '../../../support/fakeWorld';

/** The page's code is large, and loading it must not count for a test's time. */
beforeAll(() => Promise.all(['frame', 'test'].map(loadFeature)), 60_000);

const { sendPictures, choosePictures, typed, dropped, fill } = editor.actions;
const name = 'test';
const putFile = '/put-file';

function picture(file: string, more: Partial<PickedFile> = {}): PickedFile {
  return {
    file,
    name: `${file}.png`,
    size: 2048,
    type: 'image/png',
    ...more,
  };
}

async function writing(editorUpload = {}, options: StartOptions = {}) {
  const app = await start({
    at: '/test/index',
    settings: { testerMode: true, editorUpload: { ...defaultSettings.editorUpload, ...editorUpload } },
    ...options,
  });
  app.do(fill({ name, html: '' }));
  return {
    ...app,
    send: async (...files: PickedFile[]) => {
      app.do(sendPictures({ name, files }));
      await quiet();
    },
    text: () => app.see(editor.selectors.of as never, name) as ReturnType<typeof editor.selectors.of>,
    /** Title and detail of the notification. */
    told: () => app.see(feedback.selectors.toasts).map(({ tone, text, detail }) => [tone, text, detail]),
  };
}

describe('a picture for rich text', () => {
  it('is sent to the storage and then put into the text', async () => {
    const app = await writing();
    app.chosenMany.push([picture('a')]);
    app.do(choosePictures({ name }));
    await quiet();
    const { call } = app.last(putFile);
    expect(call).toMatchObject({ method: 'POST', query: { purpose: 'editor' }, file: 'a' });
    expect(app.text().progress).toEqual({ total: 1, done: 0 });
    await app.last(putFile).answer({ link: '/api/file/9?e=1', name: '9.png' });
    expect(app.text().inserts).toEqual([{ key: 1, url: '/api/file/9?e=1', alt: 'a.png' }]);
    expect(app.told()).toEqual([]);
    app.do(editor.actions.inserted({ name, keys: [1] }));
    expect(app.text().inserts).toEqual([]);
    // the full bar is visible for half a second
    expect(app.text().progress).toEqual({ total: 1, done: 1 });
    await app.clock.advance(500);
    expect(app.text().progress).toBeNull();
  });

  it('is judged before it travels, all of them at once, and the good ones go', async () => {
    const app = await writing();
    const large = 5 * 1024 * 1024;
    await app.send(
      picture('paper', { name: 'paper.pdf' }),
      picture('script', { name: 'a.png.svg' }),
      picture('large', { size: large + 1 }),
      picture('fits', { name: 'FITS.JPEG', size: large }),
    );
    expect(app.told()).toEqual([
      ['error', '图片验证未通过', '【paper.pdf】不是图片\n【a.png.svg】不是图片\n【large.png】大于 5M'],
    ]);
    expect(app.calls(putFile).map(({ call }) => call.file)).toEqual(['fits']);
  });

  it.each(['.jpg', '.jpeg', '.png', '.bmp', '.gif', '.webp'])('may end in %s', async (ending) => {
    const app = await writing();
    await app.send(picture('a', { name: `a${ending}` }));
    expect(app.calls(putFile)).toHaveLength(1);
  });

  it('is one of so many at most', async () => {
    const app = await writing({ most: 2 });
    await app.send(picture('a'), picture('b'), picture('c'));
    expect(app.told()).toEqual([['error', '图片验证未通过', '一次最多上传2张图片']]);
    expect(app.calls(putFile)).toEqual([]);
  });

  it('has three seconds', async () => {
    const app = await writing();
    await app.send(picture('a'));
    await app.clock.advance(2999);
    expect(app.told()).toEqual([]);
    await app.clock.advance(1);
    expect(app.told()).toEqual([['error', '上传图片超时', 'a.png']]);
    expect(app.last(putFile).isAborted).toBe(true);
  });

  it('has as long as the deployment says', async () => {
    const app = await writing({ timeoutMs: 10_000 });
    await app.send(picture('a'));
    await app.clock.advance(9999);
    await app.last(putFile).answer({ link: '/api/file/9' });
    expect(app.text().inserts).toHaveLength(1);
  });

  it.each([
    ['a refusal', (app: any) => app.last(putFile).refuse(400, '文件格式不支持'), 'a.png: 文件格式不支持 (400)'],
    [
      'a proxy that finds it too large',
      (app: any) => app.last(putFile).answerRaw(413, '<html>413</html>'),
      'a.png: 413',
    ],
    ['no answer', (app: any) => app.last(putFile).cutOff(), 'a.png'],
  ])('meets %s: said once, with the status', async (_what, answer, detail) => {
    const app = await writing();
    await app.send(picture('a'));
    await answer(app);
    expect(app.told()).toEqual([['error', '上传图片发生错误', detail]]);
    expect(app.text().inserts).toEqual([]);
  });

  it.each([
    ['HTML', '<html>ok</html>'],
    ['half a JSON', '{"code":200,"data":{"li'],
    ['no link', { code: 200, success: true, data: { name: 'x' }, msg: '' }],
    ['a link that runs', { code: 200, success: true, data: { link: 'javascript:alert(1)' }, msg: '' }],
    [
      'a link to nobody knows which host',
      { code: 200, success: true, data: { link: '//evil.example/a.png' }, msg: '' },
    ],
  ])('is not put into the text when the answer holds %s', async (_what, body) => {
    const app = await writing();
    await app.send(picture('a'));
    await app.last(putFile).answerRaw(200, body);
    expect(app.told()).toEqual([['error', '上传图片失败', 'a.png']]);
    expect(app.text().inserts).toEqual([]);
  });

  it('is not put into the text when nothing can be seen at its address', async () => {
    const app = await writing();
    app.deadLinks.add('/api/file/gone');
    await app.send(picture('a'));
    await app.last(putFile).answer({ link: '/api/file/gone' });
    expect(app.told()).toEqual([['error', '插入图片错误', 'a.png']]);
    expect(app.text().inserts).toEqual([]);
  });

  it('that fails keeps no other from its place, and is told once', async () => {
    const app = await writing();
    await app.send(picture('a'), picture('b'), picture('c'));
    const [a, b, c] = app.calls(putFile);
    await c!.answer({ link: '/api/file/3' });
    await b!.refuse(500, '服务器异常');
    await a!.answer({ link: '/api/file/1' });
    expect(app.text().inserts.map(({ url }) => url)).toEqual(['/api/file/1', '/api/file/3']); // as they were chosen
    expect(app.told()).toEqual([['error', '上传图片发生错误', 'b.png: 服务器异常 (500)']]);
  });

  it('that fails like others is told with them', async () => {
    const app = await writing();
    await app.send(picture('a'), picture('b'));
    await app.clock.advance(3000);
    expect(app.told()).toEqual([['error', '上传图片超时', 'a.png\nb.png']]);
  });

  it('goes in threes, not all at once', async () => {
    const app = await writing();
    await app.send(...['a', 'b', 'c', 'd'].map((one) => picture(one)));
    expect(app.calls(putFile)).toHaveLength(3);
    for (const asked of app.calls(putFile)) await asked.answer({ link: `/api/file/${asked.call.file}` });
    expect(app.calls(putFile)).toHaveLength(4);
  });

  it('is given up with the text it was for', async () => {
    const app = await writing();
    await app.send(picture('a'));
    app.do(dropped({ name }));
    await quiet();
    expect(app.last(putFile).isAborted).toBe(true);
    expect(app.slice('editor').byName).toEqual({});
    await app.clock.advance(5000);
    expect(app.told()).toEqual([]);
  });

  it('says nothing of its own when the session ends under way', async () => {
    const app = await writing();
    await app.send(picture('a'));
    await app.last(putFile).answerRaw(401, { code: 401, msg: '请求未授权' });
    expect(app.told().filter(([tone]) => tone === 'error')).toEqual([]);
  });
});

describe('another server for pictures', () => {
  const server = {
    kind: 'server',
    url: '/upload/images',
    fieldName: 'img',
    headers: { 'X-Key': 'k' },
    params: { album: '7' },
  };

  it('gets what the deployment says, and never who is signed in', async () => {
    const app = await writing(server);
    await app.send(picture('a'));
    const { call } = app.last('/upload/images');
    expect(call).toMatchObject({
      method: 'POST',
      isElsewhere: true,
      file: 'a',
      field: 'img',
      fields: { album: '7' },
      headers: { 'X-Key': 'k' },
    });
    expect(JSON.stringify(call)).not.toMatch(/access-0|Basic|Blade-Auth/);
    await app.last('/upload/images').answerRaw(200, { errno: 0, data: ['/pictures/1.png'] });
    expect(app.text().inserts).toMatchObject([{ url: '/pictures/1.png' }]);
  });

  it.each([
    ['errno 1', 200, { errno: 1, data: ['/pictures/1.png'] }, ['上传图片失败', 'a.png']],
    ['no errno', 200, { data: ['/pictures/1.png'] }, ['上传图片失败', 'a.png']],
    ['no data', 200, { errno: 0 }, ['上传图片失败', 'a.png']],
    ['text', 200, 'ok', ['上传图片失败', 'a.png']],
    ['a failure', 500, { errno: 0, data: ['/pictures/1.png'] }, ['上传图片发生错误', 'a.png: 500']],
    ['too much', 413, '', ['上传图片发生错误', 'a.png: 413']],
  ])('that answers %s has not taken the picture', async (_what, status, body, message) => {
    const app = await writing(server);
    await app.send(picture('a'));
    await app.last('/upload/images').answerRaw(status, body);
    expect(app.told()).toEqual([['error', ...message]]);
    expect(app.text().inserts).toEqual([]);
  });

  it('may say the address anywhere in its answer', async () => {
    const app = await writing({ kind: 'action', url: 'https://up.example/put', linkPath: 'result.0.url' });
    await app.send(picture('a'));
    await app.last('/put').answerRaw(201, { result: [{ url: 'https://img.example/1.png' }] });
    expect(app.text().inserts).toMatchObject([{ url: 'https://img.example/1.png' }]);
  });
});

describe('a text', () => {
  it('is kept with every key, and heard of when the fingers rest', async () => {
    const app = await writing();
    const heard = () => app.actions.filter(editor.actions.changed.match).map(({ payload }) => payload.html);
    for (const html of ['<p>a</p>', '<p>ab</p>', '<p>abc</p>']) {
      app.do(typed({ name, html }));
      expect(app.text().html).toBe(html);
      await app.clock.advance(199);
    }
    expect(heard()).toEqual([]);
    await app.clock.advance(1);
    expect(heard()).toEqual(['<p>abc</p>']);
  });

  it('does not silence another one', async () => {
    const app = await writing();
    app.do(typed({ name: 'one', html: '<p>1</p>' }));
    app.do(typed({ name: 'two', html: '<p>2</p>' }));
    await app.clock.advance(200);
    expect(app.actions.filter(editor.actions.changed.match).map(({ payload }) => payload.name)).toEqual(['one', 'two']);
  });
});

describe('the page that tries them out', () => {
  it('is there where people test', async () => {
    const app = await writing();
    expect(app.navigated.at(-1)).toContain('/test/index');
  });

  it('is nowhere else', async () => {
    const app = await start({ at: '/test/index', settings: { testerMode: false } });
    await quiet();
    expect(app.navigated.at(-1)).toContain('/404');
    expect(app.store.getState().tabs.list.map(({ path }) => path)).not.toContain('/test/index');
  });
});
