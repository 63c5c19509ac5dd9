/** Which file a style may come from, and that no class is unused or undefined. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(__dirname, '../..');
function read(file: string) {
  return readFileSync(join(root, file), 'utf8');
}
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((name) => `src/${name}`);
const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
const sheets = files.filter((file) => file.endsWith('.module.css'));

/** Global sheets: the base of the two light pages and their own. */
const globalSheets = ['src/features/esign/sign/sign.css', 'src/ui/theme/base.css'];

describe('styles', () => {
  it('come from module sheets, but for the global ones that are named here', () => {
    const others = files.filter((file) => file.endsWith('.css') && !file.endsWith('.module.css'));
    expect(others.sort()).toEqual(globalSheets);
  });

  it.each(sheets)('of %s belong to the component beside it', (sheet) => {
    const name = basename(sheet);
    const users = sources.filter((file) => read(file).includes(`/${name}'`));
    const own = name.replace('.module.css', '');
    expect(users.map((file) => `${dirname(file)}/${basename(file).replace(/\.tsx?$/, '')}`)).toEqual([
      `${dirname(sheet)}/${own}`,
    ]);
    // Classes are named after their sheet: two sheets of one name would collide.
    expect(sheets.filter((other) => basename(other) === name)).toEqual([sheet]);
  });

  it.each(sheets)('of %s are all used, and all that are used exist', (sheet) => {
    const css = read(sheet)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/:global\([^)]*\)/g, '');
    const written = new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{}]*\{)/g)].map(([, name]) => name!));
    const user = sources.find((file) => read(file).includes(`./${basename(sheet)}'`))!;
    const code = read(user);
    const variable = /import (\w+) from '[^']+\.module\.css'/.exec(code)?.[1] ?? 'styles';
    const exact = [...code.matchAll(new RegExp(`\\b${variable}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'))].map(
      ([, plain, quoted]) => plain ?? quoted!,
    );
    // styles[`tone-${tone}`] stands for every class that begins so, styles[tone] for any.
    const begins = [...code.matchAll(new RegExp(`\\b${variable}\\[(?:\`([\\w-]*)\\$|[a-zA-Z])`, 'g'))].map(
      ([, prefix]) => prefix ?? '',
    );
    const isHandedOn = new RegExp(`export const \\w+ = ${variable};`).test(code);
    expect(exact.filter((name) => !written.has(name))).toEqual([]);
    const isUsed = (name: string) => exact.includes(name) || begins.some((prefix) => name.startsWith(prefix));
    expect(isHandedOn ? [] : [...written].filter((name) => !isUsed(name))).toEqual([]);
  });

  it('are Fluent’s in src/ui alone', () => {
    const users = sources.filter((file) => /from '@fluentui\//.test(read(file)));
    expect(users.filter((file) => !file.startsWith('src/ui/'))).toEqual([]);
  });
});
