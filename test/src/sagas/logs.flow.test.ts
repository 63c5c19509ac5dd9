/** SendLogs in isolation: confirmed first, posted whole, kept when it could not be sent. */
import { logsSaga } from '../../../src/sagas/logs';
import { feedback } from '../../../src/store/feedback';
import { log } from '../../../src/store/log';
import { panel } from '../../../src/store/navigation/panel';
import { Unreachable } from '../../../src/world/world';
import { done, flow, inTurn, signedIn, untilQuiet } from '../../support/flow';

const entry = { type: 'error', url: '/wel/index', time: '2026-01-05 10:00:00', message: 'a', stack: '', info: '' };
const given = [...signedIn(), log.actions.noted([entry, { ...entry, message: 'b' }])];
const yes = feedback.actions.answered({ isSure: true, reason: '' });
const no = feedback.actions.answered({ isSure: false, reason: '' });
const time = { now: () => 1000, uptime: () => 1000 };

describe('sending the logs', () => {
  it('asks, posts every entry, forgets them and says so', async () => {
    const { plan, calls } = flow(logsSaga, { given, slices: [panel], ports: { ...time, send: inTurn(done(2)) } });
    const { storeState } = await plan
      .put(log.actions.logsSent())
      .put(panel.actions.hide())
      .put(feedback.actions.notified({ tone: 'success', say: 'log.sent' }))
      .dispatch(log.actions.sendLogs())
      .dispatch(yes)
      .run(untilQuiet);
    expect(calls).toMatchObject([{ method: 'POST', url: '/blade-auth/oauth/logout', body: given[2]!.payload }]);
    expect(storeState.log.entries).toEqual([]);
  });

  it('sends nothing for a no', async () => {
    const { plan, calls } = flow(logsSaga, { given, slices: [panel], ports: time });
    const { storeState } = await plan.dispatch(log.actions.sendLogs()).dispatch(no).run(untilQuiet);
    expect(calls).toEqual([]);
    expect(storeState.log.entries).toHaveLength(2);
  });

  it('keeps what could not be sent', async () => {
    const send = inTurn<never>(new Unreachable('ERR_NETWORK'));
    const { plan } = flow(logsSaga, { given, slices: [panel], ports: { ...time, send } });
    const { storeState } = await plan.not
      .put(log.actions.logsSent())
      .dispatch(log.actions.sendLogs())
      .dispatch(yes)
      .run(untilQuiet);
    expect(storeState.log.entries.slice(0, 2)).toMatchObject([{ message: 'a' }, { message: 'b' }]);
  });

  it.each([
    ['a tape', 'packed', 'packed'],
    ['none that is too large', 'x'.repeat(1_000_001), undefined],
  ])('puts %s with the newest entry', async (_what, tape, sent) => {
    const { plan, calls } = flow(logsSaga, {
      given,
      slices: [panel],
      ports: { ...time, tape: async () => tape, send: inTurn(done(2)) },
    });
    await plan
      .dispatch(log.actions.sendLogs({ withTape: true }))
      .dispatch(yes)
      .run(untilQuiet);
    const body = calls[0]?.body as { tape?: string }[];
    expect(body.map((one) => one.tape)).toEqual([undefined, sent]);
  });
});
