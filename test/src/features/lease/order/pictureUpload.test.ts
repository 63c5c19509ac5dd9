/** The picture of a form: uploaded as soon as it is chosen, checked before. */

import { picture, pictureLimits } from '../../../../../contract/modules/lease/picture';
import type { Module } from '../../../../../contract/schema/module';
import { pictureUpload } from '../../../../../src/features/lease/order/pictures/pictureUploadSlice';
import { crudSlice } from '../../../../../src/store/crud/crud';
import { quiet, start } from '../../../../support/fakeWorld';

const { add, shut } = crudSlice(picture as Module).actions;
const file = { file: 'file-1', name: '身份证.png', size: 2048, type: 'image/png' };

async function choosing(picType = 1) {
  const app = await start({ at: '/lease/picture' });
  app.do(add({ picType }));
  await quiet();
  app.do(pictureUpload.actions.choose());
  return { ...app, upload: () => app.see(pictureUpload.selectors.all as never) };
}

it('fills the form with where the file lies', async () => {
  const app = await choosing();
  await app.picked(file);
  expect(app.upload()).toEqual({ isUploading: true, problem: '' });
  expect(app.last('/upload-images').call).toMatchObject({ method: 'POST', query: { type: 1 }, file: 'file-1' });
  await app.last('/upload-images').answer({ link: '/api/file/9', originalName: '身份证.png' });
  expect(app.slice('picture').form.draft).toMatchObject({ path: '/api/file/9', name: '身份证.png' });
  expect(app.upload()).toEqual({ isUploading: false, problem: '' });
});

it.each([
  ['is too large', { size: pictureLimits.bytes + 1 }, '图片不能超过 10 MB'],
  ['is no picture', { type: 'text/html' }, '文件格式不支持，请上传 jpg、png、bmp 或 webp 图片'],
])('says beside the field that a file %s, and sends nothing', async (_, more, problem) => {
  const app = await choosing();
  await app.picked({ ...file, ...more });
  expect(app.upload()).toEqual({ isUploading: false, problem });
  expect(app.calls('/upload-images')).toEqual([]);
  expect(app.toasts()).toEqual([]);
});

it.each([
  ['refused', { isUploading: false, problem: '图片已损坏' }],
  ['cut off', { isUploading: false, problem: '*network' }],
])('is over when it is %s', async (how, after) => {
  const app = await choosing();
  await app.picked(file);
  if (how === 'refused') await app.last('/upload-images').refuse(400, '图片已损坏');
  else await app.last('/upload-images').cutOff();
  expect(app.upload()).toEqual(after);
  expect(app.toasts()).toEqual([]);
});

it('is given up when the form closes', async () => {
  const app = await choosing();
  await app.picked(file);
  app.do(shut());
  expect(app.last('/upload-images').isAborted).toBe(true);
  expect(app.upload()).toEqual({ isUploading: false, problem: '' });
});
