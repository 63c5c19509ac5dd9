/** Writes of records that others have agreed to: `waiting` of a module's rules has asked them. */
import type { Module } from '../../../contract/schema/module';
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
    if (verb === 'remove') await removeRecords(cx, served, [id]);
    else if (verb === 'update') await writeRecord(cx, served, { body: { ...body, id } });
    else await writeRecord(cx, served, { body }, id);
  };
}
