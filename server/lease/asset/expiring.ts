/** Insurance policies and registrations of lease objects that end soon: each end is pointed out once. */
import { sql } from 'kysely';
import { addDays } from '../../../contract/domain/calendar';
import { cancelled, settled, terminated } from '../../../contract/domain/lifecycle/orderStates';
import { filledIn, type Label, label, textIn } from '../../../contract/domain/text';
import { asset, expiryDays } from '../../../contract/modules/lease/asset';
import { readersOf } from '../../auth/readers';
import { saidTo } from '../../engine/called';
import { notify } from '../../engine/inbox/notify';
import { holdingRoles } from '../../engine/rights/heldMenus';
import type { Context } from '../../kernel/context';
import { Told } from '../../kernel/errors';

/** Objects of one run; the next run goes on with the others. */
const mostObjects = 500;
/** People who are told at once. */
const mostPeople = 1000;

const ends = [
  { until: 'insured_until', field: 'insuredUntil', told: 'insured_told', name: label('保险', 'Insurance') },
  {
    until: 'registered_until',
    field: 'registeredUntil',
    told: 'registered_told',
    name: label('中登网登记', 'Registration'),
  },
] as const;

const words = {
  title: {
    ahead: label('租赁物{name}将于 {date} 到期', '{name} of a lease object ends on {date}'),
    past: label('租赁物{name}已于 {date} 到期', '{name} of a lease object ended on {date}'),
  },
  content: label('{object}（{serial}），订单 {order}。', '{object} ({serial}), order {order}.'),
} satisfies { title: Record<string, Label>; content: Label };

interface Ending {
  id: string;
  object: string;
  serial: string;
  contractCode: string | null;
  customerName: string | null;
  date: string;
}

/** Objects in use of orders that have not ended, whose policy or registration ends within the days and was not told of. */
async function endingSoon(cx: Context, { until, told }: (typeof ends)[number]): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select a.id, a.asset_name as object, a.serial_no as serial, o.contract_code as "contractCode", o.customer_name as "customerName",
           ${sql.ref(`a.${until}`)} as date
    from lease_asset a join lease_order o on o.tenant_id = a.tenant_id and o.id = a.order_id
    where a.tenant_id = ${cx.tenantId} and a.is_deleted = 0 and a.state <> 4
      and o.is_deleted = 0 and o.business_status not in (${settled}, ${terminated}, ${cancelled})
      and ${sql.ref(`a.${until}`)} <= ${addDays(cx.today, expiryDays)}
      and ${sql.ref(`a.${told}`)} is distinct from ${sql.ref(`a.${until}`)}
    order by ${sql.ref(`a.${until}`)}, a.id limit ${mostObjects}`.execute(cx.trx);
  return rows;
}

/** Those who may see lease objects. Which of them sees a message is decided by their data scopes when it is read. */
async function holders({ tenantId, trx }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from sys_user u where u.tenant_id = ${tenantId} and u.is_deleted = 0 and u.status = 1
      and u.role_ids && ${holdingRoles(tenantId, [asset.name])}
    order by u.id limit ${mostPeople}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** What a person is told of an end. */
async function wordsFor(cx: Context, end: (typeof ends)[number], of: Ending) {
  const told = (values: Record<string, string | null>) => saidTo(cx, new Told({ module: asset, ids: [of.id], values }));
  const date = await told({ [end.field]: of.date });
  const facts = {
    object: await told({ assetName: of.object }),
    serial: await told({ serialNo: of.serial }),
    order: await told({ contractCode: of.contractCode, customerName: of.customerName }),
  };
  const title = words.title[of.date < cx.today ? 'past' : 'ahead'];
  return (language: string) => ({
    title: filledIn(textIn(title, language), { name: textIn(end.name, language), date }),
    content: filledIn(textIn(words.content, language), facts),
  });
}

/** Puts a message about each end into the inbox of those who see lease objects; answers how many. */
export async function tellEnding(cx: Context): Promise<number> {
  const readers = await readersOf(cx, await holders(cx));
  if (readers.length === 0) return 0;
  let count = 0;
  for (const end of ends)
    for (const { id, ...ending } of await endingSoon(cx, end)) {
      for (const { userIds: told, cx: theirs } of readers) {
        if ((await theirs.rows(asset).get(id)) === undefined) continue;
        const said = await wordsFor(theirs, end, { id, ...ending });
        await notify(cx.trx, cx.deps, {
          tenantId: cx.tenantId,
          kind: 'message',
          audience: 'chosen',
          deptIds: [],
          roleIds: [],
          userIds: told,
          ...said('zh'),
          words: { en: said('en') },
          subject: asset.name,
          subjectId: id,
        });
      }
      const { date } = ending;
      await sql`
        update lease_asset set ${sql.ref(end.told)} = ${date} where tenant_id = ${cx.tenantId} and id = ${id}`.execute(
        cx.trx,
      );
      count += 1;
    }
  return count;
}
