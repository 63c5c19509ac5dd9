/** The test of a module: it drives the calls over HTTP, with values that the fields take and values that they refuse. */
import { dictionaries } from '../../../contract/domain/dictionaries';
import { isEmpty } from '../../../contract/domain/values';
import type { Model, ModelField } from '../../../contract/schema/modelled';
import { array, type Code, laidOut, literal, object, spread } from './layout';
import { english, fileName, type GeneratedFile, type Setting, titleField } from './setting';
import { commented, quoted } from './words';

const missing = '123456789012345678';
const past = 2_147_483_647;

/** A value within the bounds of a number, near 1 or 2. */
function within({ min = 0, max = past }: ModelField, wanted: number): number {
  return Math.min(Math.max(wanted, min), max);
}

/** A value that the field takes; `turn` 2 is another one where there are two. */
export function sampleOf(field: ModelField, turn: 1 | 2 = 1): string | number {
  switch (field.kind) {
    case 'text':
    case 'longText':
      return (field.maxLength ?? 64) < 3 ? String(turn) : `T-${turn}`;
    case 'integer':
      return Math.ceil(within(field, turn));
    case 'money':
      return within(field, turn).toFixed(2);
    case 'rate':
      return String(
        Math.round(within({ ...field, min: field.min ?? 0, max: field.max ?? 100 }, turn) * 10_000) / 10_000,
      );
    case 'date':
      return `2026-03-0${turn}`;
    case 'dateTime':
      return `2026-03-0${turn} 08:00:00`;
    case 'choice': {
      const { choices = [] } = field;
      return (choices[turn - 1] ?? choices[0])!.value;
    }
    case 'dict': {
      const entries = dictionaries.find(({ code }) => code === field.dict)?.entries ?? [];
      return (entries[turn - 1] ?? entries[0])?.key ?? turn;
    }
    case 'flag':
      return turn === 1 ? 1 : 0;
    case 'ref':
      return missing;
  }
}

/** The draft of the test: every field with a value of its own, and the references that a record must have. */
function draftOf(model: Model): [string, Code][] {
  return model.fields.flatMap((field): [string, Code][] => {
    if (field.kind !== 'ref') return [[field.name, literal(sampleOf(field))]];
    return field.isRequired ? [[field.name, `await recordOf(me, ${quoted(field.to!)})`]] : [];
  });
}

/** Conditions that find the record, and those that do not. */
function searches(model: Model): { hit: [string, Code][]; miss: [string, Code][] } {
  const hit: [string, Code][] = [];
  const miss: [string, Code][] = [];
  for (const { search, ...field } of model.fields) {
    if (!search || field.kind === 'ref') continue;
    const [value, other] = [sampleOf(field), sampleOf(field, 2)];
    if (search === 'range') {
      const from = field.kind === 'date' || field.kind === 'dateTime' ? 'date' : '';
      hit.push([`${field.name}_${from}ge`, literal(value)]);
      miss.push([`${field.name}_${from}gt`, literal(value)]);
    } else {
      hit.push([field.name, literal(value)]);
      if (other !== value) miss.push([field.name, literal(other)]);
    }
  }
  return { hit, miss };
}

/** Values that a field refuses, as source, with what is wrong with them. */
function refusedBy(field: ModelField): [Code, string][] {
  const refused: [Code, string][] = [];
  const { min, max, kind } = field;
  if (field.isRequired && isEmpty(field.initial) && kind !== 'flag') refused.push(['null', 'required']);
  switch (kind) {
    case 'text':
      refused.push([`'x'.repeat(${(field.maxLength ?? 64) + 1})`, 'tooLong']);
      break;
    case 'longText':
      refused.push([`'x'.repeat(${(field.maxLength ?? 500) + 1})`, 'tooLong']);
      break;
    case 'integer':
    case 'money':
    case 'rate': {
      const write = (value: number) => (kind === 'integer' ? String(Math.trunc(value)) : quoted(value.toFixed(2)));
      const least = min ?? (kind === 'rate' ? 0 : undefined);
      const most = max ?? (kind === 'rate' ? 100 : undefined);
      // Money and rates are never written with a sign that their kind refuses first.
      if (least !== undefined && (kind === 'integer' || least >= 1))
        refused.push([write(Math.ceil(least) - 1), 'tooSmall']);
      if (most !== undefined && (kind !== 'integer' || most < past))
        refused.push([write(Math.floor(most) + 1), 'tooLarge']);
      break;
    }
    case 'date':
    case 'dateTime':
      refused.push([quoted('soon'), 'notADate']);
      break;
    case 'choice':
      refused.push([String(Math.max(...(field.choices ?? []).map(({ value }) => value)) + 1), 'notAChoice']);
      break;
    case 'flag':
      refused.push(['2', 'notAChoice']);
      break;
    case 'ref':
      refused.push([quoted(missing), 'reference']);
      break;
    case 'dict':
      refused.push([quoted('x'), 'notAChoice']);
  }
  return refused;
}

