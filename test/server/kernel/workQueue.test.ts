import { personalQueues, workQueue } from '../../../server/kernel/workQueue';

it('work waits in order, and beyond the line it is refused at once', async () => {
  const inTurn = workQueue(2, 3);
  const ends: (() => void)[] = [];
  const order: number[] = [];
  const jobs = [1, 2, 3, 4, 5].map((n) =>
    inTurn(() => {
      order.push(n);
      return new Promise<number>((resolve) => ends.push(() => resolve(n)));
    }),
  );
  await expect(inTurn(async () => 6)).rejects.toMatchObject({ code: 'busy', status: 503 });
  expect(order).toEqual([1, 2]);
  for (let n = 0; n < 5; n++) {
    ends[n]!();
    await jobs[n];
    await Promise.resolve();
  }
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(await inTurn(async () => 7)).toBe(7);
});

it('work that fails gives its place on', async () => {
  const inTurn = workQueue(1, 1);
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});

it('each person has places of their own, and none of others', async () => {
  const inTurn = personalQueues(2, 1);
  const ends: (() => void)[] = [];
  const started: string[] = [];
  const ask = (person: string) =>
    inTurn(person, () => {
      started.push(person);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [ask('a'), ask('a'), ask('a')];
  await expect(ask('a')).rejects.toMatchObject({ code: 'busy' });
  all.push(ask('b'));
  expect(started).toEqual(['a', 'a', 'b']);
  ends[0]!();
  await all[0];
  expect(started).toEqual(['a', 'a', 'b', 'a']);
  for (const end of ends) end();
  await Promise.all(all);
});
