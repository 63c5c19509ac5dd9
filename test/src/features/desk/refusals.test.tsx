/** Pages for people who may not see everything, as they are drawn. */
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { errorText } from '../../../../src/features/crud/errorText';
import { unexplained } from '../../../../src/sagas/request';
import { PageScreen } from '../../../../src/shell/frame/PageScreen';
import { route } from '../../../../src/store/navigation/route';
import { words as en } from '../../../../texts/en/words';
import { words as zh } from '../../../../texts/zh/words';
import { allMenus, type Started, start } from '../../../support/fakeWorld';
import { menusWithout } from '../../store/navigation/menus';

/** The first start compiles the whole console. */
jest.setTimeout(30_000);

const i18n = i18next.createInstance();
beforeAll(() =>
  i18n.use(initReactI18next).init({ lng: 'zh', resources: { zh: { translation: zh }, en: { translation: en } } }),
);

/** The page on screen. */
function drawn(app: Started): string {
  const place = app.see(route.selectors.place);
  if (!place) throw new Error('no page is on screen');
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Provider store={app.store}>
        <MemoryRouter>
          <PageScreen place={place} />
        </MemoryRouter>
      </Provider>
    </I18nextProvider>,
  );
}
function only(...kept: string[]) {
  return menusWithout(
    ...allMenus
      .flatMap(({ children }) => (children ?? []).map(({ code }) => code))
      .filter((code) => !kept.includes(code)),
  );
}

describe('the payment workbench', () => {
  it('without the payment plan asks nothing and names the missing menu', async () => {
    const app = await start({ at: '/lease/payments', menus: menusWithout('paymentPlan') });
    expect(app.waiting()).toEqual([]);
    expect(drawn(app)).toContain('您没有查看权限（paymentPlan）');
    expect(drawn(app)).not.toContain('skeleton');
  });
});

describe('the page of an order', () => {
  const held = { id: '7', version: 1, businessStatus: 6, contractCode: 'HT1', customerName: '望舒物流' };
  it('has no card for a part that may not be seen', async () => {
    const app = await start({ at: '/lease/order/detail/7', menus: only('order') });
    await app.last('/order/detail').answer(held);
    await app.last('/order/history').answer([]);
    const page = drawn(app);
    expect(page).not.toContain('没有权限查看');
    const { plan, contracts, pictures, history } = zh.orderPage;
    for (const title of [plan.title, contracts, pictures]) expect(page).not.toContain(`<h2>${title}`);
    expect(page).toContain(`<h2>${history}`);
    expect(page).not.toContain('重试');
    expect(app.toasts()).toEqual([]);
  });

  it.each(['detail/abc', 'edit/abc', 'edit/99999999999999999999'])('at %s is no such order', async (rest) => {
    const app = await start({ at: `/lease/order/${rest}` });
    expect(drawn(app)).toContain(zh.orderPage.notFound);
    expect(app.calls('/order/detail')).toEqual([]);
  });

  it('that is edited and unknown is no such order either', async () => {
    const app = await start({ at: '/lease/order/edit/7' });
    await app.last('/order/detail').refuse(404, '订单不存在');
    expect(drawn(app)).toContain(zh.orderPage.notFound);
    expect(drawn(app)).not.toContain('网络');
  });
});

it('a new order is refused without the permission to add one, and makes no request', async () => {
  const app = await start({ at: '/lease/order/new?customerId=5', permissions: ['order_edit'] });
  expect(app.calls('/customer/detail')).toEqual([]);
  expect(drawn(app)).toContain('您没有权限（order_add）');
});

describe('the welcome page', () => {
  it.each(['paymentPlan', 'fascContract'])('offers the only menu there is: %s', async (code) => {
    const app = await start({ at: '/wel/index', menus: only(code) });
    const name = allMenus.flatMap(({ children }) => children ?? []).find((menu) => menu.code === code)?.name ?? '?';
    expect(drawn(app)).toContain(name);
    expect(drawn(app)).not.toContain(zh.welcome.nothing);
  });

  it('says so when there is no menu at all', async () => {
    expect(drawn(await start({ at: '/wel/index', menus: [] }))).toContain(zh.welcome.nothing);
  });
});

it('a refusal without words is said in the person’s language, any other as it came', () => {
  expect(errorText(i18n.getFixedT('en'), unexplained)).toBe(en.request.unknown);
  expect(errorText(i18n.getFixedT('zh'), unexplained)).toBe(zh.request.unknown);
  expect(errorText(i18n.getFixedT('en'), '编号已存在')).toBe('编号已存在');
});
