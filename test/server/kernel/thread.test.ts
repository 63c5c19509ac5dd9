import { join } from 'node:path';
import { openThread, type ThreadLimits } from '../../../server/kernel/paper/thread';
import type { Told } from '../../support/threadProgram';

function opened(limits: Partial<ThreadLimits> = {}) {
  return openThread<Told, string>(join(__dirname, '../../support'), 'threadProgram', limits);
}
const by = (by: string) => ({ by });

it('a job that takes too long is refused, and those behind it are done', async () => {
  const ask = opened({ jobMs: 3000 });
  const endless = ask('work without end', by('1'));
  const behind = ask({ say: 'done' }, by('1'));
  await expect(endless).rejects.toMatchObject({ code: 'tooMuchWork', status: 422 });
  expect(await behind).toBe('done');
});

it('a job that fills the memory is refused, and those behind it are done', async () => {
  const ask = opened({ mostMb: 32 });
  const filling = ask('fill the memory', by('1'));
  const behind = ask({ say: 'done' }, by('1'));
  await expect(filling).rejects.toMatchObject({ code: 'tooMuchWork' });
  expect(await behind).toBe('done');
});

it('what a job throws is thrown to its caller', async () => {
  const ask = opened();
  await expect(ask('fail', by('1'))).rejects.toThrow('told to');
  expect(await ask({ say: 'done' }, by('1'))).toBe('done');
});

it('the line is bounded, in all and for one person', async () => {
  const ask = opened({ mostWaiting: 3, mostOfPerson: 2 });
  const taken = ['a', 'b', 'c'].map((say) => ask({ say }, by('1')));
  await expect(ask({ say: 'd' }, by('1'))).rejects.toMatchObject({ code: 'busy', status: 503 });
  taken.push(ask({ say: 'e' }, by('2')));
  await expect(ask({ say: 'f' }, by('3'))).rejects.toMatchObject({ code: 'busy' });
  expect(await Promise.all(taken)).toEqual(['a', 'b', 'c', 'e']);
});

it("a person's jobs do not stand in front of those of others", async () => {
  const ask = opened();
  const order: string[] = [];
  const job = async (say: string, person: string) => order.push(await ask({ say }, by(person)));
  await Promise.all([job('a1', 'a'), job('a2', 'a'), job('a3', 'a'), job('b1', 'b'), job('b2', 'b'), job('c1', 'c')]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('a job whose caller has gone is dropped from the line, or ends where it runs', async () => {
  const ask = opened();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const first = ask('work without end', { by: '1', signal: running.signal });
  const second = ask('work without end', { by: '1', signal: waiting.signal });
  const third = ask({ say: 'done' }, by('1'));
  waiting.abort(new Error('second gone'));
  await expect(second).rejects.toThrow('second gone');
  running.abort(new Error('first gone'));
  await expect(first).rejects.toThrow('first gone');
  expect(await third).toBe('done');
  await expect(ask({ say: 'no' }, { by: '1', signal: running.signal })).rejects.toThrow('first gone');
});
