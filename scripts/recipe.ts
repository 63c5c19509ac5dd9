/**
 * `npm run recipe -- <area>`: follows docs/adding-a-module.md to the letter in a clone of this tree as it is
 * committed, with the module in that area (`lease` where none is said), and checks the clone. Ends with 1 where a step or a
 * check fails.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandsOf, follow, recipePage } from './modules/recipe';
import { Tree } from './modules/tree';

const root = join(__dirname, '..');
/** The tests that judge the tree, where there is no command for what a change concerns. */
const judges = {
  unit: ['test/house/size', 'test/house/architecture', 'test/house/features', 'test/contract/modules'],
  server: [
    'test/server/platform/tables',
    'test/server/http/apiDocument',
    'test/server/engine/schema',
    'test/server/engine/madeOf',
  ],
};

function checksOf(scripts: Readonly<Record<string, string>>): string[] {
  if (scripts['test:changed']) return ['npm run test:changed -- --since HEAD~1'];
  const stages = Object.entries(judges).map(([stage, paths]) => `npm run test:${stage} -- ${paths.join(' ')}`);
  return ['npm run types', 'npm run lint', ...stages];
}

function run(area: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-recipe-'));
  const place = join(folder, 'tree');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] });
  const told = (command: string) => {
    console.log(`\n$ ${command}`);
    const [program, ...args] = command.split(' ');
    execFileSync(program!, args, { cwd: place, stdio: ['ignore', 'inherit', 'inherit'] });
  };
  try {
    execFileSync('git', ['clone', '-q', root, place], { stdio: ['ignore', 'ignore', 'inherit'] });
    symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
    appendFileSync(join(place, '.git/info/exclude'), 'node_modules\n');
    const page = readFileSync(join(place, recipePage), 'utf8');
    for (const file of follow(new Tree(place), page, area)) console.log(file);
    for (const command of commandsOf(page)) told(command);
    git('add', '-A');
    git('-c', 'user.name=recipe', '-c', 'user.email=recipe@example.test', 'commit', '-q', '-m', 'Cars');
    const { scripts } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
    for (const command of checksOf(scripts)) told(command);
    console.log(
      `\n按文档的步骤在 ${area} 新增模块，检查全部通过 · the steps of the page add a module to ${area}, every check passes`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  run(process.argv[2] ?? 'lease');
} catch (error) {
  if ((error as { status?: unknown }).status === undefined) throw error;
  console.error(`\n有一步未通过，见上文 · a step has failed, see above`); // the program that ended has said why
  process.exitCode = 1;
}
