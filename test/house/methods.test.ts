/** What a repayment method, a kind of row and a kind of contract is stands in one place: the rest of the product asks it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const home = 'contract/domain/leasing/methods/';
/** Files that choose a method by name. None of them decides by the name what a method does. */
const choosers = [
  'server/esign/wording/sample.ts', // the invented contract
  'server/lease/portfolioImport/plans.ts', // rows of an older system are kept as typed
  'server/seed/demo/plots.ts', // the demo's products
];

const word = String.raw`\b\w*(?:[rR]epayMethod|repay_method)\b[!?)\]]*`;
const faults: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['compares with a number', new RegExp(String.raw`${word}\s*(?:[=!]==?|[<>]=?|in\s*\(|between|%)\s*['"]?\d`)],
  ['compares with a number', new RegExp(String.raw`\d['"]?\s*(?:[=!]==?|[<>]=?)\s*(?:\w+\.)*${word}`)],
  ['looks in a list of numbers', /\[\s*\d(?:\s*,\s*\d)*\s*\]\.(?:includes|indexOf)\([^)]*[mM]ethod/],
  ['sets a number', /\brepayMethod['"]?:\s*\d/],
  ['names a method', /\brepayMethods\.\w+/],
  ['takes one method out', /from '[^']*leasing\/methods\/(?!methods?')\w+'/],
  ['limits the numbers', /repayMethod['"]?:[^\n]*(?:minimum|maximum|min|max):\s*\d/],
];

/** Tables that say it for rows and contracts; the files below have kinds of their own. */
const kindTables = ['contract/domain/leasing/rowKinds.ts', 'contract/domain/contractKinds.ts'];
const otherKinds = ['server/flow/', 'server/seed/demo/', 'server/lease/outgoing/statement.ts'];
const kindFaults: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['compares a kind of row with a number', /\bkind\b[!?)]*\s*(?:[=!]==?|=|<>|[<>]=?|in\s*\()\s*['"]?\d/],
  ['lists kinds of rows', /\[\s*rowKinds\.\w+\s*,|rowKinds\.\w+ \|\|[^\n]*rowKinds\./],
  ['compares a kind of contract with a number', /\btype\s*[=!]==?\s*[1-4]\b/],
  ['lists kinds of contracts', /\[\s*1(?:\s*,\s*[2-4])+\s*\]\.includes\(type/],
];

function faultsOf(file: string, text: string): string[] {
  const mayChoose = choosers.includes(file);
  const hasOwnKinds = kindTables.includes(file) || otherKinds.some((folder) => file.startsWith(folder));
  return [...faults, ...(hasOwnKinds ? [] : kindFaults)].flatMap(([name, pattern]) => {
    const isChoice = name === 'names a method' && mayChoose;
    const found = isChoice ? null : pattern.exec(text);
    return found ? [`${file} ${name}: ${found[0]}`] : [];
  });
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && /\.(tsx?|sql)$/.test(entry.name)
      ? [join(entry.parentPath, entry.name).slice(root.length + 1)]
      : [],
  );
}

it('no file outside of the methods and the tables of kinds knows one', () => {
  // Migrations that have run stay as they were.
  const files = ['contract', 'server', 'src', 'scripts', 'bench']
    .flatMap(sources)
    .filter((file) => !file.startsWith(home) && !/^server\/migrations\/00[0-5]\d/.test(file));
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

it.each([
  'if (terms.repayMethod === 3) return 0;',
  'const isBullet = of.repayMethod <= 2;',
  "if ('6' === draft.repayMethod) return;",
  'const isWhole = [3, 4, 5].includes(terms.repayMethod);',
  'sql`where o.repay_method in (1, 2)`',
  'check (repay_method between 1 and 7)',
  'const terms = { repayMethod: 6 };',
  "if (method === repayMethods.annuity.number) return '等额本息';",
  "import { annuity } from '../leasing/methods/annuity';",
  'repayMethod: optional(Type.Integer({ minimum: 1, maximum: 6 })),',
  'const isLate = row.kind === 1 || isFee(row);',
  'count(*) filter (where p.kind = 1) as count',
  'const charged = [rowKinds.instalment, rowKinds.fee];',
  'const isAsked = kind === rowKinds.fee || kind === rowKinds.purchasePrice;',
  'if (doc.type === 4) return true;',
  "if (![1, 2, 3, 4].includes(type)) refuse('contract.badType');",
])('finds %s', (line) => {
  expect(faultsOf('server/lease/planted.ts', line)).toHaveLength(1);
});
