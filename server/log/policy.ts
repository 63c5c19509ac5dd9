/** Parameters of the logs, as the platform has set them. */
import { knownParams, logDaysIn } from '../../contract/modules/system/param';
import type { Database } from '../kernel/database';
import type { LogPolicy } from '../kernel/ports';
import type { LogTable } from './rows';

type Key = Extract<keyof typeof knownParams, `log.${string}`>;

/** A whole number within bounds; anything else counts as the default. */
function numberOf(key: Key, text: string | undefined, most: number): number {
  const value = text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number(knownParams[key]);
  return Math.min(value, most);
}

async function read(db: Database, keys: readonly Key[]): Promise<Map<string, string>> {
  const rows = await db.kysely
    .selectFrom('sys_param')
    .select(['param_key', 'param_value'])
    .where('param_key', 'in', [...keys])
    .where('is_deleted', '=', 0)
    .execute();
  return new Map(rows.map(({ param_key, param_value }) => [param_key, param_value]));
}

function policyFrom(set: ReadonlyMap<string, string>): LogPolicy {
  return {
    readPercent: numberOf('log.api.readPercent', set.get('log.api.readPercent'), 100),
    slowMs: numberOf('log.api.slowMs', set.get('log.api.slowMs'), 999_999_999),
  };
}
export const usualPolicy: LogPolicy = policyFrom(new Map());

export async function readPolicy(db: Database): Promise<LogPolicy> {
  return policyFrom(await read(db, ['log.api.readPercent', 'log.api.slowMs']));
}

const dayKeys = {
  usual_log: 'log.usual.days',
  api_log: 'log.api.days',
  error_log: 'log.error.days',
} as const satisfies Record<LogTable, Key>;

/** Days for which the rows of each log are stored, at least one. */
export async function readDays(db: Database): Promise<[table: LogTable, days: number][]> {
  const set = await read(db, Object.values(dayKeys));
  return (Object.entries(dayKeys) as [LogTable, (typeof dayKeys)[LogTable]][]).map(([table, key]) => [
    table,
    logDaysIn(key, set.get(key) ?? knownParams[key]),
  ]);
}
