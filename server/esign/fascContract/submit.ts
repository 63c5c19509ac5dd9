/**
 * `submit` of contracts, as clients of the family call it. Contracts are made by the system and changed by signing, so
 * nothing that is printed, sent or signed is typed: of a stored contract the responsible department alone is changed,
 * and a client may post the whole row back as it was answered. Anything else is refused and nothing is written.
 */
import { textIn } from '../../../contract/domain/text';
import { type FascContract, fascContract } from '../../../contract/modules/esign/fascContract';
import { dept } from '../../../contract/modules/system/dept';
import type { Module } from '../../../contract/schema/module';
import { schemasOf } from '../../engine/callSchemas';
import { checkVersion, meant } from '../../engine/saving/saving';
import { type Call, type CallRequest, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { isStoredId } from '../../kernel/ids';

/** Made for each answer, or for each reader. */
const unstored: readonly string[] = ['loanUrl', 'previewUrl', 'previewHidden', 'progress', 'signTaskStatus'];
const changeable = 'businessDeptId';

function plain(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

async function submit(
  cx: Context,
  { body }: Pick<CallRequest, 'body'>,
  shown: (row: FascContract) => Promise<object>,
): Promise<FascContract> {
  const { id } = meant(body);
  if (!id) return refuse('contract.submitNew');
  const [row] = isStoredId(id) ? await cx.rows(fascContract).lock([id]) : [];
  if (!row) return refuse('notYours');
  // As a reader gets it, with the names of its customer and order.
  const known = (await shown((await cx.rows(fascContract).get(id)) ?? refuse('notYours'))) as Record<string, unknown>;
  for (const [name, field] of Object.entries(fascContract.fields)) {
    if (name === changeable || unstored.includes(name) || !(name in body)) continue;
    if (plain(body[name]) !== plain(known[name]))
      refuse('contract.notTyped', { name: textIn(field.label, cx.language) });
  }
  if (!(changeable in body)) return row;
  checkVersion(fascContract, row, body);
  const next = plain(body[changeable]) || null;
  if (next === row.businessDeptId) return row;
  if (next !== null && !(isStoredId(next) && (await cx.rows(dept).hold(next))))
    throw new Refusal('reference', {}, { [changeable]: 'reference' });
  return cx.rows(fascContract).update(row, { [changeable]: next }, {});
}

export function submitCall(shown: (cx: Context, row: FascContract) => Promise<object>): Call {
  const { record, draft } = schemasOf(fascContract as unknown as Module);
  return defineCall({
    method: 'POST',
    path: fascContract.url('add'),
    title: ['修改合同的业务部门', 'Change the department of a contract'],
    describes: { body: draft },
    answer: record,
    permission: 'order_contract',
    async handle(cx, asked) {
      const { id } = await submit(cx, asked, (row) => shown(cx, row));
      return shown(cx, (await cx.rows(fascContract).get(id))!);
    },
  });
}
