/** The figures of the business: their request, their display, and where each leads. */
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { addMonths } from '../../../../../contract/domain/calendar';
import type { Dashboard, PlanSide } from '../../../../../contract/wire/figures';
import { dashboard } from '../../../../../src/features/lease/dashboard/dashboardSlice';
import { PageScreen } from '../../../../../src/shell/frame/PageScreen';
import { route } from '../../../../../src/store/navigation/route';
import { words as zh } from '../../../../../texts/zh/words';
import { quiet, type Started, start } from '../../../../support/fakeWorld';

void i18next.use(initReactI18next).init({
  lng: 'zh',
  resources: { zh: { translation: zh } },
  interpolation: { escapeValue: false },
});

const url = '/blade-desk/dashboard';
const figures: Dashboard = {
  today: '2026-01-05',
  asOf: '2026-01-05 10:00:00',
  orders: {
    sides: [
      {
        direction: 1,
        onLease: { count: 1084, amount: '264100000.00', before: '258000000.00', change: '2.36' },
        states: [{ status: 6, count: 1084, amount: '264100000.00' }],
        products: [{ name: '设备通 365', count: 500, amount: '100000000.00', share: '37.9' }],
        otherProducts: null,
      },
    ],
    vouchers: { count: 8, since: '2026-01-04 06:00:00' },
  },
  plan: {
    sides: [
      {
        direction: 1,
        today: { count: 17, amount: '894232.91' },
        due: [
          { days: 7, count: 72, amount: '3202324.61', principal: '0.00', today: 17 },
          { days: 30, count: 214, amount: '9846310.42', principal: '5400000.00', today: 17 },
        ],
        overdue: { count: 7, amount: '187200.00', longestDays: 34 },
        cash: Array.from({ length: 24 }, (_, at) => ({
          month: addMonths('2025-01-01', at).slice(0, 7),
          rent: '1200000.00',
          principal: '2860000.00',
        })),
        ages: [{ key: 'notDue', count: 300, amount: '9846310.42' }],
        maturing: [{ month: '2026-01', count: 4, principal: '2850000.00' }],
      },
    ],
  },
  cards: [
    { module: 'fascContract', name: 'expired', count: 4 },
    { module: 'fascContract', name: 'refused', count: 7 },
  ],
  contracts: {
    waiting: { count: 26, long: 5 },
    funnel: { sent: 186, signed: 149, waiting: 26, refused: 7, expired: 4, annulled: 0 },
  },
};
function at() {
  return start({ at: '/wel/dashboard' });
}
function drawn(app: Started) {
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18next}>
      <Provider store={app.store}>
        <MemoryRouter>
          <PageScreen place={app.see(route.selectors.place)!} />
        </MemoryRouter>
      </Provider>
    </I18nextProvider>,
  );
}

describe('the dashboard', () => {
  it('shows every figure with its list behind a button', async () => {
    const app = await at();
    await app.last(url).answer(figures);
    const page = drawn(app);
    for (const word of ['264,100,000.00', '1084 单 · 较上月末 +2.36%', '187,200.00', '7 笔 · 最长 34 天', '26 份'])
      expect(page).toContain(word);
    expect(page).toContain('2026-01：合计 4,060,000.00 元，月租 1,200,000.00 元，本金 2,860,000.00 元');
    expect(page).toContain('履约中：1084 单，本金 264,100,000.00 元');
  });

  it('shows what is due beside what is owed, each with a list of its own, and never their sum', async () => {
    const app = await at();
    const [pays] = figures.plan!.sides as [PlanSide];
    const collects: PlanSide = {
      ...pays,
      direction: 2,
      overdue: { count: 3, amount: '12800.00', longestDays: 12 },
      ages: [{ key: 'notDue', count: 900, amount: '55000000.00' }],
    };
    await app.last(url).answer({ ...figures, plan: { sides: [pays, collects] } });
    const page = drawn(app);
    expect(page.indexOf('>12,800.00<')).toBeGreaterThan(0);
    expect(page.indexOf('>187,200.00<')).toBeGreaterThan(page.indexOf('>12,800.00<')); // the larger side first
    expect(page.includes('>200,000.00<')).toBe(false);
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
    for (const direction of [1, 2])
      expect(links.filter((href) => href.includes(`direction=${direction}&paymentDate.to=2026-01-04`))).toHaveLength(1);
    expect(page).toContain('按月现金流 · 应收');
    // Tiles of one figure have a row of their own, where they are not half empty.
    const groups = page.split('<section').filter((part) => /^[^>]*aria-label="(关键|其他)指标"/.test(part));
    expect(groups.map((part) => part.includes('26 份'))).toEqual([false, true]);
    app.do(dashboard.actions.choose({ side: 1 }));
    expect(drawn(app)).toContain('按月现金流 · 应付');
  });

  it('shows the cash flow of 6, 12 or 24 months, as a chart or as a table of the same figures', async () => {
    const app = await at();
    await app.last(url).answer(figures);
    const months = () => new Set(drawn(app).match(/20\d\d-\d\d：合计/g)).size;
    expect(months()).toBe(12);
    app.do(dashboard.actions.choose({ months: 24 }));
    expect(months()).toBe(24);
    app.do(dashboard.actions.choose({ months: 6, view: 'table' }));
    expect(months()).toBe(0);
    expect(drawn(app).match(/4,060,000\.00/g)).toHaveLength(6);
    app.do({ type: 'dashboard/load' });
    await app.last(url).answer(figures);
    expect(drawn(app).match(/4,060,000\.00/g)).toHaveLength(6); // the choice outlives a reload
  });

  it('shows neither tasks nor declared amounts that are zero', async () => {
    const app = await at();
    await app.last(url).answer({
      ...figures,
      cards: [
        { module: 'fascContract', name: 'expired', count: 0 },
        { module: 'fascContract', name: 'refused', count: 7 },
        { module: 'order', name: 'refunds', count: 0, amount: '0.00' },
      ],
    });
    const page = drawn(app);
    expect(page).toContain('客户拒签');
    for (const absent of ['签约链接已过期', '待退款']) expect(page).not.toContain(absent);
  });

  it('shows only what the person may list', async () => {
    const app = await at();
    await app
      .last(url)
      .answer({ today: figures.today, asOf: figures.asOf, contracts: figures.contracts, cards: figures.cards });
    const page = drawn(app);
    expect(page).toContain(zh.dashboard.waiting);
    for (const absent of [zh.dashboard.onLease, zh.dashboard.cash, zh.dashboard.products, zh.dashboard.ages])
      expect(page).not.toContain(absent);
  });

  it('keeps the old figures when a second look is not answered, and offers another when there are none', async () => {
    const app = await at();
    await app.last(url).cutOff();
    expect(app.toasts()).toEqual([]);
    expect(drawn(app)).toContain(zh.frame.retry);
    app.do({ type: 'dashboard/load' });
    await app.last(url).answer(figures);
    app.do({ type: 'dashboard/load' });
    await app.last(url).cutOff();
    expect(drawn(app)).toContain('264,100,000.00');
  });
});

describe('a list that a figure led to', () => {
  it('shows the conditions that its search panel has no field for', async () => {
    const app = await start({ at: '/lease/order?businessStatus_ge=6&businessStatus_notequal=8' });
    await quiet();
    expect(app.last('/order/page').call.query).toMatchObject({
      businessStatus_ge: '6',
      businessStatus_notequal: '8',
    });
    const page = drawn(app);
    expect(page).toContain('≥ 履约中');
    expect(page).toContain('≠ 已结清');
  });
});
