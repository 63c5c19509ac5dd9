/** Figures of the console beside the lists that open when they are clicked. */
import { cents, yuan } from '../../contract/domain/money';
import { allModules, moduleNamed } from '../../contract/modules';
import { order, refundStates } from '../../contract/modules/lease/order';
import { paymentPlan, unpaid } from '../../contract/modules/lease/paymentPlan';
import { filtersOf } from '../../contract/schema/conditions';
import { type Module, type Page, viewList } from '../../contract/schema/module';
import { type ListQuery, listOf } from '../../contract/wire/figures';
import { type Waiting, type WaitingKind, waitingKinds, waitingUrl } from '../../contract/wire/waiting';
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
  const states: { businessStatus: number; count: number; totalAmount: string; refunds?: number }[] = ok(
    await client.get(order.url('summary')),
  );
  for (const { businessStatus, count, totalAmount } of states) {
    shown[`state ${businessStatus}`] = { count, totalAmount };
    const { total, sums } = await openList(client, listOf.state(businessStatus));
    listed[`state ${businessStatus}`] = { count: total, totalAmount: sums?.totalAmount };
  }
  shown.refunds = states.reduce((all, { refunds = 0 }) => all + refunds, 0);
  listed.refunds = await counted({ feature: order.name, search: `refundStatus=${refundStates.open}` });
  const due = ok(await client.get(paymentPlan.url('overview')));
  for (const view of ['today', 'overdue', 'week']) {
    shown[view] = due[`${view}Count`];
    listed[view] = await counted(viewList(paymentPlan, view, today));
  }
  for (const { date, due: count, dueAmount } of ok(
    await client.get(paymentPlan.url('calendar'), { month: today.slice(0, 7) }),
  )) {
    const search = String(new URLSearchParams({ ...unpaid, 'paymentDate.from': date, 'paymentDate.to': date }));
    const { total, sums } = await openList(client, { feature: paymentPlan.name, search });
    shown[date] = { count, amount: yuan(cents(dueAmount)) };
    listed[date] = { count: total, amount: yuan(cents(sums?.openAmount ?? '0')) };
  }
  const waiting = await waitingWithLists(client, today);
  shown.waiting = waiting.shown;
  listed.waiting = waiting.listed;
  return { shown, listed };
}
