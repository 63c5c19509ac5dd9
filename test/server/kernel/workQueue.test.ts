import { openRests, sharedWork, workQueue, workQueues } from '../../../server/kernel/workQueue';

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

it('work whose caller has gone before its turn is not begun, and keeps nobody waiting', async () => {
  const inTurn = workQueue(1, 2);
  const ends: (() => void)[] = [];
  const first = inTurn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const gone = new AbortController();
  let begun = 0;
  const dropped = inTurn(async () => ++begun, gone.signal);
  const next = inTurn(async () => 'next');
  await expect(inTurn(async () => 'more')).rejects.toMatchObject({ code: 'busy' });
  gone.abort(new Error('gone'));
  await expect(dropped).rejects.toThrow('gone');
  const last = inTurn(async () => 'last', new AbortController().signal);
  ends[0]!();
  expect([await first, await next, await last, begun]).toEqual([undefined, 'next', 'last', 0]);
  await expect(inTurn(async () => ++begun, gone.signal)).rejects.toThrow('gone');
  expect([begun, await inTurn(async () => 'free')]).toEqual([0, 'free']);
});

it('each holder has a line of their own', async () => {
  const share = workQueues(1, 1);
  const ends: (() => void)[] = [];
  const held = () => new Promise<void>((resolve) => ends.push(resolve));
  const [first, second] = [share('a', held), share('a', held)];
  await expect(share('a', held)).rejects.toMatchObject({ code: 'busy' });
  expect(await share('b', async () => 'free')).toBe('free');
  ends[0]!();
  await first;
  await Promise.resolve();
  ends[1]!();
  await second;
  expect(await share('a', async () => 'free')).toBe('free');
});

it('work is done once for those who ask for it while it runs, and again afterwards', async () => {
  const once = sharedWork<number>();
  let done = 0;
  const work = async () => {
    await Promise.resolve();
    return ++done;
  };
  expect(await Promise.all([once('a', work), once('a', work), once('b', work)])).toEqual([1, 1, 2]);
  expect(await once('a', work)).toBe(3);
  const failing = async () => Promise.reject(new Error('no'));
  await expect(Promise.all([once('a', failing), once('a', work)])).rejects.toThrow('no');
  expect(await once('a', work)).toBe(4);
});

it('long work rests once its pieces have taken a while, whatever their number', async () => {
  const busyFor = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  let turns = 0;
  const rest = openRests();
  const work = async (pieces: number, ms: number) => {
    turns = 0;
    for (let piece = 0; piece < pieces; piece++) {
      busyFor(ms);
      let isOthers = false;
      setImmediate(() => {
        isOthers = true;
      });
      await rest();
      if (isOthers) turns++;
    }
    return turns;
  };
  expect(await work(5, 30)).toBe(5);
  // A little of a slice each: the last piece may begin the next slice.
  expect(await work(1000, 0)).toBeLessThan(100);
});
