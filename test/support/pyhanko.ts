/**
 * pyHanko, a verifier of PDF signatures that others use: it compares the revisions of a file, which `pdfsig` does not.
 * It lives in a virtual environment below .cache, made once per list of versions.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const own = join(__dirname, 'pyhanko');
const versions = join(own, 'requirements.txt');
const folder = join(__dirname, '../../.cache/pyhanko');
const digest = createHash('sha256').update(readFileSync(versions)).digest('hex').slice(0, 16);
const place = join(folder, digest);

function pythonOf(environment: string): string {
  return join(environment, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
}

/** Makes the environment unless it is there; answers why there is none, '' when there is. */
function provided(): string {
  if (existsSync(place)) return '';
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(folder, 'draft-'));
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', draft]],
    [
      pythonOf(draft),
      ['-m', 'pip', 'install', '-q', '--no-input', '--retries', '1', '--timeout', '10', '-r', versions],
    ],
  ];
  for (const [program, args] of steps) {
    const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 240_000 });
    if (status === 0) continue;
    rmSync(draft, { recursive: true, force: true });
    return error?.message ?? stderr.trim().split('\n').at(-1) ?? `${program} failed`;
  }
  // The folder gets its name when it is whole, from the first of several runs that make it at the same time.
  if (existsSync(place)) rmSync(draft, { recursive: true });
  else renameSync(draft, place);
  for (const name of readdirSync(folder))
    if (/^\w+$/.test(name) && name !== basename(place)) rmSync(join(folder, name), { recursive: true, force: true });
  return '';
}

const missing = provided();
if (missing) process.stderr.write(`pyHanko was not asked about signatures, as it cannot be installed: ${missing}\n`);

/** Whether it can be asked: Python 3 is here, and its packages are, or can be fetched. Otherwise stderr says why not. */
export const hasPyhanko = missing === '';
/** For the name of a test that asks it. */
export const pyhankoNamed = hasPyhanko ? 'pyHanko' : 'pyHanko (NOT ASKED: it cannot be installed here)';

export interface OutsideVerdict {
  field: string;
  isIntact?: boolean;
  isValid?: boolean;
  isTrusted?: boolean;
  coverage?: string;
  /** What was changed after this signature: NONE, LTA_UPDATES, FORM_FILLING, ANNOTATIONS, OTHER. */
  changes?: string;
  /** Whether the signature allows that. */
  isPermitted?: boolean;
  hasStamp?: boolean;
  /** Its last word: all of it is as it should be. */
  isAccepted: boolean;
  error?: string;
}

/** What it says of each signature of each file, at a moment; undefined where it cannot be asked. `roots`: certificates
 *  (DER, base64) to trust; `isLasting`: by what the files keep themselves, and the lists of
 *  revoked certificates of the moment (DER). */
export function pyhanko(
  files: readonly Buffer[],
  {
    roots,
    moment,
    isLasting = false,
    lists = [],
  }: { roots: readonly string[]; moment: number; isLasting?: boolean; lists?: readonly Buffer[] },
): OutsideVerdict[][] | undefined {
  if (!hasPyhanko) return undefined;
  const held = mkdtempSync(join(tmpdir(), 'leasedesk-pyhanko-'));
  try {
    const asked = files.map((file, i) => {
      const path = join(held, `${i}.pdf`);
      writeFileSync(path, file);
      return { path, roots };
    });
    const { status, stdout, stderr } = spawnSync(pythonOf(place), [join(own, 'judge.py')], {
      encoding: 'utf8',
      input: JSON.stringify({ files: asked, moment, isLasting, lists: lists.map((list) => list.toString('base64')) }),
      maxBuffer: 16 * 1024 * 1024,
    });
    if (status !== 0) throw new Error(`pyHanko did not answer: ${stderr}`);
    return JSON.parse(stdout);
  } finally {
    rmSync(held, { recursive: true });
  }
}
