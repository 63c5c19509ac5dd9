/** The upload of a portfolio: what the server says of the workbook stays beside it until another one is chosen. */
import { portfolioPages } from '../../../../src/features/lease/portfolioImport/portfolioSlice';
import { start } from '../../../support/fakeWorld';

const { chosen, type, send } = portfolioPages.actions;

async function sent() {
  const app = await start({ at: '/lease/portfolio/upload' });
  const upload = () => app.slice('portfolioPages').upload;
  app.do(type({ takeoverDate: '2026-10-31' }));
  app.do(chosen({ file: 'f1', name: '存量.xlsx' }));
  app.do(send());
  return { app, upload };
}

it('says beside the file why it was refused, and forgets it with the next file or day', async () => {
  const { app, upload } = await sent();
  await app.last('/import/upload').refuse(400, '工作表“订单”的标题行中“合同编号”出现两次');
  expect(upload()).toMatchObject({ refusal: '工作表“订单”的标题行中“合同编号”出现两次', busy: false });
  expect(app.slice('feedback').toasts).toEqual([]);
  app.do(chosen({ file: 'f2', name: '存量 2.xlsx' }));
  expect(upload()).toMatchObject({ refusal: '', file: { name: '存量 2.xlsx' } });
});
