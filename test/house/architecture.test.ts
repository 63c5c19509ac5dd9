/** The sources comply with the layers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { mayImport } from './layers';

const root = join(__dirname, '../..');

/** Where the console may use browser globals; everything else asks the World. */
const browserLayers = ['src/entry.ts', 'src/main.tsx', 'src/world'];
const outside = new Set([
  'window',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'crypto',
  'performance',
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
]);

interface Source {
  file: string;
  layer: string | undefined;
  /** `isLater`: erased at run time (a type), or loaded by `import()` when everything else has started. */
  imports: { to: string; isOurs: boolean; isLater: boolean }[];
  /** `line: name` of each use of a browser global. */
  touches: string[];
  rawHtml: string[];
}

function isIn(path: string, layer: string) {
  return path === layer || path.startsWith(`${layer}/`);
}
const layers = Object.keys(mayImport).sort((a, b) => b.length - a.length);
function layerOf(path: string) {
  return layers.find((layer) => isIn(path, layer));
}

/** The imported file, or the bare path when there is none: tsc reports that. */
function target(from: string, specifier: string) {
  const path = normalize(join(dirname(from), specifier));
  const tries = [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts')];
  return tries.find((it) => /\.\w+$/.test(it) && existsSync(join(root, it))) ?? path;
}

function read(file: string): Source {
  const text = readFileSync(join(root, file), 'utf8');
  const tree = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const source: Source = { file, layer: layerOf(file), imports: [], touches: [], rawHtml: [] };
  const line = (node: ts.Node) => tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;

  function addImport(specifier: ts.Node | undefined, isLater: boolean) {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const isOurs = specifier.text.startsWith('.');
    source.imports.push({ to: isOurs ? target(file, specifier.text) : specifier.text, isOurs, isLater });
  }

  function touch(node: ts.Node, name: string) {
    source.touches.push(`${line(node)}: ${name}`);
  }

  /** A name used as a value on its own: `document.title`, `fetch(…)`; not `row.document`, not a key, not a type. */
  function isFreeName(node: ts.Identifier) {
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent))
      return parent.expression === node;
    if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return true;
    return ts.isVariableDeclaration(parent) && parent.initializer === node;
  }

  function visit(node: ts.Node) {
    if (ts.isImportDeclaration(node)) addImport(node.moduleSpecifier, node.importClause?.isTypeOnly === true);
    if (ts.isExportDeclaration(node)) addImport(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) addImport(node.argument.literal, true);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      addImport(node.arguments[0], true);
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'require') {
      addImport(node.arguments[0], false);
    }
    if (ts.isIdentifier(node) && outside.has(node.text) && isFreeName(node)) touch(node, node.text);
    if (ts.isPropertyAccessExpression(node)) {
      const name = node.getText();
      if (name === 'Date.now' || name === 'Math.random' || name.startsWith('globalThis.')) touch(node, name);
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length)
      touch(node, 'new Date()');
    if (ts.isCallExpression(node) && node.expression.getText() === 'Date') touch(node, 'Date()');
    if (ts.isIdentifier(node) && node.text === 'dangerouslySetInnerHTML') source.rawHtml.push(`${file}:${line(node)}`);
    ts.forEachChild(node, visit);
  }
  visit(tree);
  return source;
}

const sources = ['contract', 'texts', 'server', 'src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => read(`${folder}/${name}`)),
);

