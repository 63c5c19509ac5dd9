/** The recipe of docs/adding-a-module.md: its steps, and how a tree follows them. */
import { listed } from './lists';
import { listFile, type Tree } from './tree';

const heading = '## Adding a module';
export const recipePage = 'docs/adding-a-module.md';
/** The area and the module of the example. */
const example = 'lease/car';

interface Step {
  file: string;
  language: string;
  text: string;
}

function partOf(page: string): string {
  const part = page.slice(page.indexOf(heading));
  return part.slice(0, part.indexOf('\n## ', heading.length));
}

function blockOf(text: string): string {
  return text.replace(/^ {3}/gm, '');
}

/** The files: a step names one in front of its block. */
export function stepsOf(page: string): Step[] {
  const steps = /^\d+\. `([^`]+)`[\s\S]*?^ {3}```(\w+)\n([\s\S]*?)^ {3}```$/gm;
  return [...partOf(page).matchAll(steps)].map(([, file, language, text]) => ({
    file: file!,
    language: language!,
    text: blockOf(text!),
  }));
}

/** The commands that make the rest from these files. */
export function commandsOf(page: string): string[] {
  const [, lines = ''] = /^ {3}```sh\n([\s\S]*?)^ {3}```$/m.exec(partOf(page)) ?? [];
  return blockOf(lines).trim().split('\n');
}

/**
 * A text with the lines of a `diff` block changed: `-` the beginning of a line that is there, `+` what comes in its place;
 * `+` alone goes before the first import.
 */
export function patched(text: string, diff: string, file: string): string {
  let removed = '';
  let next = text;
  for (const line of diff.split('\n').filter(Boolean)) {
    const said = line.slice(1);
    if (line.startsWith('-')) removed = said;
    else if (removed === '') next = next.replace(/^import /m, () => `${said}\nimport `);
    else {
      if (!next.includes(removed)) throw new Error(`${file} has no line '${removed}'`);
      next = next.replace(removed, () => said);
      removed = '';
    }
  }
  return next;
}

/** Writes the files of the recipe, for the example in its own area or in another one. */
export function follow(tree: Tree, page: string, area = 'lease'): string[] {
  const placed = (text: string) => text.replaceAll(example, `${area}/car`);
  const number = String(tree.lastMigration() + 1).padStart(4, '0');
  for (const { file, language, text } of stepsOf(page)) {
    if (language !== 'diff') tree.write(placed(file).replace('NNNN', number), placed(text));
    else if (area === 'lease') tree.write(file, patched(tree.read(file)!, text, file));
    else tree.write(listFile, listed(tree.read(listFile)!, area, 'car'));
  }
  return tree.commit();
}
