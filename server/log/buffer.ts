/**
 * The logs' way into the database: events become rows in a bounded buffer, which is written in batches outside of any
 * request. A full buffer, or a database that is away for long, costs rows and never a request; lost rows are counted.
 */
import { dateTime } from '../../contract/domain/calendar';
import { networkOf } from '../auth/throttle';
import type { Deps } from '../kernel/context';
import type { LogFigures, Logs } from '../kernel/ports';
import { readPolicy, usualPolicy } from './policy';
import { apiRow, errorRow, type HeldRow, usualRow } from './rows';
import { settleClaims, writeRows } from './writing';

export interface BufferLimits {
  /** Rows and bytes that are held at most. */
  rows: number;
  bytes: number;
  /** Rows of one statement. */
  batch: number;
  /** How long a row waits for others, in ms. */
  waitMs: number;
  /** The pause after the database was away; it doubles up to the longest. */
  pauseMs: number;
  longestPauseMs: number;
  /** How often the parameters are read, in ms. */
  reloadMs: number;
  /** Rows about callers without a session that one network may cause in a minute. */
  strangersAMinute: number;
}
export const usualLimits: BufferLimits = {
  rows: 5000,
  bytes: 16 * 1024 * 1024,
  batch: 200,
  waitMs: 500,
  pauseMs: 1000,
  longestPauseMs: 30_000,
  reloadMs: 15_000,
  strangersAMinute: 60,
};

/** Networks whose strangers are counted at a time. */
const mostNetworks = 10_000;
/** Counts what strangers cause, for a minute at a time, so that they cannot fill the logs. */
function strangerLimit(now: () => number, most: number) {
  let minute = 0;
  const counts = new Map<string, number>();
  return (address: string): boolean => {
    const present = Math.floor(now() / 60_000);
    if (present !== minute || counts.size > mostNetworks) counts.clear();
    minute = present;
    const network = networkOf(address);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    return count <= most;
  };
}

/** How often lost rows are reported, in ms. */
const reportMs = 60_000;
interface Report {
  /** Rows were lost; called at most once a minute. */
  lost(figures: LogFigures, error: unknown): void;
}

/** The rows that wait, and those that are being written. */
class LogBuffer {
  /** Rows of the batch that is being written; they count as held until they are. */
  private inFlight = 0;
  private held: HeldRow[] = [];
  private bytes = 0;
  private written = 0;
  private readonly dropped = { full: 0, refused: 0, strangers: 0 };
  private timer: NodeJS.Timeout | undefined;
  private pauseMs = 0;
  private flushing: Promise<void> | undefined;
  private isClosed = false;
  private reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly deps: Pick<Deps, 'db' | 'now' | 'newId'>,
    private readonly limits: BufferLimits,
    private readonly report: Report,
  ) {}

  figures(): LogFigures {
    return { held: this.held.length + this.inFlight, written: this.written, dropped: { ...this.dropped } };
  }

  lose(cause: keyof LogFigures['dropped'], count: number, error?: unknown): void {
    this.dropped[cause] += count;
    if (cause === 'strangers' || performance.now() - this.reportedAt < reportMs) return;
    this.reportedAt = performance.now();
    this.report.lost(this.figures(), error);
  }

  /** Takes a row; a request never fails for its log. */
  take(make: () => HeldRow): void {
    const { rows, bytes, batch, waitMs } = this.limits;
    if (this.isClosed || this.held.length + this.inFlight >= rows || this.bytes >= bytes) {
      this.lose('full', 1);
      return;
    }
    try {
      const row = make();
      this.held.push(row);
      this.bytes += row.size;
    } catch (error) {
      this.lose('refused', 1, error);
    }
    if (this.held.length >= batch && this.pauseMs === 0) void this.flush();
    else this.schedule(waitMs);
  }

  private schedule(ms: number): void {
    if (this.isClosed || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.flush();
    }, ms).unref();
  }

  flush(): Promise<void> {
    this.flushing ??= this.writeAll().finally(() => {
      this.flushing = undefined;
    });
    return this.flushing;
  }

  private async writeAll(): Promise<void> {
    const { pauseMs, longestPauseMs } = this.limits;
    try {
      while (this.held.length > 0) await this.writeBatch();
      this.pauseMs = 0;
    } catch {
      this.pauseMs = Math.min(this.pauseMs === 0 ? pauseMs : 2 * this.pauseMs, longestPauseMs);
      this.schedule(this.pauseMs);
    }
  }

  private async writeBatch(): Promise<void> {
    const batch = this.held.splice(0, this.limits.batch);
    const left = new Set(batch);
    this.inFlight = batch.length;
    try {
      await settleClaims(this.deps, batch);
      for (const tenantId of new Set(batch.map((row) => row.tenantId))) {
        const own = batch.filter((row) => row.tenantId === tenantId);
        await writeRows(this.deps, tenantId, own, (rows, refusal) => {
          for (const row of rows) left.delete(row);
          this.settle(rows, refusal);
        });
      }
    } finally {
      // Not empty while the database is away: those rows wait at the front, and new ones fill the rest of the buffer.
      this.held = [...left, ...this.held];
      this.inFlight = 0;
    }
  }

  private settle(rows: readonly HeldRow[], refusal: unknown): void {
    this.inFlight -= rows.length;
    for (const { size } of rows) this.bytes -= size;
    if (refusal === undefined) this.written += rows.length;
    else this.lose('refused', rows.length, refusal);
  }

  async close(): Promise<void> {
    await this.flushing;
    await this.flush();
    this.isClosed = true;
    clearTimeout(this.timer);
    if (this.held.length > 0) this.lose('full', this.held.length);
  }
}

export function openLogs(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  report: Report = { lost: () => undefined },
  changed: Partial<BufferLimits> = {},
): Logs {
  const limits = { ...usualLimits, ...changed };
  const buffer = new LogBuffer(deps, limits, report);
  const mayStranger = strangerLimit(deps.now, limits.strangersAMinute);
  const time = () => dateTime(deps.now());
  let policy = usualPolicy;
  async function reload(): Promise<void> {
    policy = await readPolicy(deps.db).catch(() => policy);
  }
  const reloading = setInterval(() => void reload(), limits.reloadMs).unref();

  return {
    get policy() {
      return policy;
    },
    usual(event) {
      if (event.isClaimed && !mayStranger(event.place.remoteIp)) buffer.lose('strangers', 1);
      else buffer.take(() => usualRow(event, time()));
    },
    api(event) {
      const isStranger = event.caller.userId === null && event.caller.name === '';
      if (isStranger && !mayStranger(event.place.remoteIp)) buffer.lose('strangers', 1);
      else buffer.take(() => apiRow(event, time()));
    },
    error: (event) => buffer.take(() => errorRow(event, time())),
    figures: () => buffer.figures(),
    reload,
    flush: () => buffer.flush(),
    async close() {
      clearInterval(reloading);
      await buffer.close();
    },
  };
}
