/** What the documents name must exist: files, commands, settings. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..');
function read(file: string) {
  return readFileSync(join(root, file), 'utf8');
}
const documents = ['.', 'docs', 'docs/decisions'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);
function found(text: string, pattern: RegExp) {
  return [...new Set([...text.matchAll(pattern)].map(([, one]) => one!))];
}

describe.each(documents)('%s', (file) => {
  const text = read(file);

  it('links to files and headings that exist', () => {
    const titles = (of: string) =>
      found(read(of), /^#+ (.+)$/gm).map((title) =>
        title
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      );
    for (const link of found(text, /\]\(([^)\s]+)\)/g).filter((one) => !/^https?:/.test(one))) {
      const [path = '', heading] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      expect([link, existsSync(join(root, target))]).toEqual([link, true]);
      if (heading) expect([link, titles(target).includes(heading)]).toEqual([link, true]);
    }
  });

  it('names commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const name of found(text, /npm run ([a-z][a-z:-]*)/g)) expect(Object.keys(scripts)).toContain(name);
  });

  it('names files of the folders that exist', () => {
    const folders = /`((?:contract|server|src|test|bench|scripts|docs|deploy)\/[\w./-]+\.\w+)`/g;
    for (const path of found(text, folders).filter((one) => !/\bcar\.|_car\./.test(one)))
      expect([path, existsSync(join(root, path)) || path === 'dist/server/main.js']).toEqual([path, true]);
  });
});

describe('the settings', () => {
  const code = [
    'server/platform/config.ts',
    'server/platform/backup/backupCommand.ts',
    'server/platform/backup/restoreCommand.ts',
  ]
    .map(read)
    .join('\n');
  const readOnes = found(code, /(?:env\.|env, '|')([A-Z][A-Z_]{3,})\b/g);
  const listed = found(
    read('README.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|')[1])
      .join('\n'),
    /`([A-Z][A-Z_]{3,})`/g,
  );

  it('that the README lists are those that the program reads', () => {
    expect([...listed].sort()).toEqual([...readOnes].sort());
  });
});
