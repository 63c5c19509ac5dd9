/**
 * veraPDF, the validator of PDF/A that archives use. It runs on Java; its packages come from Maven into a folder below
 * .cache, made once per list of versions.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const versions = join(__dirname, 'verapdf/pom.xml');
const folder = join(__dirname, '../../.cache/verapdf');
const place = join(folder, createHash('sha256').update(readFileSync(versions)).digest('hex').slice(0, 16));

/** Fetches the packages unless they are there; answers why there are none, '' when there are. */
function provided(): string {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (java.status !== 0) return java.error?.message ?? java.stderr.trim();
  if (existsSync(place)) return '';
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(folder, 'draft-'));
  const args = ['-q', '-B', '-f', versions, 'dependency:copy-dependencies', `-DoutputDirectory=${draft}`];
  const { status, error, stdout } = spawnSync('mvn', args, { encoding: 'utf8', timeout: 240_000 });
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    return error?.message ?? stdout.trim().split('\n')[0] ?? 'mvn failed';
  }
  // The folder gets its name when it is whole, from the first of several runs that make it at the same time.
  if (existsSync(place)) rmSync(draft, { recursive: true });
  else renameSync(draft, place);
  return '';
}

const missing = provided();
if (missing) process.stderr.write(`veraPDF was not asked about papers, as it cannot be installed: ${missing}\n`);

/** Whether it can be asked: Java is here, and its packages are, or can be fetched. Otherwise stderr says why not. */
export const hasVerapdf = missing === '';
/** For the name of a test that asks it. */
export const verapdfNamed = hasVerapdf ? 'veraPDF' : 'veraPDF (NOT ASKED: it cannot be installed here)';

/** The rules of PDF/A-2b that each file breaks, by its name; undefined where it cannot be asked. */
export function verapdf(files: Readonly<Record<string, Buffer>>): Record<string, string[]> | undefined {
  if (!hasVerapdf) return undefined;
  const held = mkdtempSync(join(tmpdir(), 'leasedesk-verapdf-'));
  try {
    const names = Object.keys(files);
    const paths = names.map((name, i) => {
      const path = join(held, `${i}.pdf`);
      writeFileSync(path, files[name]!);
      return path;
    });
    const { stdout, stderr } = spawnSync(
      'java',
      [
        ...['-cp', join(place, '*'), 'org.verapdf.apps.GreenfieldCliWrapper'],
        ...['-f', '2b', '--format', 'text', '-v', ...paths],
      ],
      { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
    );
    const broken: Record<string, string[]> = {};
    let rules: string[] = [];
    for (const line of stdout.split('\n')) {
      const judged = /^(?:PASS|FAIL) (.+\.pdf) 2b$/.exec(line);
      if (judged) broken[names[Number(basename(judged[1]!, '.pdf'))]!] = rules = [];
      else if (line.trim() !== '') rules.push(line.trim());
    }
    if (Object.keys(broken).length !== names.length) throw new Error(`veraPDF did not judge all: ${stdout}${stderr}`);
    return broken;
  } finally {
    rmSync(held, { recursive: true });
  }
}
