/** Finds the calls of the server that add entries to the ledger, by following names from their handlers. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** A declaration at the top of a file: the names that it uses, and whether it adds entries itself. */
interface Declared {
  uses: ReadonlySet<string>;
  writes: boolean;
}
/** A call: the variable of its module, its name below the module's path, and the names that it uses. */
export interface FoundCall {
  module: string;
  call: string;
  uses: readonly string[];
}

const insert = /insertInto\('lease_payment_txn'\)|insert into lease_payment_txn/;
const keyOf = (file: string, name: string) => `${file}#${name}`;

function namesIn(node: ts.Node): Set<string> {
  const found = new Set<string>();
  const visit = (one: ts.Node): void => {
    if (ts.isIdentifier(one)) found.add(one.text);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return found;
}

function nameOf({ name }: ts.ObjectLiteralElementLike): string {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';
}

function propertyOf(object: ts.ObjectLiteralExpression, wanted: string): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find((one) => nameOf(one) === wanted);
}

/** `receipt.url('book')` as module and call. */
function addressOf(path: ts.ObjectLiteralElementLike | undefined, source: ts.SourceFile): [string, string] | undefined {
  const [, module, call] = path?.getText(source).match(/(\w+)\.url\('([\w-]+)'\)/) ?? [];
  return module && call ? [module, call] : undefined;
}

class Sources {
  readonly declared = new Map<string, Declared>();
  readonly calls: FoundCall[] = [];

  constructor(root: string) {
    for (const name of readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.ts') && !name.startsWith('seed/')) this.read(root, `server/${name}`);
  }

  private read(root: string, file: string): void {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const known = new Map<string, string>();
    const own: [string, ts.Node][] = [];
    for (const statement of source.statements) {
      const from =
        (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
        statement.moduleSpecifier &&
        ts.isStringLiteral(statement.moduleSpecifier)
          ? statement.moduleSpecifier.text
          : '';
      const target = from.startsWith('.') ? `${normalize(join(dirname(file), from))}.ts` : '';
      if (ts.isImportDeclaration(statement) && target) {
        const { name, namedBindings } = statement.importClause ?? {};
        if (name) known.set(name.text, keyOf(target, 'default'));
        if (namedBindings && ts.isNamedImports(namedBindings))
          for (const one of namedBindings.elements)
            known.set(one.name.text, keyOf(target, (one.propertyName ?? one.name).text));
      } else if (
        ts.isExportDeclaration(statement) &&
        statement.exportClause &&
        ts.isNamedExports(statement.exportClause)
      ) {
        for (const one of statement.exportClause.elements) {
          const name = (one.propertyName ?? one.name).text;
          if (target)
            this.declared.set(keyOf(file, one.name.text), { uses: new Set([keyOf(target, name)]), writes: false });
        }
      } else if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name)
        own.push([statement.name.text, statement]);
      else if (ts.isVariableStatement(statement))
        for (const { name, initializer } of statement.declarationList.declarations)
          if (ts.isIdentifier(name) && initializer) own.push([name.text, initializer]);
      if (ts.isExportAssignment(statement)) own.push(['default', statement.expression]);
    }
    for (const [name] of own) known.set(name, keyOf(file, name));
    const usesOf = (node: ts.Node) => [...namesIn(node)].flatMap((name) => known.get(name) ?? []);
    for (const [name, node] of own)
      this.declared.set(keyOf(file, name), { uses: new Set(usesOf(node)), writes: insert.test(node.getText(source)) });
    this.findCalls(source, usesOf);
  }

  private findCalls(source: ts.SourceFile, usesOf: (node: ts.Node) => string[]): void {
    const visit = (node: ts.Node): void => {
      if (ts.isObjectLiteralExpression(node) && propertyOf(node, 'handle')) {
        const address = addressOf(propertyOf(node, 'path'), source);
        const [module, call] = address ?? ['', propertyOf(node, 'path')?.getText(source) ?? node.getText(source)];
        this.calls.push({ module, call, uses: usesOf(node) });
      }
      if (ts.isCallExpression(node) && node.expression.getText(source) === 'defineServerModule') {
        const [module, rules] = node.arguments;
        if (rules && ts.isObjectLiteralExpression(rules)) this.findRules(module!.getText(source), rules, usesOf);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }

  /** The actions of a module; what its other rules use belongs to the saving of its records. */
  private findRules(module: string, rules: ts.ObjectLiteralExpression, usesOf: (node: ts.Node) => string[]): void {
    for (const rule of rules.properties) {
      const name = nameOf(rule);
      if (name === 'calls' || name === 'approved') continue;
      const actions = name === 'actions' && ts.isPropertyAssignment(rule) ? rule.initializer : undefined;
      if (actions && ts.isObjectLiteralExpression(actions))
        for (const action of actions.properties)
          this.calls.push({ module, call: nameOf(action) || 'actions', uses: usesOf(action) });
      else this.calls.push({ module, call: 'submit', uses: usesOf(rule) });
    }
  }

  /** Whether a name adds entries by what it uses; the search ends at `ends`. */
  reaches(from: readonly string[], ends: ReadonlySet<string>): boolean {
    const seen = new Set<string>();
    const next = [...from];
    for (let key = next.pop(); key !== undefined; key = next.pop()) {
      if (seen.has(key) || ends.has(key)) continue;
      seen.add(key);
      const declared = this.declared.get(key);
      if (declared?.writes) return true;
      next.push(...(declared?.uses ?? []));
    }
    return false;
  }
}

/** The calls that add entries, but by the declarations in `ends`; refuses an end that is not there or adds none. */
export function callsThatBook(root: string, ends: readonly string[]): FoundCall[] {
  const sources = new Sources(root);
  for (const end of ends) if (!sources.reaches([end], new Set())) throw new Error(`${end} adds no entries any more`);
  const stopped = new Set(ends);
  return sources.calls.filter(({ uses }) => sources.reaches(uses, stopped));
}
