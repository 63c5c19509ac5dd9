/** The numbers beside the menus of tasks. */
import { recordsChanged } from '../../../src/store/crud/changes';
import { push } from '../../../src/store/push';
import { workCounts } from '../../../src/store/workCounts';
import { allMenus, quiet, type Started, start } from '../../support/fakeWorld';

const none = { mail: 0, message: 0, notice: 0 };
const url = '/work/counts';
function asked(app: Started): number {
  return app.calls(url).length;
}
async function begun(options: Parameters<typeof start>[0] = {}): Promise<Started> {
  const app = await start(options);
  await app.last('/inbox/unread').answer(none);
  await quiet();
  return app;
}

it('are asked for once with the messages, and stand beside the menus of both lists', async () => {
  const app = await begun();
  expect(asked(app)).toBe(1);
  await app.last(url).answer({ claim: 3, todo: 1 });
  expect(app.see(workCounts.selectors.byMenu)).toEqual({ work_claim: 3, work_todo: 1 });
});

it('follow an event of the server and what the person does, and no clock', async () => {
  const app = await begun();
  await app.last(url).answer({ claim: 3, todo: 1 });
  app.do(push.actions.arrived({ topic: 'inbox', about: 'message' }));
  await quiet();
  await app.last('/inbox/unread').answer(none);
  await quiet();
  expect(asked(app)).toBe(2);
  await app.last(url).answer({ claim: 4, todo: 1 });
  app.do(recordsChanged({ modules: ['work_claim', 'work_todo'] }));
  await quiet();
  expect(asked(app)).toBe(3);
  await app.last(url).answer({ claim: 3, todo: 2 });
  expect(app.see(workCounts.selectors.byMenu)).toEqual({ work_claim: 3, work_todo: 2 });
  app.do(recordsChanged({ modules: ['order'] }));
  await app.clock.advance(50_000);
  expect(asked(app)).toBe(3);
});

it('are not asked for without these menus, and stay when the server does not answer', async () => {
  const app = await begun();
  await app.last(url).answer({ claim: 3, todo: 1 });
  app.do(recordsChanged({ modules: ['work_todo'] }));
  await quiet();
  await app.last(url).cutOff();
  expect(app.see(workCounts.selectors.byMenu)).toEqual({ work_claim: 3, work_todo: 1 });
  const other = await begun({ menus: allMenus.filter(({ code }) => code !== 'work') });
  expect(asked(other)).toBe(0);
});
