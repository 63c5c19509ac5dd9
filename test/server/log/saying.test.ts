/** What a server says while it starts. */
import { openSaying, tablesLine } from '../../../server/log/saying';

describe('a start that takes long', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('says every fifteen silent seconds that it still goes on, and for how long, until it is ready', () => {
    const said: string[] = [];
    const { say, ready } = openSaying((line) => said.push(line));
    say('    lin.yumo / a8wz-3997-xvn4');
    jest.advanceTimersByTime(14_000);
    say('filled in');
    jest.advanceTimersByTime(14_000);
    expect(said.splice(0)).toEqual(['    lin.yumo / a8wz-3997-xvn4', 'filled in']);
    jest.advanceTimersByTime(16_000);
    expect(said.splice(0)).toEqual([
      '仍在启动，已 29 秒… · still starting, 29 s so far…',
      '仍在启动，已 44 秒… · still starting, 44 s so far…',
    ]);
    ready();
    say('a later line');
    jest.advanceTimersByTime(60_000);
    expect(said).toEqual(['a later line']);
  });
});

it('counts the steps of the tables, one of them in the singular, and names the first and the last of many', () => {
  expect(tablesLine(['applied 0072_car'])).toBe(
    '数据表已更新（1 步）· tables brought up to date in 1 step: applied 0072_car',
  );
  expect(tablesLine(['a', 'b', 'c', 'd'])).toBe('数据表已更新（4 步）· tables brought up to date in 4 steps: a … d');
});
