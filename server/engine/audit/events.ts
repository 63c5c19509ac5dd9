/** What the log of events is told of committed history entries. */
import type { AuditAction } from '../../../contract/modules/system/auditLog';
import type { Deps, Entry } from '../../kernel/context';
import type { LogCaller, LogPlace } from '../../kernel/ports';

export const noPlace: LogPlace = { requestId: '', remoteIp: '', userAgent: '', method: '', requestUri: '' };

/** Ids that one event lists; a batch of thousands is one event with its count. */
const mostIds = 20;

/** Actions that a person on watch wants to see at a glance. */
const warnings: ReadonlySet<string> = new Set([
  'signInFailed',
  'lockedOut',
  'failures',
  'endSession',
  'smsFailed',
  'codeFailed',
  'counterWrong',
] satisfies AuditAction[]);

/** One event for each kind of change of a committed work: what was done to which records. Values stay in the history. */
export function logEvents(
  { logs }: Pick<Deps, 'logs'>,
  caller: LogCaller,
  place: LogPlace,
  entries: readonly Entry[],
): void {
  if (!logs || entries.length === 0) return;
  const kinds = new Map<string, Entry[]>();
  for (const entry of entries) {
    const kind = `${entry.entity} ${entry.action}`;
    const known = kinds.get(kind);
    if (known) known.push(entry);
    else kinds.set(kind, [entry]);
  }
  for (const same of kinds.values()) {
    const { entity, entityId, action, reason } = same[0]!;
    const fields = new Set(same.slice(0, mostIds).flatMap(({ changes }) => changes.map(({ field }) => field)));
    logs.usual({
      level: warnings.has(action) ? 'warn' : 'info',
      event: action,
      entity,
      logId: entityId,
      data: {
        count: same.length,
        ids: same.slice(0, mostIds).map((one) => one.entityId),
        fields: [...fields],
        ...(reason ? { reason } : {}),
      },
      caller,
      place,
    });
  }
}
