/** What a run says: held in memory between two writes, within bounds, whatever the handler does. */
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { businessDate, dateTime } from '../../contract/domain/calendar';
import { logLevels, logTypes } from '../../contract/modules/job/jobinfo';
import { secretMask } from '../../contract/schema/secretCodes';
import { openText, secretsIn } from '../../contract/schema/secretMembers';
import { clean, redactText } from '../engine/redact';
import type { Context, Deps } from '../kernel/context';
import type { Log } from './handler';
import { ownNode } from './nodes';

/** Lines that are kept of a run, through all its attempts, and characters of one. */
export const mostLines = 2000;
const mostWords = 2000;
/** Characters that are kept of one attempt. */
const mostLetters = 500_000;
/** Days for which files of lines stay. */
const fileDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

interface Line {
  level: number;
  at: number;
  words: string;
}

export interface Output {
  log: Log;
  /** A text of the run without the secrets among its parameters. */
  plain(text: string): string;
  /** Writes what is held, in a transaction that may be rolled back: `written` is called after its commit. Answers the
   *  number of lines so far. */
  write(cx: Context): Promise<{ lines: number; written(): void }>;
  /** Writes what goes to the server's own disk or output. */
  spill(): Promise<void>;
  /** Nothing that is said later is taken. */
  close(): void;
}

interface About {
  runId: string;
  jobName: string;
  /** Lines of former attempts. */
  from: number;
  level: number;
  type: number;
  /** Its parameters. */
  params: string | null;
}

/** Shorter secrets would be found in words that are none. */
const leastSecret = 4;
/** What takes the secrets of these parameters out of a text, as they are and as JSON writes them. */
function hiding(params: string | null): (text: string) => string {
  const secrets = secretsIn(params ?? '')
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .filter(({ length }) => length >= leastSecret)
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, secretMask), openText(text));
}

/** Files of lines: one a day, the older ones are removed when a new one begins. */
async function toFile(deps: Deps, text: string): Promise<void> {
  const folder = join(ownNode(deps).dataDir, 'job-logs');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const today = `${businessDate(deps.now())}.log`;
  const files = await readdir(folder);
  if (!files.includes(today)) {
    const oldest = `${businessDate(deps.now() - fileDays * dayMs)}.log`;
    for (const name of files) if (/^\d{4}-\d\d-\d\d\.log$/.test(name) && name < oldest) await rm(join(folder, name));
  }
  await appendFile(join(folder, today), text, { mode: 0o600 });
}

export function openOutput(deps: Deps, about: About): Output {
  const { runId, jobName, from, level: least, type } = about;
  const plain = hiding(about.params);
  const isKept = type === logTypes.online || type === logTypes.localAndOnline;
  const isFiled = type === logTypes.local || type === logTypes.localAndOnline;
  let held: Line[] = [];
  let spilled: Line[] = [];
  /** Lines that were said, in the table or still to come. */
  let count = from;
  let letters = 0;
  let isClosed = false;

  const say = (level: number) => (text: string) => {
    if (isClosed || level < least || least === logLevels.off || count >= mostLines || letters >= mostLetters) return;
    count += 1;
    const words = clean(redactText(plain(String(text)).slice(0, 2 * mostWords)), mostWords);
    letters += words.length;
    const isLast = count === mostLines || letters >= mostLetters;
    const line = isLast
      ? { level: logLevels.warn, at: deps.now(), words: '输出过多，其余省略 · the rest of the output is left out' }
      : { level, at: deps.now(), words };
    if (isKept) held.push(line);
    if (isFiled || type === logTypes.stdout) spilled.push(line);
  };

  return {
    log: {
      debug: say(logLevels.debug),
      info: say(logLevels.info),
      warn: say(logLevels.warn),
      error: say(logLevels.error),
    },
    plain,
    async write({ trx, tenantId }) {
      const lines = held;
      const first = count - lines.length;
      if (lines.length > 0)
        await trx
          .insertInto('job_run_line')
          .values(
            lines.map(({ level, at, words }, index) => ({
              id: deps.newId(),
              tenant_id: tenantId,
              run_id: runId,
              seq: first + index + 1,
              level,
              said_at: String(at),
              words,
            })),
          )
          // A write whose commit was not answered may have had its effect.
          .onConflict((on) => on.columns(['tenant_id', 'run_id', 'seq']).doNothing())
          .execute();
      return {
        lines: isKept ? first + lines.length : 0,
        written() {
          held = held.slice(lines.length);
        },
      };
    },
    async spill() {
      const lines = spilled;
      spilled = [];
      if (lines.length === 0) return;
      const text = lines
        .map(({ level, at, words }) => JSON.stringify({ time: dateTime(at), level, run: runId, job: jobName, words }))
        .map((line) => `${line}\n`)
        .join('');
      if (isFiled)
        await toFile(deps, text).catch(() => undefined); // a full disk ends no run
      else process.stdout.write(text);
    },
    close() {
      isClosed = true;
    },
  };
}
