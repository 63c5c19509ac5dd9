/** Code that comes when it is needed, and the tokens that come without their object. */
import { tokens } from '@fluentui/react-components';
import { codeOf, followWaiting } from '../../../src/ui/overlays/onDemand';

const fluentTokens: (source: string) => string = require('../../../scripts/loaders/fluentTokens.cjs');

function Part() {
  return null;
}

describe('code on demand', () => {
  it('loads once, however often it is wanted, and tells that it has come', async () => {
    const load = jest.fn(async () => Part);
    const code = codeOf(load);
    const told = jest.fn();
    const end = code.subscribe(told);
    expect(load).not.toHaveBeenCalled();
    code.bring();
    await Promise.all([code.load(), code.load()]);
    expect(load).toHaveBeenCalledTimes(1);
    expect(code.component()).toBe(Part);
    expect(told).toHaveBeenCalledTimes(1);
    end();
  });

  it('may be tried again after a failure, which bringing it ahead does not report', async () => {
    const load = jest.fn(async () => Part).mockRejectedValueOnce(new Error('no connection'));
    const code = codeOf(load);
    code.bring();
    await expect(code.load()).rejects.toThrow('no connection');
    expect(code.component()).toBeUndefined();
    await code.load();
    expect(load).toHaveBeenCalledTimes(2);
    expect(code.component()).toBe(Part);
  });

  it('says that a person waits for it, and that they did so in vain', async () => {
    const code = codeOf(jest.fn(async () => Part).mockRejectedValueOnce(new Error('no connection')));
    const told: string[] = [];
    const end = followWaiting((event) => told.push(event));
    await code.load().catch(() => undefined);
    expect(told.splice(0)).toEqual(['began', 'lost', 'ended']);
    code.bring();
    expect(told).toEqual([]);
    await code.load();
    expect(told.splice(0)).toEqual(['began', 'ended']);
    await code.load();
    expect(told).toEqual([]);
    end();
  });
});

it('a token is written out as the variable that Fluent names for it', () => {
  const names = Object.keys(tokens) as (keyof typeof tokens)[];
  expect(names.length).toBeGreaterThan(400);
  for (const name of names) {
    const source = `const width = \`calc(\${tokens.${name}} + 1px)\`;`;
    const written = new Function('tokens', `${fluentTokens(source)} return width;`)(tokens);
    expect(written).toBe(`calc(${tokens[name]} + 1px)`);
    if (!name.startsWith('zIndex')) expect(fluentTokens(source)).not.toContain('tokens.');
  }
});
