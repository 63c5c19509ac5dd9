import { sql } from 'kysely';
import { scopedModules } from '../../contract/modules';
import { dataScope, scopeTypes } from '../../contract/modules/system/dataScope';
import { NotARule, readRule } from '../../contract/schema/scopeRule';
import { refuseLoosening } from '../auth/bounds';
import { refuseHeld } from '../auth/rights';
import { defineServerModule } from '../engine/serverModule';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { columnOf, type Table } from '../kernel/table';

/** Fields that no module declares and every row has. */
const everyRow = ['createUser', 'createDept', 'createTime', 'updateTime'];

async function columnsOf({ trx }: Context, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(
    trx,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Names of the fields in a rule. */
function fieldsIn(rule: ReturnType<typeof readRule>): string[] {
  return 'field' in rule ? [rule.field] : ('all' in rule ? rule.all : rule.any).flatMap(fieldsIn);
}

async function checkColumns(cx: Context, served: Table, names: string[]): Promise<void> {
  const stored = await columnsOf(cx, served.table);
  const isKnown = (name: string) => Object.hasOwn(served.module.fields, name) || everyRow.includes(name);
  if (names.some((name) => !isKnown(name) || !stored.has(columnOf(served, name)))) refuse('scope.noSuchColumn');
}

export default defineServerModule(dataScope, {
  table: 'sys_data_scope',
  unstored: ['menuName'],
  unique: [['resourceCode']],

  async saving(next, cx, before) {
    if (before) await refuseLoosening(cx, before);
    const served = cx.tableOf(next.scopeClass);
    if (!served || !Object.hasOwn(scopedModules, next.scopeClass)) return refuse('scope.noSuchModule');
    if (next.scopeColumn) await checkColumns(cx, served, [next.scopeColumn]);
    if (next.scopeField.trim() !== '*')
      for (const name of next.scopeField.split(','))
        if (!Object.hasOwn(served.module.fields, name.trim())) refuse('scope.noSuchColumn');
    if (Number(next.scopeType) !== scopeTypes.custom) return { scopeValue: null };
    try {
      await checkColumns(cx, served, fieldsIn(readRule(next.scopeValue ?? '', served.module)));
    } catch (error) {
      if (error instanceof NotARule) refuse('scope.badRule', { problem: error.message });
      throw error;
    }
    return undefined;
  },

  async removing(doomed, cx) {
    await refuseHeld(cx, 1, doomed);
  },
});
