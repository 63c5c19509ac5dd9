/** Drafts are made from versions, released once others agree, and withdrawn. */
import {
  type ContractTemplate,
  contractTemplate,
  templateStates,
} from '../../../contract/modules/esign/contractTemplate';
import { product } from '../../../contract/modules/lease/product';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { versionName } from './first';
import { templateRule } from './versions';

/** The next number of a template and its name. Removed drafts keep their numbers. */
export async function nextVersion(
  cx: Context,
  { type, productId }: Pick<ContractTemplate, 'type' | 'productId'>,
): Promise<Pick<ContractTemplate, 'versionNo' | 'templateName'>> {
  await cx.exclusive(templateRule);
  const { last } = await cx.trx
    .selectFrom('contract_template')
    .select(({ fn }) => fn.max('version_no').as('last'))
    .where('tenant_id', '=', cx.tenantId)
    .where('type', '=', type)
    .where('product_id', productId ? '=' : 'is', productId || null)
    .executeTakeFirstOrThrow();
  const versionNo = (last ?? 0) + 1;
  const [goods] = productId ? await cx.rows(product).find({ id: productId }) : [];
  return { versionNo, templateName: versionName(type, goods?.productName, versionNo) };
}

/** Copies a version into a draft of the same template. */
export async function revise(cx: Context, row: ContractTemplate): Promise<void> {
  const { type, productId, wording } = row;
  const effectiveDate = [row.effectiveDate, cx.today].sort()[1]!;
  const numbered = await nextVersion(cx, { type, productId });
  await cx
    .rows(contractTemplate)
    .insert({ type, productId, wording, effectiveDate, ...numbered, state: templateStates.draft });
}

/** Releases a locked draft; one whose day has passed holds from today. */
export async function release(cx: Context, row: ContractTemplate): Promise<void> {
  if (row.state !== templateStates.draft) refuse('template.fixed');
  const { label } = contractTemplate.fields.effectiveDate;
  const isHeld = await cx.approvals.hold({
    act: 'templateRelease',
    module: contractTemplate,
    row,
    input: {},
    amount: null,
    changes: [{ label, before: null, after: row.effectiveDate }],
  });
  if (isHeld) return;
  await cx.exclusive(templateRule);
  const change = {
    state: templateStates.inForce,
    effectiveDate: [row.effectiveDate, cx.today].sort()[1]!,
    releasedBy: cx.principal?.realName ?? cx.actor,
    releasedTime: cx.time,
  };
  await cx.rows(contractTemplate).update(row, change, { action: 'release' });
}

/** Withdraws a locked version, so that the one before it holds again. */
export async function withdraw(cx: Context, row: ContractTemplate, reason: string): Promise<void> {
  if (row.state !== templateStates.inForce) refuse('action.notOffered');
  await cx.exclusive(templateRule);
  const others = await cx.rows(contractTemplate).find({ type: row.type, state: templateStates.inForce });
  const isGeneral = (one: ContractTemplate) => !one.productId && one.effectiveDate <= cx.today;
  if (isGeneral(row) && !others.some((one) => one.id !== row.id && isGeneral(one))) refuse('template.lastOne');
  await cx
    .rows(contractTemplate)
    .update(row, { state: templateStates.withdrawn, reason }, { action: 'withdraw', reason });
}

export function isDraft({ state }: Pick<ContractTemplate, 'state'>): boolean {
  return state === templateStates.draft;
}
