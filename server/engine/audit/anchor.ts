/**
 * How far each tenant's history has come, stored in a signed file beside the key: resetting or emptying the database
 * does not reset it. Written some seconds after entries are committed, and when the server stops.
 */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { businessDate } from '../../../contract/domain/calendar';
import type { Acceptance, Anchor, Deps, Head } from '../../kernel/context';
import { signedHead } from './chain';
import { recordIn } from './entries';

const usualPauseMs = 2000;

/** `pauseMs`: how long after an entry is committed the file is written. */
type Given = Pick<Deps, 'db' | 'secrets' | 'now'> & { pauseMs?: number };

export function openAnchor(file: string, deps: Given, fail: (error: unknown) => void = () => undefined): Anchor {
  const { pauseMs = usualPauseMs } = deps;
  const heads = new Map<string, Head>();
  const grown = new Set<string>();
  let isForged = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const textOf = () => JSON.stringify([...heads].sort(([a], [b]) => (a < b ? -1 : 1)));
  if (existsSync(file))
    try {
      const { heads: text, proof } = JSON.parse(readFileSync(file, 'utf8'));
      isForged = !deps.secrets.isSigned('audit-anchor', String(text), String(proof));
      if (!isForged) for (const [tenantId, head] of JSON.parse(text)) heads.set(tenantId, head);
    } catch {
      isForged = true;
    }

  const write = () => {
    const text = textOf();
    const handle = openSync(`${file}.new`, 'w', 0o600);
    try {
      writeSync(handle, JSON.stringify({ heads: text, proof: deps.secrets.sign('audit-anchor', text) }));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(`${file}.new`, file);
  };

  const headOf = (tenantId: string, at: number) =>
    deps.db.withTenant(tenantId, businessDate(deps.now()), (trx) => signedHead(trx, deps, tenantId, at));

  const look = async (): Promise<void> => {
    const tenants = [...grown];
    grown.clear();
    if (isForged) return;
    let hasMoved = false;
    for (const tenantId of tenants) {
      const known = heads.get(tenantId);
      const head = await headOf(tenantId, known?.seq ?? 0);
      if (!head || head.seq === 0 || head.seq === known?.seq) continue;
      if (known && (head.seq < known.seq || head.hashAt !== known.hash)) continue;
      heads.set(tenantId, { seq: head.seq, hash: head.hash });
      hasMoved = true;
    }
    if (hasMoved) write();
  };
  /** One after the other: two must not write the file at once. */
  const catchUp = (): Promise<void> => {
    const next = running.then(look);
    running = next.catch(() => undefined);
    return next;
  };

  return {
    of: (tenantId) => heads.get(tenantId),
    isForged: () => isForged,
    touch(tenantId) {
      grown.add(tenantId);
      timer ??= setTimeout(() => {
        timer = undefined;
        catchUp().catch(fail);
      }, pauseMs).unref();
    },
    catchUp,
    async accept(tenantId, seq) {
      const known = heads.get(tenantId);
      if (isForged || known?.seq !== seq) return false;
      const head = await headOf(tenantId, seq);
      if (head?.hashAt === known.hash) return false; // it does continue the anchored one
      heads.set(tenantId, { seq: head?.seq ?? 0, hash: head?.hash ?? '' });
      write();
      return true;
    },
    close() {
      clearTimeout(timer);
      return catchUp().catch(fail);
    },
  };
}

/**
 * Apply what the operator accepts, and record it in the history itself: a database that was reset on purpose, by a
 * restore, ends before the anchored number. Repeating it changes nothing.
 */
export async function acceptHistories(
  deps: Deps,
  acceptances: readonly Acceptance[],
  log: (text: string) => void,
): Promise<void> {
  for (const { tenantId, seq } of acceptances) {
    const lost = deps.anchor?.of(tenantId);
    if (!lost || !(await deps.anchor!.accept(tenantId, seq))) continue;
    const anchored = deps.anchor!.of(tenantId)!;
    const facts = { anchored: [lost.seq, anchored.seq], anchoredHash: [lost.hash, anchored.hash] };
    await deps.db.withTenant(tenantId, businessDate(deps.now()), (trx) =>
      recordIn(trx, deps, tenantId, {
        entity: 'history',
        entityId: '0',
        entityName: null,
        action: 'accept',
        changes: Object.entries(facts).map(([field, [before, after]]) => ({ field, before, after })),
        userName: '系统',
      }),
    );
    log(`tenant ${tenantId}: its history is taken as it stands, at ${anchored.seq} instead of ${lost.seq}`);
  }
}
