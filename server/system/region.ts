import { type Region, region, regionRoot } from '../../contract/modules/system/region';
import type { Module } from '../../contract/schema/module';
import { schemasOf } from '../engine/callSchemas';
import { defineServerModule, presentAll, type ServerModule } from '../engine/serverModule';
import { defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { problemRefusal, refuse } from '../kernel/errors';
import { freeText, list, optional, shape, text, whole } from '../kernel/schemas';

/** The ancestors of a division: its own level's code and name, and those of all above it. */
function lineOf(next: Region, above: Record<string, unknown> | undefined) {
  const levels = ['province', 'city', 'district', 'town', 'village'] as const;
  const line: Record<string, unknown> = {};
  for (const [index, level] of levels.entries()) {
    const isOwn = index + 1 === Number(next.level);
    line[`${level}Code`] = isOwn ? next.code : (above?.[`${level}Code`] ?? '');
    line[`${level}Name`] = isOwn ? next.name : (above?.[`${level}Name`] ?? '');
  }
  return line;
}

function childrenOf(cx: Context, code: string) {
  return cx.rows(region).every({ parentCode_equal: code });
}

const served: ServerModule = defineServerModule(region, {
  table: 'sys_region',
  erases: true,
  key: 'code',
  unique: [['code']],
  defaultSort: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],

  /** Its code is its key: saving a known one changes it. */
  async saving(next, cx, before) {
    if (before && next.code !== before.code) refuse('badParameter', { name: 'code' });
    // The history keeps the number of a code: with a zero in front it would be that of another division.
    if (!before && !/^[1-9]\d{0,11}$/.test(next.code)) throw problemRefusal(region, 'code', 'badFormat', cx.language);
    const above = next.parentCode === '0' ? undefined : await cx.rows(region).get(next.parentCode);
    return {
      id: next.code,
      ancestors: above ? `${(above as unknown as { ancestors: string }).ancestors},${above.code}` : '0',
      ...lineOf(next, above as never),
    };
  },

  calls: [
    defineCall({
      method: 'GET',
      path: region.url('select'),
      title: ['下级区划', 'The divisions right below one; those of the country unless told'],
      query: { code: optional(freeText()) },
      answer: list(schemasOf(region as unknown as Module).record),
      permission: 'signedIn',
      async handle(cx, { input: { code = regionRoot } }) {
        const rows = await childrenOf(cx, code);
        return presentAll(served, cx, rows);
      },
    }),
    defineCall({
      method: 'GET',
      path: region.url('line'),
      title: ['区划及其上级', 'A division and all above it, from the top'],
      query: { code: freeText() },
      answer: list(shape({ code: text(), name: text(), level: whole() })),
      permission: 'signedIn',
      async handle(cx, { input }) {
        const rows = cx.rows(region);
        const row = (await rows.get(input.code)) ?? refuse('notFound');
        const above = (row as unknown as { ancestors: string }).ancestors.split(',').filter((code) => code !== '0');
        const line = await Promise.all(above.map((code) => rows.get(code)));
        return [...line, row].flatMap((one) => (one ? [{ code: one.code, name: one.name, level: one.level }] : []));
      },
    }),
  ],
});
export default served;