/** The table of CONTRIBUTING.md: what the layers of each row may import, by its first column. */
function tableOf(page: string): Map<string, string[]> {
  const rows = [...page.matchAll(/^\| (`.*?`) +\| .*? \| (.*?) +\|$/gm)].flatMap(([, folders, imports]) =>
    [...folders!.matchAll(/`(.+?)\/`/g)].map(([, folder]) => [folder!, imports!] as const),
  );
  const said = new Map(rows);
  function importsOf(folder: string): string[] {
    const top = folder.split('/')[0]!;
    const named = [...(said.get(folder) ?? '').matchAll(/`([^`]+)`( and what it may)?/g)].flatMap(
      ([, name, isMore]) => {
        const layer = said.has(name!) || name === top ? name! : `${top}/${name}`;
        return isMore ? [layer, ...importsOf(layer)] : [layer];
      },
    );
    return top === 'contract' || top === 'texts' ? named : ['contract', ...named];
  }
  return new Map(rows.map(([folder]) => [folder, [...new Set(importsOf(folder))].sort()]));
}

describe('the architecture', () => {
  it('is the table of CONTRIBUTING.md', () => {
    const table = tableOf(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'));
    const folders = Object.keys(mayImport).filter((layer) => !/\.tsx?$/.test(layer));
    const rowOf = (layer: string) => table.get(layer) ?? table.get(layer.replace(/[a-z]+$/, '<area>'));
    expect(folders.map((layer) => [layer, rowOf(layer)])).toEqual(
      folders.map((layer) => [layer, [...mayImport[layer]!].sort()]),
    );
    // These are no layers: they import what they need.
    const known = [...folders, 'server/<area>', 'src/features/<area>', 'scripts', 'test'];
    expect([...table.keys()].filter((folder) => !known.includes(folder))).toEqual([]);
  });

  it('has a place for every source file', () => {
    expect(sources.filter(({ layer }) => layer === undefined).map(({ file }) => file)).toEqual([]);
  });

  it.each(Object.keys(mayImport))('%s imports only what it lists', (layer) => {
    const own = sources.filter((source) => source.layer === layer);
    expect(own).not.toEqual([]);
    const allowed = [layer, ...mayImport[layer]!];
    const violations = own.flatMap(({ file, imports }) =>
      imports
        .filter(({ to, isOurs }) => isOurs && !allowed.some((layer) => isIn(to, layer)))
        .map(({ to }) => `${file} -> ${to}`),
    );
    expect(violations).toEqual([]);
  });

  it('keeps the contract free of packages, so that both sides can read it', () => {
    const violations = sources
      .filter(({ layer }) => layer?.startsWith('contract/'))
      .flatMap(({ file, imports }) => imports.filter(({ isOurs }) => !isOurs).map(({ to }) => `${file} -> ${to}`));
    // Computes moments from expressions, without clock, files or network.
    expect(violations).toEqual(['contract/domain/job/jobTimes.ts -> croner']);
  });

  it('uses browser globals in the World alone', () => {
    const violations = sources
      .filter(({ file, layer }) => file.startsWith('src/') && !browserLayers.includes(layer ?? ''))
      .flatMap(({ file, touches }) => touches.map((touch) => `${file}:${touch}`));
    expect(violations).toEqual([]);
  });

  it('keeps the workflow engine behind one folder', () => {
    const users = sources.filter(({ imports }) => imports.some(({ to }) => /^bpmn-(elements|engine|moddle)/.test(to)));
    const isBehind = ({ file }: Source) => file.startsWith('server/flow/engine/') || file.startsWith('src/');
    expect(users.filter((source) => !isBehind(source)).map(({ file }) => file)).toEqual([]);
  });

  it('never sets raw HTML', () => {
    expect(sources.flatMap(({ rawHtml }) => rawHtml)).toEqual([]);
  });

  it('listens to every connection that it makes, since an unhandled error event ends the process', () => {
    const deaf = sources
      .filter(({ file }) => file.startsWith('server/'))
      .flatMap(({ file }) => {
        const text = readFileSync(join(root, file), 'utf8');
        const made = [...text.matchAll(/const (\w+) = new (?:pg\.)?(?:Pool|Client)\(.*\n.*/g)];
        expect([file, made.length]).toEqual([file, [...text.matchAll(/new (?:pg\.)?(?:Pool|Client)\(/g)].length]);
        return made
          .filter(([lines, name]) => !lines.includes(`${name}.on('error'`))
          .map(([lines]) => `${file}: ${lines}`);
      });
    expect(deaf).toEqual([]);
  });

  it('has no circle of imports', () => {
    const next = new Map(
      sources.map(({ file, imports }) => [file, imports.filter((it) => it.isOurs && !it.isLater).map(({ to }) => to)]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    function walk(file: string, way: string[]) {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
      if (way.includes(file) || done.has(file)) return;
      for (const to of next.get(file) ?? []) walk(to, [...way, file]);
      done.add(file);
    }
    for (const file of next.keys()) walk(file, []);
    expect(circles).toEqual([]);
  });
});

describe('the reader behind these tests', () => {
  it('sees every kind of import, and only real uses of globals', () => {
    // this file imports packages and the layers, and names globals in strings, keys and types
    const own = read('test/house/architecture.test.ts');
    expect(own.imports.map(({ to }) => to)).toEqual(['node:fs', 'node:path', 'typescript', 'test/house/layers.ts']);
    expect(own.touches).toEqual([]);
    const world = sources.filter(({ layer }) => layer === 'src/world').flatMap(({ touches }) => touches);
    expect(world.some((touch) => touch.endsWith(': Date.now'))).toBe(true);
  });
});
