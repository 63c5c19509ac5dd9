/**
 * Records of every module whose rows are a tenant's own, made from the declarations alone, and what must hold between two
 * tenants for each of them. A module that is in the list is in these checks.
 */
import { dictionaries } from '../../contract/domain/dictionaries';
import { directions } from '../../contract/domain/lifecycle/direction';
import { allModules, moduleNamed } from '../../contract/modules';
import { companyAccount } from '../../contract/modules/lease/companyAccount';
import type { Field } from '../../contract/schema/fields';
import { type Module, referencesOf } from '../../contract/schema/module';
import { registerAccount } from './companyAccounts';
import { type Answer, type Client, ok } from './server';

export type ModuleRecords = typeof import('./moduleRecords');
/** The id of a record of each module, by the module's name. */
export type Made = Record<string, string>;

/** Records that come with a file; test/server/lease/picture.test.ts and test/server/ocr/papers.test.ts have them. */
const withFile = ['picture', 'loanInformation'];

/** Modules of a tenant's own rows that people add. */
export function tenantModules(): Module[] {
  return allModules.filter(
    (module) =>
      module.scope !== 'platform' &&
      module.offers('add') &&
      !module.refuses?.includes('add') &&
      !withFile.includes(module.name),
  );
}

let counter = 0;
function firstWord(code: string) {
  return dictionaries.find((one) => one.code === code)!.entries[0]!.key;
}

/** A value that the field's judge takes and no other record has. */
function valueFor(field: Field): unknown {
  const word = `t${++counter}`;
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'html':
      if (field.unit === 'card') return `62220200000${String(++counter).padStart(8, '0')}`;
      return field.unit === 'phone' ? '13800138000' : word.slice(0, field.maxLength);
    case 'integer':
      return Math.max(field.min ?? 1, 1);
    case 'money':
      return Math.max(field.min ?? 1, 1).toFixed(2);
    case 'rate':
      return '1';
    case 'date':
      return '2026-03-01';
    case 'dateTime':
      return '2026-03-01 08:00:00';
    case 'choice':
      return Number(Object.keys(field.choices ?? {})[0]);
    case 'dict':
      return firstWord(field.dict!);
    case 'flag':
      return 0;
    case 'secret':
      return 's';
    default:
      throw new Error(`no value is known for a required field of kind '${field.kind}'`);
  }
}

/** What a new record of the module must say; it points to the tenant's own records in `made`. */
export function draftOf(module: Module, made: Made): Record<string, unknown> {
  const wanted = Object.entries(module.fields).filter(([, field]) => field.required && !field.derived);
  const draft = Object.fromEntries(wanted.map(([name, field]) => [name, field.to ? made[field.to] : valueFor(field)]));
  // the kind of record that needs the least beside what is always required
  for (const [name, { choices }] of wanted) {
    const kinds = Object.keys(choices ?? {}).map((value) => ({ ...draft, [name]: Number(value) }));
    Object.assign(
      draft,
      kinds.find((one) => alsoNeeded(module, one).length === 0),
    );
  }
  // a note names its record by module and id
  if (module.name === 'note') Object.assign(draft, { subject: 'customer', subjectId: made.customer });
  // an address that the server may call, without a name to look up
  if (module.name === 'jobserver') Object.assign(draft, { jobServerUrl: 'https://1.1.1.1:7700' });
  // objects of an order that its customer pays are bought from a supplier
  if (module.name === 'product') Object.assign(draft, { direction: directions.collect });
  // the generator names files and addresses by these
  if (module.name === 'code')
    Object.assign(draft, { area: 'register', serviceName: 'blade-register', menuUnder: 'base', icon: 'table' });
  const more = alsoNeeded(module, draft);
  for (const name of more) draft[name] = valueFor(module.fields[name]!);
  return { ...draft, ...(more.length > 0 ? secretsOf(module) : {}) };
}

/** Fields that a draft lacks because of its other values. */
function alsoNeeded({ judging }: Module, draft: Record<string, unknown>): string[] {
  const problems = Object.entries(judging?.(draft, '2026-11-20') ?? {});
  return problems.flatMap(([name, why]) => (why === 'required' ? [name] : []));
}

