/**
 * Regular expressions of the server and the contract cost no more than the length of what they search: a stranger chooses
 * the text. Each is run over texts that repeat one of its own characters or words and end otherwise.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { growsInStep } from '../support/growth';

const root = join(__dirname, '../..');
/** Four times as much tells the square of the length from the length. */
const length = 4000;
/** What is quicker is measured no further. */
const suspiciousMs = 2;

interface Pattern {
  place: string;
  pattern: RegExp;
}

function patternsIn(file: string): Pattern[] {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, body = '', flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text)!;
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (/[*+]|\{\d+,\}/.test(body)) found.push({ place: `${file}:${line}`, pattern: new RegExp(body, flags) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What texts are made of: the characters and the words of the pattern itself. */
function partsOf({ source }: RegExp): { begins: string[]; repeated: string[] } {
  const plain = source.replace(/\\[sSdDwWbBpPu](?:\{[^}]*\})?/g, '').replace(/\\(.)/g, '$1');
  const letters = [...new Set([...' a1', ...plain.replace(/[()|?*+^$\s]/g, ''), '(', '['])].slice(0, 24);
  const words = plain.split(/[()|?*+^$[\]{}]/).filter((word) => word.length > 1 && word.length < 20);
  const pairs = letters.slice(0, 6).flatMap((one) => letters.slice(0, 6).map((other) => one + other));
  return { begins: ['', 'a', ...words.slice(0, 2)], repeated: [...new Set([...letters, ...words, ...pairs])] };
}

function search(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, '');
  else pattern.exec(text);
}

function millisecondsOf(work: () => void): number {
  const before = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - before) / 1e6;
}

/** The texts that a pattern takes long over, as what makes them of any length. */
function suspectsOf(pattern: RegExp): ((length: number) => string)[] {
  const { begins, repeated } = partsOf(pattern);
  return begins
    .flatMap((begin) => repeated.flatMap((part) => ['!', '\n'].map((end) => ({ begin, part, end }))))
    .map(({ begin, part, end }) => {
      return (of: number) => `${begin}${part.repeat(Math.ceil(of / part.length))}${end}`;
    })
    .filter((make) => millisecondsOf(() => search(pattern, make(length))) > suspiciousMs);
}

it('no pattern takes the square of the length of its text', async () => {
  const files = ['server', 'contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const patterns = files.flatMap(patternsIn);
  expect(patterns.length).toBeGreaterThan(100);
  const faults: string[] = [];
  for (const { place, pattern } of patterns)
    for (const make of suspectsOf(pattern)) {
      const grows = growsInStep(length, (of) => {
        const text = make(of);
        return () => search(pattern, text);
      });
      const fault = await grows.then(
        () => undefined,
        (error: Error) => `${place} ${pattern}: ${JSON.stringify(make(9))} ${error.message}`,
      );
      if (!fault) continue;
      faults.push(fault);
      break;
    }
  expect(faults).toEqual([]);
}, 120_000);
