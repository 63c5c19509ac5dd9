/** Failures that come in numbers, as while the database is away: one line a second, with the whole error once. */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { logFailure } from './log';

/** How often the counts are told, in ms. */
const tellMs = 1_000;
/** After so many of these without a failure of a kind, its next one is told whole again. */
const mostQuiet = 60;

/** A refusal's code, and what the failure itself says of its kind. */
function kindOf(error: unknown, reason: string): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? `${reason} ${code}` : reason;
}

export function openFaults() {
  /** By kind: failures since the last line, and lines without any. */
  const kinds = new Map<string, { count: number; quiet: number }>();
  let timer: NodeJS.Timeout | undefined;

  const tell = (log: FastifyBaseLogger) => {
    const counts: Record<string, number> = {};
    for (const [kind, held] of kinds) {
      if (held.count > 0) counts[kind] = held.count;
      held.quiet = held.count > 0 ? 0 : held.quiet + 1;
      held.count = 0;
      if (held.quiet >= mostQuiet) kinds.delete(kind);
    }
    const count = Object.values(counts).reduce((sum, one) => sum + one, 0);
    if (count > 0) log.warn({ count, kinds: counts }, 'not available');
  };
  return {
    report(request: FastifyRequest, error: unknown, reason: string): void {
      const kind = kindOf(error, reason);
      const known = kinds.get(kind);
      if (known) known.count++;
      else {
        kinds.set(kind, { count: 0, quiet: 0 });
        logFailure(request, error, 'warn', 'not available');
      }
      timer ??= setInterval(tell, tellMs, request.server.log).unref();
    },
    /** Tells what it has counted since the last line. */
    close(log: FastifyBaseLogger): void {
      clearInterval(timer);
      tell(log);
    },
  };
}
