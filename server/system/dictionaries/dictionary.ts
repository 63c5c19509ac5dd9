import { dictionaries } from '../../../contract/domain/dictionaries';
import { type DictRow, dict } from '../../../contract/modules/system/dictionary';
import { platformDictionaries } from '../../../contract/modules/system/platformDictionaries';
import { problemText } from '../../../contract/schema/messages';
import type { Module } from '../../../contract/schema/module';
import { schemasOf } from '../../engine/callSchemas';
import { hiddenFields, narrowsRows } from '../../engine/rights/scopes';
import { defineServerModule, presentAll, type ServerModule } from '../../engine/serverModule';
import { type Call, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { freeText, id, list, nullable, shape, text, whole } from '../../kernel/schemas';
import type { Tables } from '../../kernel/tables';

/** The dictionary of the processes. */
const flowCode = 'flow';
/** The key of a row that is a dictionary itself and not an entry of one. */
const headKey = '-1';
function isHead({ parentId }: Pick<DictRow, 'parentId'>) {
  return !parentId || parentId === '0';
}

/** Codes and keys that the product itself uses: their texts may change, they may not. */
const builtIn = new Set(
  [...dictionaries, ...platformDictionaries].flatMap(({ code, entries }) => [
    `${code}/${headKey}`,
    ...entries.map(({ key }) => `${code}/${key}`),
  ]),
);
function isBuiltIn({ code, dictKey }: DictRow) {
  return builtIn.has(`${code}/${dictKey}`);
}

const entry = shape({
  id: id(),
  parentId: text(),
  code: text(),
  dictKey: text(),
  dictValue: text(),
  dictValueEn: text(),
  sort: whole(),
  remark: nullable(text()),
});

/** The entries of a dictionary that are not sealed, in order. */
async function entriesOf(cx: Context, module: Module, code: string) {
  const filter = { code_equal: code, isSealed_equal: '0' };
  const own = await cx.rows(module as unknown as typeof dict).every(filter);
  // Processes are the platform's until a tenant has some of its own; consoles of the family load them here.
  const isLent = own.length === 0 && code === flowCode;
  const found = isLent ? await cx.rows(dict).every(filter) : own;
  return found
    .filter((row) => !isHead(row))
    .map(({ id, parentId, code, dictKey, dictValue, dictValueEn, sort, remark }) => ({
      id,
      parentId,
      code,
      dictKey,
      dictValue,
      dictValueEn,
      sort,
      remark,
    }));
}

function callsFor(module: Module, served: () => ServerModule): Call[] {
  const rows = (cx: Context) => cx.rows(module as unknown as typeof dict);
  const { zh, en } = module.label;
  const { conditions, page } = schemasOf(module);
  return [
    {
      method: 'GET',
      path: module.url('parent-list'),
      title: [`${zh}：字典分页`, `${en}: dictionaries, page by page`],
      describes: { query: conditions },
      answer: page,
      permission: module.permission('list'),
      /** Dictionaries, page by page. */
      async handle(cx, { params }) {
        const page = await rows(cx).page({ ...params, parentId: undefined, parentId_equal: '0' });
        return { ...page, records: await presentAll(served(), cx, page.records) };
      },
    },
    defineCall({
      method: 'GET',
      path: module.url('child-list'),
      title: [`${zh}：字典项分页`, `${en}: entries of a dictionary, page by page`],
      query: { parentId: id() },
      describes: { query: conditions },
      answer: page,
      permission: module.permission('list'),
      /** Entries of one dictionary, page by page. */
      async handle(cx, { params, input: { parentId } }) {
        const page = await rows(cx).page({ ...params, parentId: undefined, parentId_equal: parentId });
        return { ...page, records: await presentAll(served(), cx, page.records) };
      },
    }),
    defineCall({
      method: 'GET',
      path: module.url('dictionary'),
      title: [`${zh}：按编号取未封存的字典项`, `${en}: entries that are not sealed, by code`],
      query: { code: freeText() },
      answer: list(entry),
      permission: 'signedIn',
      /** The enabled entries of a dictionary, in order. */
      async handle(cx, { input: { code: wanted } }) {
        const read = () => entriesOf(cx, module, wanted);
        // A scope of the person may leave entries out.
        const isWhole = !(await narrowsRows(cx, module)) && (await hiddenFields(cx, module)).size === 0;
        return isWhole ? cx.remembered(`${module.name} ${wanted}`, read) : read();
      },
    }),
  ];
}

export function serveDictionary(module: typeof dict, table: keyof Tables): ServerModule {
  const served: ServerModule = defineServerModule(module, {
    table,
    defaultSort: [
      ['sort', 'asc'],
      ['id', 'asc'],
    ],

    async saving(next, cx, before) {
      const above = isHead(next) ? undefined : await cx.rows(module).get(next.parentId!);
      if (above && !isHead(above)) refuse('tree.noParent');
      // An entry has the code of its dictionary, and a dictionary no key.
      const code = above?.code ?? next.code;
      const dictKey = above ? next.dictKey : headKey;
      if (above && (!dictKey || dictKey === headKey))
        throw new Refusal(
          'invalid',
          { text: problemText(module.fields.dictKey, 'required', cx.language) },
          { dictKey: 'required' },
        );
      if (before && isBuiltIn(before) && (before.code !== code || before.dictKey !== dictKey)) refuse('dict.builtIn');
      await cx.exclusive(`unique ${module.name}`, module.scope);
      if (await cx.rows(module).has({ code, dictKey }, next.id)) refuse('dict.keyTaken');
      return { code, dictKey };
    },

    async saved(row, cx, before) {
      if (!before || before.code === row.code || !isHead(row)) return;
      for (const entry of await cx.rows(module).find({ parentId: row.id }))
        await cx.rows(module).update(entry, { code: row.code });
    },

    async removing(doomed) {
      if (doomed.some(isBuiltIn)) refuse('dict.builtIn');
    },

    calls: callsFor(module as unknown as Module, () => served),
  });
  return served;
}