function refusalTable(model: Model): string {
  const rows = model.fields.flatMap((field) =>
    refusedBy(field).map(([value, problem]) => array(quoted(field.name), value, quoted(problem))),
  );
  return laidOut(array(...rows), 2, 10, 13);
}

function searchTests(model: Model): string {
  const { hit, miss } = searches(model);
  if (hit.length === 0) return '';
  const none =
    miss.length === 0
      ? ''
      : `    for (const conditions of ${laidOut(array(...miss.map(([name, value]) => object({ [name]: value }))), 4, 29, 1)})
      expect([conditions, await found(conditions)]).toEqual([conditions, []]);
`;
  return `
  it('is found by its fields', async () => {
    for (const conditions of ${laidOut(array(...hit.map(([name, value]) => object({ [name]: value }))), 4, 29, 1)})
      expect([conditions, await found(conditions)]).toEqual([conditions, [id]]);
${none}  });
`;
}

/** The field that the test changes: one that people see, and that has a second value. */
function changedField(model: Model): ModelField {
  const other = model.fields.filter((field) => field.kind !== 'ref' && sampleOf(field) !== sampleOf(field, 2));
  return other.find(({ isUnique, name }) => !isUnique && name !== model.titleField) ?? titleField(model);
}

export function testFile(model: Model, setting: Setting): GeneratedFile {
  const name = fileName(setting);
  const draft = object(draftOf(model));
  const needsRecords = model.fields.some(({ kind, isRequired }) => kind === 'ref' && isRequired);
  const changed = changedField(model);
  const change = `{ ${changed.name}: ${literal(sampleOf(changed, 2))} }`;
  const unique = model.fields.find(({ isUnique, kind }) => isUnique && kind !== 'ref');
  const title = titleField(model);
  const support = needsRecords ? "import { recordOf } from '../../support/moduleRecords';\n" : '';
  const taken = unique
    ? `
  it('does not share the values that are its own', async () => {
    expect((await save({})).body.problems).toEqual({ ${unique.name}: 'taken' });
  });
`
    : '';
  return {
    path: `test/server/${setting.area}/${name}.test.ts`,
    text: `/** ${commented(english(model))}: added, found, changed, refused, out as a file, and removed. */
import { ${name} } from '../../../contract/modules/${setting.area}/${name}';
${support}import { type Client, ok, type Server, startServer } from '../../support/server';

let server: Server;
let me: Client;
let draft: Record<string, unknown>;
let id: string;
beforeAll(async () => {
  server = await startServer();
  me = server.admin;
  draft = ${spread(draft, 2)};
  id = ok(await save({})).id;
});
afterAll(() => server.close());

function save(change: Record<string, unknown>) {
  return me.post(${name}.url('add'), { body: { ...draft, ...change } });
}
async function found(conditions: Record<string, string | number | undefined>): Promise<string[]> {
  const ${model.isTree ? 'records' : '{ records }'} = ok(await me.get(${name}.url('list'), conditions));
  return records.map((record: { id: string }) => record.id);
}

describe('a record', () => {
  it('is listed and looked at', async () => {
    expect(await found({})).toEqual([id]);
    expect(ok(await me.get(${name}.url('detail'), { id }))).toMatchObject(draft);
    expect(ok(await me.get(${name}.url('choices'))).records).toMatchObject([{ id, title: draft.${title.name} }]);
  });
${searchTests(model)}
  it('is changed, and its history has both', async () => {
    const change = ${change};
    expect(ok(await save({ id, ...change }))).toMatchObject(change);
    expect(ok(await me.get(${name}.url('history'), { id }))).toHaveLength(2);
    expect(ok(await save({ id }))).toMatchObject(draft);
  });

  it.each(${refusalTable(model)} as const)('is refused where %s is %j: %s', async (name, value, problem) => {
    // A change keeps what it does not say; a new record has to say it.
    const change = { ...(value === null ? {} : { id }), [name]: value };
    expect((await save(change)).body.problems).toMatchObject({ [name]: problem });
  });
${taken}
  it('goes out as a file', async () => {
    const { status, raw } = await me.get(${name}.url('export'), { format: 'csv' });
    expect([status, raw.toString()]).toEqual([200, expect.stringContaining(String(draft.${title.name}))]);
  });

  it('is removed', async () => {
    ok(await me.post(${name}.url('remove'), { query: { ids: id } }));
    expect(await found({})).toEqual([]);
    expect((await me.get(${name}.url('detail'), { id })).status).toBe(404);
  });
});
`,
  };
}
