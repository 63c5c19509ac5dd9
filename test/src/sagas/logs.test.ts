/** The log of this browser: its commands. What is logged is tested elsewhere. */
import '../../../src/shell/panels/panels'; // here, because reading the component library takes longer than a test may
import { mostTapeLetters } from '../../../contract/wire/settings';
import { feedback } from '../../../src/store/feedback';
import { log } from '../../../src/store/log';
import { logView } from '../../../src/store/logView';
import { panel } from '../../../src/store/navigation/panel';
import { quiet, type Started, start } from '../../support/fakeWorld';

const fault = { message: 'x is undefined', stack: 'at y', info: 'z' };
function answer(isSure: boolean) {
  return feedback.actions.answered({ isSure, reason: '' });
}
async function opened() {
  const app = await start();
  app.do(log.actions.failed(fault));
  app.do(panel.actions.show('logs'));
  await quiet();
  return app;
}
function shown(app: Started) {
  return app.slice('panel').shown;
}
function question(app: Started) {
  return app.see(feedback.selectors.question)?.say;
}

describe('sending the log', () => {
  it('asks first, posts every entry, empties the log, closes the dialog and says so', async () => {
    const app = await opened();
    app.do(log.actions.sendLogs());
    expect(question(app)).toBe('ask.sendLogs');
    app.do(answer(true));
    expect(app.last('/oauth/logout').call).toMatchObject({ method: 'POST', body: [{ message: 'x is undefined' }] });
    await app.last('/oauth/logout').answer(1);
    expect(app.see(log.selectors.entries)).toEqual([]);
    expect(shown(app)).toBe('');
    expect(app.toasts()).toEqual(['success: log.sent']);
  });

  it('sends what was recorded with the newest entry, when that was asked for', async () => {
    const app = await opened();
    app.do(log.actions.failed({ ...fault, message: 'y is undefined' }));
    app.packedTape.value = 'H4sIAAAA';
    app.do(log.actions.sendLogs({ withTape: true }));
    app.do(answer(true));
    await quiet();
    expect(app.last('/oauth/logout').call.body).toMatchObject([
      { message: 'x is undefined' },
      { message: 'y is undefined', tape: 'H4sIAAAA' },
    ]);
    expect(app.last('/oauth/logout').call.body).not.toHaveProperty('0.tape');
  });

  it('goes without a recording that is too large to be taken', async () => {
    const app = await opened();
    app.packedTape.value = 'A'.repeat(mostTapeLetters + 1);
    app.do(log.actions.sendLogs({ withTape: true }));
    app.do(answer(true));
    await quiet();
    expect(app.last('/oauth/logout').call.body).toEqual([expect.not.objectContaining({ tape: expect.anything() })]);
  });

  it('does nothing when the person cancels', async () => {
    const app = await opened();
    app.do(log.actions.sendLogs());
    app.do(answer(false));
    expect(app.calls('/oauth/logout')).toHaveLength(0);
    expect(shown(app)).toBe('logs');
  });

  it('keeps what was not taken, and the dialog with it', async () => {
    const app = await opened();
    app.do(log.actions.sendLogs());
    app.do(answer(true));
    await app.last('/oauth/logout').refuse(400, '日志过大');
    expect(app.see(log.selectors.entries)).toHaveLength(1);
    expect(shown(app)).toBe('logs');
    expect(app.toasts()).toEqual(['error: 日志过大']);
  });
});

describe('clearing the log', () => {
  it('asks first, empties it, closes the dialog and says so', async () => {
    const app = await opened();
    app.do(logView.actions.clear());
    expect(question(app)).toBe('ask.clearLogs');
    app.do(answer(true));
    expect(app.see(log.selectors.entries)).toEqual([]);
    expect(shown(app)).toBe('');
    expect(app.toasts()).toEqual(['success: log.cleared']);
  });

  it('does nothing when the person cancels', async () => {
    const app = await opened();
    app.do(logView.actions.clear());
    app.do(answer(false));
    expect(app.see(log.selectors.entries)).toHaveLength(1);
    expect(shown(app)).toBe('logs');
  });
});

describe('the stack of an entry', () => {
  it('unfolds one at a time, and folds when the log is emptied', async () => {
    const app = await opened();
    app.do(logView.actions.unfold('0'));
    app.do(logView.actions.unfold('1'));
    expect(app.see(logView.selectors.open)).toBe('1');
    app.do(log.actions.clearLogs());
    expect(app.see(logView.selectors.open)).toBe('');
  });
});
