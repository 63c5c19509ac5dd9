/** Versions of templates: which one a new contract is made from, and what one says. */

import { sql } from 'kysely';
import { isContractKind } from '../../../contract/domain/contractKinds';
import { entryText } from '../../../contract/domain/dictionaries';
import { textIn } from '../../../contract/domain/text';
import { mergeField } from '../../../contract/domain/wording/mergeFields';
import {
  placeText,
  textsOf,
  type Wording,
  wordingFault,
  wordingLimits,
  wordingOf,
} from '../../../contract/domain/wording/wording';
import { templateStates } from '../../../contract/modules/esign/contractTemplate';
import type { Context } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { unprintable } from '../../kernel/paper/unprintable';
import type { ContractDoc } from '../wording/doc';
import { missingFields } from '../wording/filling';

/** Changes of versions and what a new contract is made from exclude each other. */
export const templateRule = 'contract templates';

/** The id of the version that a contract of an order is made from today: that of its product goes before the general one. */
export async function versionFor(cx: Context, type: number, productId: string | null | undefined): Promise<string> {
  const found = await cx.trx
    .selectFrom('contract_template')
    .select('id')
    .where('tenant_id', '=', cx.tenantId)
    .where('type', '=', type)
    .where('is_deleted', '=', 0)
    .where('state', '=', templateStates.inForce)
    .where('effective_date', '<=', cx.today)
    .where(({ eb, or }) => or([eb('product_id', 'is', null), eb('product_id', '=', productId ?? '0')]))
    .orderBy(sql`product_id is null`)
    .orderBy('effective_date', 'desc')
    .orderBy('version_no', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ? String(found.id) : refuse('template.none', { type: entryText('contract_type', type, cx.language) });
}

/** What a version says; undefined for a contract from before there were templates, which has the shipped wording. */
export async function wordingOfVersion(
  { trx, tenantId }: Pick<Context, 'trx' | 'tenantId'>,
  id: string | null | undefined,
): Promise<Wording | undefined> {
  if (!id) return undefined;
  const { wording } = await trx
    .selectFrom('contract_template')
    .select('wording')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return wordingOf(wording);
}

/** The stored terms of a contract with the wording that it was made from. */
export async function worded(
  cx: Pick<Context, 'trx' | 'tenantId'>,
  { doc, templateId }: { doc: ContractDoc; templateId: string | null },
): Promise<ContractDoc> {
  const wording = await wordingOfVersion(cx, templateId);
  return wording ? { ...doc, wording } : doc;
}

/** What contracts of a type say today where their product has no template of its own, as JSON. */
export async function wordingInForce(cx: Context, type: number): Promise<string> {
  return JSON.stringify(isContractKind(type) ? await wordingOfVersion(cx, await versionFor(cx, type, null)) : null);
}

/** Refuses a contract whose wording has a merge field that it has no value for. */
export function refuseMissing(cx: Context, doc: ContractDoc): void {
  const [missing] = missingFields(doc);
  if (missing) refuse('template.missingValue', { field: textIn(mergeField(missing).title, cx.language) });
}

/** A draft of a wording as it is stored. Refuses what no contract can be printed from. */
export async function judgedWording(cx: Context, type: number, json: string): Promise<string> {
  if (!isContractKind(type)) throw new Refusal('template.badType', {}, { type: 'invalid' });
  const value: unknown = JSON.parse(json);
  const fault = wordingFault(type, value);
  if (fault) {
    const { problem, place, name = '' } = fault;
    const code = `template.wording${problem[0]!.toUpperCase()}${problem.slice(1)}` as 'template.wordingShape';
    const said = { place: place ? textIn(placeText(place), cx.language) : '', name: name.slice(0, 60) };
    const { clauses, items } = wordingLimits;
    throw new Refusal(code, { ...said, clauses, items, example: '{{customerName}}' }, { wording: 'invalid' });
  }
  const wording = wordingOf(value)!;
  const strange = await unprintable(
    textsOf(wording)
      .map(({ text }) => text)
      .join(''),
  );
  if (strange.length > 0)
    throw new Refusal('template.unprintable', { characters: strange.join(' ') }, { wording: 'invalid' });
  return JSON.stringify(wording);
}
