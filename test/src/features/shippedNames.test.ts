import { jobHandlers } from '../../../contract/domain/job/jobHandlers';
import { paramTitle } from '../../../contract/modules/system/param';
import { jobTitle } from '../../../src/features/job/jobinfo/handlerText';

describe('what the product ships', () => {
  it('has a name in the reader’s language until people call it otherwise', () => {
    const [zh, en] = jobHandlers['asset.expiry'].title;
    expect([jobTitle(zh, 'asset.expiry', 'zh'), jobTitle(zh, 'asset.expiry', 'en')]).toEqual([zh, en]);
    expect(jobTitle('每周提醒', 'asset.expiry', 'en')).toBe('每周提醒');
    expect(jobTitle('外部任务', 'com.example.Job', 'en')).toBe('外部任务');
    expect(paramTitle('message.dueDays', '到期提醒提前天数')).toEqual([
      '到期提醒提前天数',
      'Days before due for reminders',
    ]);
    expect(paramTitle('message.dueDays', '提前几天提醒')).toEqual(['提前几天提醒', '提前几天提醒']);
    expect(paramTitle('own.key', '自建')).toEqual(['自建', '自建']);
  });
});
