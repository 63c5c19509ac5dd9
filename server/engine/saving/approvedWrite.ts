/** Writes of records that others have agreed to: `waiting` of a module's rules has asked them. */
import type { Label } from '../../../contract/domain/text';
import { platformTenant } from '../../../contract/modules/system/tenant';
import { maskOf } from '../../../contract/schema/mask';
import type { Module } from '../../../contract/schema/module';
import type { Deed } from '../../kernel/context';
import { bind } from '../../kernel/database';
import { refuse } from '../../kernel/errors';
import { removeRecords } from '../removal';
import { type ApprovedDeed, servedIn } from '../serverModule';
import { writeRecord } from './saving';

/** The write as it was asked for, with all rules, by a person who still has the right to it. */
export function approvedWrite({ name }: Pick<Module, 'name'>): ApprovedDeed {
  return async (cx, { id, input }) => {
    const served = servedIn(cx, name) ?? refuse('bug');
    const { verb, body } = input as { verb: 'add' | 'update' | 'remove'; body: Record<string, unknown> };
    if (!(await cx.may(served.module.permission(verb)))) refuse('approval.makerGone');
    // The call of the person who agrees writes no tables of the platform by itself.
    const isPlatforms = served.module.scope === 'platform';
    if (isPlatforms && cx.tenantId !== platformTenant) refuse('approval.makerGone');
    if (isPlatforms) await bind(cx.trx, { platform: 'on' });
    if (verb === 'remove') await removeRecords(cx, served, [id]);
    else if (verb === 'update') await writeRecord(cx, served, { body: { ...body, id } });
    else await writeRecord(cx, served, { body }, id);
    if (isPlatforms) await bind(cx.trx, { platform: '' });
  };
}

/** A value as those who decide read it. */
function shown({ fields }: Pick<Module, 'fields'>, of: object | undefined, name: string): Label | string | null {
  const field = fields[name]!;
  const value = (of as Record<string, unknown> | undefined)?.[name];
  if (value === undefined || value === null || value === '') return null;
  if (field.choices) return field.choices[String(value)] ?? String(value);
  return String(maskOf(field, value));
}

/** Those of the fields that a write changes, as those who decide read them. Masked numbers of two accounts may read alike. */
export function decidedChanges(
  module: Pick<Module, 'fields'>,
  names: readonly string[],
  { before, next }: { before: object | undefined; next: object | undefined },
): Deed['changes'] {
  const valueIn = (of: object | undefined, name: string) => (of as Record<string, unknown> | undefined)?.[name] ?? null;
  return names
    .filter((name) => valueIn(before, name) !== valueIn(next, name))
    .map((name) => ({
      label: module.fields[name]!.label,
      before: shown(module, before, name),
      after: shown(module, next, name),
    }));
}
