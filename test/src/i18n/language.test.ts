/** Texts load with the area of a page, and in another language before it is spoken. */
import i18next from 'i18next';
import { startI18n } from '../../../src/i18n/begin';
import { loadLanguage, loadTexts } from '../../../src/i18n/language';
import { words as en } from '../../../texts/en/words';
import { words as zh } from '../../../texts/zh/words';

const keys = ['job.next', 'report.title', 'work.reason'];
function said(): string[] {
  return keys.map((key) => i18next.t(key as never));
}
const [inChinese, inEnglish] = [zh, en].map((words) => {
  const { job, report, work } = words as typeof zh;
  return [job.next, Object.values(report)[0], work.reason] as string[];
}) as [string[], string[]];
keys[1] = `report.${Object.keys(zh.report)[0]}`;

/** What is said when the screens are drawn in another language. */
const drawn: string[][] = [];
beforeAll(() => {
  startI18n('zh');
  i18next.on('languageChanged', () => drawn.push(said()));
});

it('an area is said once it is loaded, the others are not loaded with it', async () => {
  expect(said()).toEqual(keys);
  await loadTexts('frame');
  // Each of these events would draw every open page again.
  const events = jest.fn();
  i18next.store.on('added', events);
  await loadTexts('pages', 'job');
  i18next.store.off('added', events);
  expect(events).not.toHaveBeenCalled();
  expect(said()).toEqual([inChinese[0], keys[1], keys[2]]);
});

it('the areas that were loaded are loaded in another language before it is spoken', async () => {
  await loadTexts('report');
  await loadLanguage('en');
  expect(drawn).toEqual([[inEnglish[0], inEnglish[1], keys[2]]]);
});

it('an area that is opened during the change is said in both languages', async () => {
  drawn.splice(0);
  const change = loadLanguage('zh');
  const opening = loadTexts('work');
  await Promise.all([change, opening]);
  expect(drawn).toHaveLength(1);
  expect(said()).toEqual(inChinese);
  await loadLanguage('en');
  expect(said()).toEqual(inEnglish);
});

it('an area without texts of its own, as approval, loads nothing', async () => {
  await expect(loadTexts('approval')).resolves.toBeUndefined();
});