/** Values for the keys of a service outside: those that it needs are not told by its declaration. */
function secretsOf({ fields }: Module): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'secret' ? [[name, 's']] : [])),
  );
}

/** Modules in an order in which each points to those before it. */
function inOrder(modules: Module[]): Module[] {
  const done: Module[] = [];
  const visit = (module: Module) => {
    if (done.includes(module)) return;
    for (const { to, field } of referencesOf(module))
      for (const target of modules) if (field.required && target.name === to && target !== module) visit(target);
    done.push(module);
  };
  modules.forEach(visit);
  return done;
}

/** One record of each module in the tenant of this client; an account of the company is added by two people, as `server` does. */
export async function oneOfEach(
  client: Client,
  server: Parameters<typeof registerAccount>[0],
  tenantId: string,
): Promise<Made> {
  const made: Made = {};
  for (const module of inOrder(tenantModules()))
    made[module.name] =
      module.name === companyAccount.name
        ? await registerAccount(server, { account: '6222021234567890128', tenantId })
        : ok(await client.post(module.url('add'), { body: draftOf(module, made) })).id;
  return made;
}

/** The id of a record of that module: one that may be chosen, else a new one with what it must point to. */
export async function recordOf(client: Client, name: string): Promise<string> {
  const module = moduleNamed(name)!;
  const [first] = ok(await client.get(module.url('choices'))).records;
  if (first) return first.id;
  const made: Made = {};
  for (const { to, field } of referencesOf(module)) if (field.required) made[to] = await recordOf(client, to);
  return ok(await client.post(module.url('add'), { body: draftOf(module, made) })).id;
}

const missing = '123456789012345678';
function answerOf({ status, body }: Answer) {
  return { status, body: { ...body, requestId: '' } };
}
function refusedAs({ status, body }: Answer) {
  return `${status} ${body.reason}`;
}

/** Nothing of `theirs` is seen, changed, removed or pointed to by the client whose own records are `mine`. */
export async function expectOutOfReach(client: Client, module: Module, mine: Made, theirs: Made): Promise<void> {
  const { name } = module;
  const [own, foreign] = [mine[name]!, theirs[name]!];
  for (const verb of ['detail', 'history']) {
    const answer = await client.get(module.url(verb), { id: foreign });
    expect([name, verb, answerOf(answer)]).toEqual([
      name,
      verb,
      answerOf(await client.get(module.url(verb), { id: missing })),
    ]);
    expect([name, verb, answer.status]).toEqual([name, verb, 404]);
    expect([name, verb, (await client.get(module.url(verb), { id: own })).status]).toEqual([name, verb, 200]);
  }
  for (const verb of ['list', ...(module.chosen ? ['choices'] : []), ...(module.tree ? ['tree', 'lazy-list'] : [])]) {
    const text = JSON.stringify(ok(await client.get(module.url(verb), { size: 200 })));
    expect([name, verb, text.includes(`"${own}"`), text.includes(`"${foreign}"`)]).toEqual([name, verb, true, false]);
  }
  const before = ok(await client.get(module.url('detail'), { id: own }));
  expect(refusedAs(await client.post(module.url('update'), { body: { ...before, id: foreign } }))).toBe('403 notYours');
  for (const ids of [foreign, `${own},${foreign}`, missing])
    expect(refusedAs(await client.post(module.url('remove'), { query: { ids } }))).toBe('403 notYours');
  for (const { name: field, to, field: declared } of referencesOf(module)) {
    if (declared.derived || !theirs[to]) continue;
    const body = { ...before, [field]: declared.kind === 'refs' ? `${mine[to]},${theirs[to]}` : theirs[to] };
    const answer = await client.post(module.url('update'), { body });
    const isTree = field === module.tree?.parent;
    expect([name, field, answer.body.problems ?? answer.body.reason]).toEqual([
      name,
      field,
      isTree ? 'tree.noParent' : { [field]: 'reference' },
    ]);
  }
  expect(ok(await client.get(module.url('detail'), { id: own }))).toEqual(before);
}
