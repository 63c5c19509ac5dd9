import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

it('the glyphs and their names are those that the script makes of the allow-list and the icon package', () => {
  const program = "import('./scripts/icons.mjs').then(({ iconFiles }) => console.log(JSON.stringify(iconFiles())))";
  const made = JSON.parse(execFileSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' }));
  expect(made).toHaveLength(3);
  for (const { file, text } of made) expect(readFileSync(join(root, file), 'utf8')).toBe(text);
});
