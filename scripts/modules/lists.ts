/** Enters a module in the lists of the tree, and takes it out: each line once, formatted as the files around it. */
import ts from 'typescript';
import { array, laidOut } from '../../server/develop/generator/layout';
import { quoted } from '../../server/develop/generator/words';

const widest = 120;

function property(text: string, variable: string, name: string): ts.PropertyAssignment | undefined {
  const tree = ts.createSourceFile('list.ts', text, ts.ScriptTarget.Latest, true);
  let found: ts.PropertyAssignment | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) {
      const holder = node.parent.parent;
      const declared = ts.isAsExpression(holder) ? variableOf(holder) : variableOf(node.parent);
      const key = ts.isIdentifier(node.name) || ts.isStringLiteral(node.name) ? node.name.text : '';
      if (key === name && declared === variable) found = node;
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
function variableOf(node: ts.Node): string {
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isVariableDeclaration(at)) return at.name.getText();
    if (ts.isPropertyAssignment(at)) return '';
  }
  return '';
}

function itemsOf(list: ts.PropertyAssignment): string[] {
  if (!ts.isArrayLiteralExpression(list.initializer)) throw new Error(`${list.name.getText()} is no list`);
  return list.initializer.elements.map((element) => element.getText());
}

function withItems(text: string, list: ts.PropertyAssignment, items: readonly string[]): string {
  const before = text.slice(0, list.initializer.getStart());
  const column = before.length - before.lastIndexOf('\n') - 1;
  const isSpread = list.initializer.getText().includes('\n');
  const flat = `[${items.join(', ')}]`;
  const written =
    !isSpread && column + flat.length + 1 <= widest ? flat : `[\n${items.map((item) => `    ${item},\n`).join('')}  ]`;
  return `${before}${written}${text.slice(list.initializer.end)}`;
}

function importLine(area: string, name: string): string {
  return `import { ${name} } from './${area}/${name}';\n`;
}

/** Where the import of `./area/name` stands among those of the list, which are sorted. */
function withImport(text: string, area: string, name: string): string {
  const line = importLine(area, name);
  if (text.includes(line)) return text;
  const own = `./${area}/${name}`.toLowerCase();
  const imports = [...text.matchAll(/^import .* from '(\.\/[^']+)';\n/gm)];
  const next = imports.find(([, path]) => path!.toLowerCase() > own);
  const last = imports.at(-1);
  const at = next ? next.index : last ? last.index + last[0].length : 0;
  return `${text.slice(0, at)}${line}${text.slice(at)}`;
}

/** contract/modules/index.ts with the module in it, once. */
export function listed(text: string, area: string, name: string): string {
  const held = property(text, 'listed', area);
  if (held) {
    const items = itemsOf(held);
    const isThere = new RegExp(`\\b${name}\\b`).test(held.initializer.getText());
    return withImport(isThere ? text : withItems(text, held, [...items, name]), area, name);
  }
  const end = text.indexOf('\n};', text.indexOf('const listed = {'));
  if (end < 0) throw new Error('contract/modules/index.ts has no list of modules');
  return withImport(`${text.slice(0, end)}\n  ${area}: [${name}],${text.slice(end)}`, area, name);
}

/** contract/modules/index.ts without the module; its area goes with its last one. */
export function unlisted(text: string, area: string, name: string): string {
  const held = property(text, 'listed', area);
  let next = text;
  if (held) {
    const items = itemsOf(held).filter((item) => item !== name);
    next =
      items.length > 0
        ? withItems(text, held, items)
        : `${text.slice(0, held.getStart())}${text.slice(held.end + 1)}`.replace(/\n[ ]*\n\};/, '\n};');
  }
  return next.replace(importLine(area, name), '');
}

/** Layers that the halves of an area are in, with what they may import; the layer after which each is entered. */
function layersOf(area: string): [name: string, after: string, layers: string[]][] {
  return [
    [`server/${area}`, 'server/develop', ['contract', 'server/kernel', 'server/engine', 'server/auth']],
    [
      `src/features/${area}`,
      'src/features/develop',
      ['contract', 'src/ui', 'src/i18n', 'src/world', 'src/store', 'src/sagas', 'src/features/crud'],
    ],
  ];
}
function layerLine(name: string, layers: readonly string[]): string {
  const lead = `  ${quoted(name)}: `;
  return `\n${lead}${laidOut(array(...layers.map(quoted)), 2, lead.length, 1)},`;
}

/** test/house/layers.ts with the layers of a new area. */
export function layered(text: string, area: string): string {
  let next = text;
  for (const [name, after, layers] of layersOf(area)) {
    if (property(next, 'mayImport', name)) continue;
    const at = property(next, 'mayImport', after);
    if (!at) throw new Error(`test/house/layers.ts has no layer '${after}'`);
    next = `${next.slice(0, at.end + 1)}${layerLine(name, layers)}${next.slice(at.end + 1)}`;
  }
  return next;
}
/** The same without the layers of an area that has nothing any more. */
export function unlayered(text: string, area: string): string {
  return layersOf(area).reduce((held, [name, , layers]) => held.replace(layerLine(name, layers), ''), text);
}
