/** Assigning a line of a bank statement by hand: what is asked for one line never shows at another. */
import { statementPages } from '../../../../src/features/lease/bankStatement/statementSlice';
import { quiet, start } from '../../../support/fakeWorld';

const { assign, typeAssign, assignEnded } = statementPages.actions;
const path = '/lease/statement/detail/7';
const aim = { path, change: { orderId: '5' } };
function line(id: string) {
  return { path, line: { id, amount: '100.00' } as never };
}

async function opened() {
  const app = await start({ at: path });
  await app.last('/statement/detail').answer({ id: '7', fileName: '九月' });
  await app.last('/statement/lines').answer({ records: [], total: 0 });
  const assigning = () => app.slice('statementPages')[path].assigning;
  app.do(assign(line('1')));
  app.do(typeAssign(aim));
  await app.clock.advance(300);
  return { app, assigning };
}

it('shows the trial of the line, and whether others have to approve', async () => {
  const { app, assigning } = await opened();
  await app.last('/statement/assign').answer({ trial: 'T1', booked: 1 });
  expect(assigning()).toMatchObject({ line: { id: '1' }, trial: { trial: 'T1' }, waits: '' });
  await app.last('/statement/assign/foretell').answer({ act: 23, text: '提交后由他人审批' });
  expect(assigning()).toMatchObject({ trial: { trial: 'T1' }, waits: '提交后由他人审批' });
});

it.each(['/statement/assign', '/statement/assign/foretell'])(
  'drops a late answer of %s once another line is open',
  async (late) => {
    const { app, assigning } = await opened();
    if (late.endsWith('foretell')) await app.last('/statement/assign').answer({ trial: 'T1', booked: 1 });
    const asked = app.last(late);
    app.do(assignEnded({ path, isDone: true }));
    app.do(assign(line('2')));
    await quiet();
    await asked.answer({ trial: 'T1', booked: 1, text: '提交后由他人审批' });
    expect(assigning()).toMatchObject({ line: { id: '2' }, trial: null, waits: '' });
  },
);
