/** Lists behind the figures of reports: rows come first, and what is asked for meanwhile stays. */
import type { BusinessResult } from '../../../../contract/wire/reports/business';
import { figures } from '../../../../src/features/report/figures/figuresSlice';
import { start } from '../../../support/fakeWorld';

const path = '/report/figures/list/bookingList';
const url = '/figures/report';
const params = { asOf: '2026-10-14', direction: '2' };
const search = String(new URLSearchParams(params));

function result(table: Partial<BusinessResult['tables'][number]>, more: Partial<BusinessResult> = {}): BusinessResult {
  return {
    ...{ report: 'bookingList', name: '入账明细 2026-10-14', params, titles: {}, span: null, current: 1, size: 50 },
    ...{ asOf: '2026-10-15 09:00:00', by: 'clerk', ...more },
    tables: [{ name: 'rows', columns: ['amount'], rows: [{ amount: '1.00' }], total: 1, totals: {}, ...table }],
  };
}
const counting = result({ isCounting: true });
const whole = result({ total: 2_620_000, totals: { amount: '9.00' } });

async function begun() {
  const app = await start({ at: `${path}?${search}` });
  const see = () => app.see((state) => figures.selectors.of(state, path))!;
  expect(app.last(url).call.query).toMatchObject({ ...params, report: 'bookingList', current: 1, totals: 'later' });
  await app.last(url).answer(counting);
  return { ...app, page: see };
}

it('shows its first rows before they are counted', async () => {
  const app = await begun();
  expect(app.page()).toMatchObject({ result: counting, isBusy: false });
  expect(app.last(url).call.query).not.toHaveProperty('totals');
  await app.last(url).answer(whole);
  expect(app.page().result).toEqual(whole);
  expect(app.calls(url)).toHaveLength(2);
});

it('keeps its rows where they cannot be counted, and says nothing of it', async () => {
  const app = await begun();
  await app.last(url).refuse(503, 'busy');
  expect(app.page()).toMatchObject({ result: counting, trouble: null });
  expect(app.slice('feedback').toasts).toEqual([]);
});

it('stays at the page that was asked for while the first was counted', async () => {
  const app = await begun();
  const count = app.last(url);
  app.do(figures.actions.run({ path, current: 2 }));
  expect(app.last(url).call.query).toMatchObject({ current: 2 });
  expect(app.last(url).call.query).not.toHaveProperty('totals');
  await count.answer(whole);
  expect(app.page()).toMatchObject({ result: counting, isBusy: true });
  const second = result({ total: 2_620_000 }, { current: 2 });
  await app.last(url).answer(second);
  expect(app.page()).toMatchObject({ result: second, current: 2, isBusy: false });
});
