/** One working day in small, answered the same way each time: what the tests of the whole console are played on. */
import { feature as customerFeature } from '../../src/features/lease/customer/customer';
import { feature as productFeature } from '../../src/features/lease/product';
import { signIn } from '../../src/store/auth/signIn';
import { choices } from '../../src/store/crud/choices';
import type { CrudSlice } from '../../src/store/crud/crud';
import { feedback } from '../../src/store/feedback';
import { route, tabs } from '../../src/store/navigation/route';
import { preferences } from '../../src/store/preferences';
import { session as sessionSlice } from '../../src/store/session';
import { quiet, type StartOptions, start } from './fakeWorld';

const product = (productFeature.slices[0] as CrudSlice).actions;
const customer = (customerFeature.slices[0] as CrudSlice).actions;
const { edit, submit } = signIn.actions;
const { signOut } = sessionSlice.actions;
const yes = feedback.actions.answered({ isSure: true, reason: '' });

/** Signs in, searches while answers overtake each other, saves, is refused, is cut off, removes, and leaves. */
export async function session(options: StartOptions = {}) {
  const app = await start({ signedIn: false, ...options });
  const go = (address: string) => {
    app.do(route.actions.go(address));
    return quiet();
  };
  app.do(edit({ name: 'username', value: 'li' }));
  app.do(edit({ name: 'password', value: 'hunter2' }));
  app.do(submit());
  await app.last('/oauth/token').answerRaw(200, {
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    expires_in: 3_750,
    user_id: '7',
    tenant_id: '000000',
    account: 'li',
    real_name: '李静',
  });
  await app.answerRights();

  await go('/lease/product');
  app.do(product.list({ filters: { productName: 'a' } }));
  app.do(product.list({ filters: { productName: 'ab' } }));
  const [, older, newer] = app.calls('/product/page');
  await newer!.answer({ records: [{ id: '1', productName: 'ab', status: 1 }], total: 1 });
  await older!.answer({ records: [], total: 0 });
  app.do(product.patch({ id: '1', change: { status: 0 } }));
  await app.last('/product/update').refuse(400, '产品已被订购');
  app.do(product.add({}));
  app.do(product.save());
  app.do(
    product.type({ productName: '月租宝', productCode: 'A1', deadline: 30, getType: 0, yearRate: '4.2', note: null }),
  );
  app.do(product.save());
  await app.last('/product/submit').cutOff();
  app.do(product.save());
  await app.last('/product/submit').answer({ id: '2' });
  await app.last('/product/page').answer({ records: [{ id: '2', productName: '月租宝', status: 1 }], total: '2' });
  app.do(product.pick({ rows: [{ id: '2' }], on: true }));
  app.do(product.remove(['2']));
  app.do(yes);
  await app.last('/product/remove').answer(true);
  await app.last('/product/page').answer(null);

  await go('/lease/customer');
  await app.last('/customer/list').answer({ records: [], total: 0 });
  app.do(customer.add({ realName: '王芳', tel: '13900001234' }));
  app.do(customer.type({ idNo: '110101199003070097' }));
  app.do(customer.save());
  await app.last('/customer/alike').answer([]);
  await app.last('/customer/submit').answer(true);
  await app.last('/customer/list').cutOff();
  await go('/lease/picture');
  app.do(choices.actions.find({ of: 'order', text: 'HT' }));
  await app.clock.advance(250);
  await app.last('/order/choices').answer({ records: [{ id: '9', title: 'HT2026' }] });
  app.do(preferences.actions.speak('en'));
  await quiet();
  app.do(tabs.actions.closeTab('/lease/customer'));
  await quiet();
  await app.last('/product/page').answerRaw(200, '<html>');
  await app.clock.advance(3_000_000);
  await app.last('/oauth/token').answerRaw(200, { access_token: 'access-2', refresh_token: 'refresh-2' });
  app.do(signOut());
  app.do(yes);
  await app.last('/oauth/logout').answer(null);
  return app;
}
