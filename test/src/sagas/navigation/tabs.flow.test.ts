/** Tabs in isolation: opening, closing, closing the others, and unsaved input. */
import { tabsSaga } from '../../../../src/sagas/navigation/tabs';
import { feedback } from '../../../../src/store/feedback';
import { leaves, menu } from '../../../../src/store/navigation/menu';
import { placeOf, route, tabs } from '../../../../src/store/navigation/route';
import { homePath } from '../../../../src/store/navigation/routes';
import { allMenus } from '../../../support/fakeWorld';
import { flow, signedIn, untilQuiet } from '../../../support/flow';

const { closeTab, closeShown, closeOthers, closeAll, showTab, closed, closedWithDraft, marked, pin } = tabs.actions;
const known = leaves(allMenus);
function at(address: string) {
  return route.actions.arrived(placeOf(address, known)!);
}
const [order, product, customer] = ['/lease/order', '/lease/product', '/lease/customer'] as const;
/** Three pages are open, the last one is shown. */
const open = [...signedIn(), menu.actions.menusReceived(allMenus), at(homePath), at(order), at(product), at(customer)];
function dirty(path: string) {
  return marked({ path, isDirty: true });
}
const sure = feedback.actions.answered({ isSure: true, reason: '' });
const unsure = feedback.actions.answered({ isSure: false, reason: '' });
const draft = feedback.actions.answered({ isSure: false, reason: '', isAlternative: true });
function left(state: any) {
  return state.tabs.list.map(({ path }: { path: string }) => path);
}

describe('a tab', () => {
  it('that is shown gives way to the one before it', async () => {
    const { plan } = flow(tabsSaga, { given: open });
    const { storeState } = await plan
      .put(closed(customer))
      .put(route.actions.go(product))
      .dispatch(closeShown())
      .run(untilQuiet);
    expect(left(storeState)).toEqual([homePath, order, product]);
  });

  it('that is not shown closes without a navigation', async () => {
    const { plan } = flow(tabsSaga, { given: open });
    await plan.put(closed(order)).not.put.actionType(route.actions.go.type).dispatch(closeTab(order)).run(untilQuiet);
  });

  it('home stays', async () => {
    const { plan } = flow(tabsSaga, { given: open });
    await plan.not.put(closed(homePath)).dispatch(closeTab(homePath)).run(untilQuiet);
  });

  it.each([
    ['is lost', sure, closed(customer)],
    ['waits as a draft', draft, closedWithDraft(customer)],
  ])('with input that is not saved asks, and the input %s as was said', async (_what, answer, outcome) => {
    const { plan } = flow(tabsSaga, { given: [...open, dirty(customer)] });
    await plan.put
      .actionType(feedback.actions.asked.type)
      .put(outcome)
      .put(route.actions.go(product))
      .dispatch(closeTab(customer))
      .dispatch(answer)
      .run(untilQuiet);
  });

  it('with input that is not saved stays for a no', async () => {
    const { plan } = flow(tabsSaga, { given: [...open, dirty(customer)] });
    const { storeState } = await plan.not
      .put(closed(customer))
      .dispatch(closeTab(customer))
      .dispatch(unsure)
      .run(untilQuiet);
    expect(left(storeState)).toContain(customer);
  });

  it('is shown by its number, and there is none after the last', async () => {
    const { plan } = flow(tabsSaga, { given: open });
    await plan.put(route.actions.go(order)).dispatch(showTab(2)).run(untilQuiet);
    const { plan: none } = flow(tabsSaga, { given: open });
    await none.not.put.actionType(route.actions.go.type).dispatch(showTab(5)).run(untilQuiet);
  });
});

describe('closing the others', () => {
  it('leaves what is pinned and what would be lost, without a question', async () => {
    const given = [...open, at('/lease/picture'), dirty(product), pin({ path: customer, isPinned: true })];
    const { plan } = flow(tabsSaga, { given });
    const { storeState } = await plan.not.put
      .actionType(feedback.actions.asked.type)
      .put(route.actions.go(order))
      .dispatch(closeOthers(order))
      .run(untilQuiet);
    expect(left(storeState)).toEqual([homePath, customer, order, product]);
  });

  it('all of them asks once for all input, and leads home', async () => {
    const { plan } = flow(tabsSaga, { given: [...open, dirty(product)] });
    const { storeState } = await plan
      .put(closedWithDraft(product))
      .put(route.actions.go(homePath))
      .dispatch(closeAll())
      .dispatch(draft)
      .run(untilQuiet);
    expect(left(storeState)).toEqual([homePath]);
    expect(storeState.tabs.drafts).toHaveLength(1);
  });
});
