import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
function read(name: string) {
  return readFileSync(join(root, name), 'utf8');
}

/** Rows of the tables whose first cell is a number such as `2.14` or `C07`. */
const rows = read('test/house/shell.md')
  .split('\n')
  .filter((line) => /^\|\s*(C?\d[\d.]*[a-z]?)\s*\|/.test(line))
  .map((line) => {
    const [, number = '', promise = '', proof = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { number, promise, proofs: proof.split(';').map((one) => one.trim()) };
  });

/** What is wrong with a proof, '' when it is valid. */
function faultOf(proof: string): string {
  const [file, title] = proof.replaceAll('`', '').split(' › ');
  if (!file || !title) return `'${proof}' names no test`;
  if (!existsSync(join(root, 'test', file))) return `test/${file} does not exist`;
  return read(`test/${file}`).includes(title.trim()) ? '' : `test/${file} has no test '${title.trim()}'`;
}

describe('the promises of the shell', () => {
  it('are numbered once', () => {
    const numbers = rows.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(130);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });

  it('each name a test that exists', () => {
    const faults = rows.flatMap(({ number, proofs }) =>
      proofs.flatMap((proof) => (faultOf(proof) ? [`${number}: ${faultOf(proof)}`] : [])),
    );
    expect(faults).toEqual([]);
  });
});
