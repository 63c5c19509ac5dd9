/** Threads that work on what strangers send: nothing that is sent keeps one from the next job. */
import { join } from 'node:path';
import { openThread, ThreadEnded, type ThreadLimits } from '../../../server/kernel/paper/thread';
import type { Told } from '../../support/threadProgram';

function opened(limits: Partial<ThreadLimits> = {}) {
  return openThread<Told, string>(join(__dirname, '../../support'), 'threadProgram', limits);
}

it('ends a job that does not end, and goes on with the next one', async () => {
  const ask = opened({ jobMs: 500 });
  const endless = ask({ spin: true });
  const next = ask({ say: 'next' });
  await expect(endless).rejects.toThrow('no result within 500 ms');
  expect(await next).toBe('next');
}, 60_000);

it('ends a job that takes too much memory', async () => {
  const ask = opened({ heapMb: 64, jobMs: 60_000 });
  await expect(ask({ eat: true })).rejects.toThrow(ThreadEnded);
  expect(await ask({ say: 'after' })).toBe('after');
}, 60_000);

it('drops the job of a caller who is gone, waiting or running', async () => {
  const ask = opened();
  const [runner, waiter] = [new AbortController(), new AbortController()];
  const running = ask({ spin: true }, { signal: runner.signal });
  const waiting = ask({ say: 'no' }, { signal: waiter.signal });
  const honest = ask({ say: 'yes' });
  waiter.abort();
  await expect(waiting).rejects.toThrow('callerGone');
  runner.abort();
  await expect(running).rejects.toThrow('callerGone');
  expect(await honest).toBe('yes');
  await expect(ask({ say: 'late' }, { signal: runner.signal })).rejects.toThrow('callerGone');
}, 60_000);

it('gives each holder a turn, and refuses what is too much', async () => {
  const ask = opened({ mostWaiting: 5, mostOfHolder: 3 });
  const done: string[] = [];
  const say = (holder: string, name: string) =>
    ask({ say: name }, { holder }).then(
      (said) => done.push(said),
      ({ code }) => done.push(`${name} ${code}`),
    );
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => say('a', name)),
    ...['b1', 'b2', 'c1'].map((name) => say(name[0]!, name)),
  ]);
  expect(done).toEqual(['a5 busy', 'c1 busy', 'a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
}, 60_000);
