/** Figures of the console beside the lists that open when they are clicked. */
import { directions } from '../../contract/domain/lifecycle/direction';
import { cents, yuan } from '../../contract/domain/money';
import { allModules, moduleNamed } from '../../contract/modules';
import { order, refundStates } from '../../contract/modules/lease/order';
import { paymentPlan, unpaid } from '../../contract/modules/lease/paymentPlan';
import { filtersOf } from '../../contract/schema/conditions';
import { type Module, type Page, viewList } from '../../contract/schema/module';
import type { ListQuery } from '../../contract/wire/figures';
import { sideList } from '../../contract/wire/lease/payments';
import { type Waiting, type WaitingKind, waitingKinds, waitingUrl } from '../../contract/wire/waiting';
import { sideOf } from './payments';
import { type Client, ok } from './server';

/** The list as the console asks for it when it is opened at that address. */
export async function openList(client: Client, { feature, search }: ListQuery): Promise<Page> {
  const module = moduleNamed(feature)!;
  const query = filtersOf(module as never, Object.fromEntries(new URLSearchParams(search)));
  return ok(await client.get(module.url('list'), { ...query, size: 200 }));
}

/** How much of each kind waits for a person, and what the lists have that the counts lead to. */
export async function waitingWithLists(client: Client, today: string) {
  const kinds: Waiting[] = ok(await client.get(waitingUrl));
  const shown = Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])) as Partial<
    Record<WaitingKind, number>
  >;
  const listed: typeof shown = {};
  for (const { kind } of kinds) {
    const { module, view } = waitingKinds[kind];
    listed[kind] = (await openList(client, viewList(moduleNamed(module)!, view, today))).total;
  }
  return { kinds, shown, listed };
}

interface OrdersInState {
  businessStatus: number;
  count: number;
  sides: { direction: number; count: number; totalAmount: string }[];
  refunds?: number;
}
/** Figures by name: as they are shown, and as the lists behind them have them. */
interface Compared {
  shown: Record<string, unknown>;
  listed: Record<string, unknown>;
}

/** Those of the home page, of the views above all lists, and of each day of the workbench's month. */
export async function comparedWithLists(client: Client, today: string): Promise<Compared> {
  const shown: Compared['shown'] = {};
  const listed: Compared['listed'] = {};
  const counted = async (query: ListQuery) => (await openList(client, query)).total;
  for (const module of allModules.filter(({ views }) => views) as Module[]) {
    shown[module.name] = ok(await client.get(module.url('views')));
    const counts: Record<string, number> = {};
    for (const view of Object.keys(module.views!)) counts[view] = await counted(viewList(module, view, today));
    listed[module.name] = counts;
  }
  const states: OrdersInState[] = ok(await client.get(order.url('summary')));
  for (const { businessStatus, count, sides } of states) {
    shown[`state ${businessStatus}`] = count;
    listed[`state ${businessStatus}`] = await counted({
      feature: order.name,
      search: `businessStatus=${businessStatus}`,
    });
    for (const { direction, count, totalAmount } of sides) {
      const name = `state ${businessStatus} ${direction}`;
      const search = `businessStatus=${businessStatus}&direction=${direction}`;
      const { total, sums } = await openList(client, { feature: order.name, search });
      shown[name] = { count, totalAmount };
      listed[name] = { count: total, totalAmount: sums?.totalAmount };
    }
  }
  shown.refunds = states.reduce((all, { refunds = 0 }) => all + refunds, 0);
  listed.refunds = await counted({ feature: order.name, search: `refundStatus=${refundStates.open}` });
  for (const direction of Object.values(directions)) {
    const side = await sideOf(client, direction);
    for (const view of ['today', 'overdue', 'week'] as const) {
      const name = `${view} ${direction}`;
      const { total, sums } = await openList(client, sideList(view, direction, today));
      shown[name] = { count: side[`${view}Count`], amount: yuan(cents(side[`${view}Amount`])) };
      listed[name] = { count: total, amount: yuan(cents(sums?.openAmount ?? '0')) };
    }
  }
  for (const { date, direction, due: count, dueAmount } of ok(
    await client.get(paymentPlan.url('calendar'), { month: today.slice(0, 7) }),
  )) {
    const days = { 'paymentDate.from': date, 'paymentDate.to': date };
    const search = String(new URLSearchParams({ ...unpaid, ...days, direction }));
    const { total, sums } = await openList(client, { feature: paymentPlan.name, search });
    shown[`${date} ${direction}`] = { count, amount: yuan(cents(dueAmount)) };
    listed[`${date} ${direction}`] = { count: total, amount: yuan(cents(sums?.openAmount ?? '0')) };
  }
  const waiting = await waitingWithLists(client, today);
  shown.waiting = waiting.shown;
  listed.waiting = waiting.listed;
  return { shown, listed };
}
