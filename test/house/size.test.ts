/** Limits of files, functions and folders, and of the words in comments. Every exception has its reason in words. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { fileOf, modules } from '../../contract/modules';

const root = join(__dirname, '../..');

const mostLinesOfFile = 400;
const mostLinesOfFunction = 120;
const mostFilesOfFolder = 25;

/** Longer files, and why. */
const longFiles: Record<string, string> = {
  'server/kernel/tables.ts': 'generated from the migrations by `npm run tables`',
};

/** Longer functions as `file name`, and why. */
const longFunctions: Record<string, string> = {
  'server/seed/demo/life.ts writeBook': 'the steps of an order in the order in which they happen',
  'src/tape/recorder.ts recorder': 'both borders of the sagas are recorded into one private state',
  'src/tape/studio.tsx openStudio': 'the studio of one page: every part reads which app is shown now',
  'src/world/browser.ts browserWorld': 'one short member for each port of the World',
  'src/features/system/role/grantSaga.ts grantSaga': 'one short saga for each command, over the same names',
  'src/features/system/user/userDialogsSaga.ts userDialogsSaga': 'one short saga for each dialog, over the same names',
};

/** Folders with more files, and why. */
const largeFolders: Record<string, string> = {};

/** Figures of speech and words for persons without a role; a comment names the role or says what holds. */
const bannedWords =
  /\b(?:no(?:body|one)|who(?:m)?ever|somebody|anybody|somewhere|whispers?|errands?|dawn(?:s|ed)?|woke|dozed|dressed|comes home|let go|letting go|liv(?:es?|ed) through|hearsay|eavesdrop\w*|knocks?|wish(?:es|ed)?)\b/i;

/** The halves of the modules: a file of an area, or one in a folder of its name. A folder may have any number of them. */
const halves = new Set(
  Object.entries(modules).flatMap(([area, list]) =>
    list
      .map(fileOf)
      .flatMap((file) =>
        ['contract/modules', 'server', 'src/features']
          .flatMap((side) => [`${side}/${area}/${file}`, `${side}/${area}/${file}/${file}`])
          .flatMap((place) => [`${place}.ts`, `${place}.tsx`]),
      ),
  ),
);

interface Source {
  file: string;
  text: string;
  tree: ts.SourceFile;
}

function sourcesIn(folders: readonly string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs|cjs)$/.test(name))
      .map((name) => {
        const file = `${folder}/${name}`;
        const text = readFileSync(join(root, file), 'utf8');
        const kind = file.endsWith('x') ? ts.ScriptKind.TSX : /js$/.test(file) ? ts.ScriptKind.JS : ts.ScriptKind.TS;
        return { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind) };
      }),
  );
}

function linesOf({ tree }: Source, node: ts.Node): number {
  const line = (at: number) => tree.getLineAndCharacterOfPosition(at).line;
  return line(node.end) - line(node.getStart(tree)) + 1;
}

/** The name that a function has, or gets from the variable or call around it; '' without any. */
function nameOf(node: ts.Node): string {
  if ('name' in node && node.name) return (node.name as ts.Node).getText();
  for (let at = node.parent; at && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isVariableDeclaration(at) || ts.isPropertyAssignment(at) || ts.isFunctionDeclaration(at))
      return at.name?.getText() ?? '';
  }
  return '';
}

function longFunctionsOf(source: Source): string[] {
  const found: string[] = [];
  function visit(node: ts.Node) {
    if (ts.isFunctionLike(node) && linesOf(source, node) > mostLinesOfFunction)
      found.push(`${source.file} ${nameOf(node)}`);
    ts.forEachChild(node, visit);
  }
  visit(source.tree);
  return found;
}

/** Top-level variables that hold a function and have no type of their own. */
function untypedFunctions({ file, tree }: Source): string[] {
  return tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList: { declarations } }) =>
      declarations
        .filter(({ initializer, type }) => !type && initializer && isFunctionValue(initializer))
        .map(({ name }) => `${file} ${name.getText(tree)}`),
    );
}

function isFunctionValue(node: ts.Expression): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

/** `file:line: text` of comments with a banned word. */
function bannedIn({ file, text, tree }: Source): string[] {
  if (!bannedWords.test(text)) return []; // reading every comment of the tree takes long
  const found = new Map<number, string>();
  function note(from: number, to: number) {
    const [word] = bannedWords.exec(text.slice(from, to)) ?? [];
    if (word) found.set(from, `${file}:${tree.getLineAndCharacterOfPosition(from).line + 1}: ${word}`);
  }
  function visit(node: ts.Node) {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    const children = node.getChildren(tree);
    if (children.length === 0) ts.forEachLeadingCommentRange(text, node.getFullStart(), note);
    ts.forEachTrailingCommentRange(text, node.end, note);
    for (const child of children) visit(child);
  }
  visit(tree);
  return [...found.values()];
}

/** Folders with more files than the limit, those of `apart` not counted. */
function largeFoldersOf(files: readonly string[], apart: ReadonlySet<string>): string[] {
  const counts = new Map<string, number>();
  for (const file of files) if (!apart.has(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > mostFilesOfFolder).map(([folder]) => folder);
}

/** What lacks an exception, and the exceptions that are not needed any more. */
function unexplained(found: readonly string[], exceptions: Record<string, string>): string[] {
  const stale = Object.keys(exceptions).filter((one) => !found.includes(one));
  return [...found.filter((one) => !Object.hasOwn(exceptions, one)), ...stale.map((one) => `not needed: ${one}`)];
}

const sources = sourcesIn(['contract', 'server', 'src', 'scripts']);

describe('the sizes', () => {
  it(`of files are at most ${mostLinesOfFile} lines, but for those with a reason`, () => {
    const long = sources.filter(({ text }) => text.split('\n').length - 1 > mostLinesOfFile).map(({ file }) => file);
    expect(unexplained(long, longFiles)).toEqual([]);
  });

  it(`of functions are at most ${mostLinesOfFunction} lines, but for those with a reason`, () => {
    expect(unexplained([...new Set(sources.flatMap(longFunctionsOf))], longFunctions)).toEqual([]);
  });

  it(`of folders are at most ${mostFilesOfFolder} files, but for those with a reason`, () => {
    const files = sources.map(({ file }) => file);
    expect(unexplained(largeFoldersOf(files, halves), largeFolders)).toEqual([]);
  });
});

describe('the code', () => {
  it('declares its top-level functions, so that tools and stack traces have their names', () => {
    expect(sources.flatMap(untypedFunctions)).toEqual([]);
  });

  it('has plain comments', () => {
    const found = [...sources, ...sourcesIn(['test', 'bench'])];
    expect(found.flatMap(bannedIn)).toEqual([]);
  });
});

describe('the reader behind these tests', () => {
  it('sees words in comments alone, long functions, and functions without a declaration', () => {
    const text = `/** ${'Some'}${'body'} asks. */\nconst late = () => {${'\n'.repeat(mostLinesOfFunction)}};\nconst named = '${'no'}${'body'}';\n`;
    const tree = ts.createSourceFile('example.ts', text, ts.ScriptTarget.Latest, true);
    const example = { file: 'example.ts', text, tree };
    expect(bannedIn(example)).toEqual([`example.ts:1: ${'Some'}${'body'}`]);
    expect(longFunctionsOf(example)).toEqual(['example.ts late']);
    expect(untypedFunctions(example)).toEqual(['example.ts late']);
  });

  it('counts the files of a folder, but not the halves of modules', () => {
    const others = Array.from({ length: mostFilesOfFolder }, (_, at) => `server/lease/helper${at}.ts`);
    const own = ['server/lease/product.ts', 'server/lease/supplier.ts'];
    expect(own.filter((file) => !halves.has(file))).toEqual([]);
    expect(largeFoldersOf([...others, ...own], halves)).toEqual([]);
    expect(largeFoldersOf([...others, 'server/lease/one.ts'], halves)).toEqual(['server/lease']);
  });
});
