import { sql } from 'kysely';
import Type from 'typebox';
import { iconNames } from '../../contract/domain/icons/names';
import { type CodeSetting, code } from '../../contract/modules/develop/code';
import { judgeModel, type Model } from '../../contract/schema/modelled';
import { menuFolders } from '../../contract/wire/menus';
import { defineServerModule } from '../engine/serverModule';
import { type Call, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { problemRefusal, refuse } from '../kernel/errors';
import { freeText, id, ids, list, optional, shape, text } from '../kernel/schemas';
import { archiveFiles, zipped, zipType } from './generator/archive';
import { type Manifest, manifestOf } from './generator/files';
import { fitTogether } from './generator/product';
import { fileName, type GeneratedFile, type Setting } from './generator/setting';
import { readModel } from './models';

/** Modules of one zip. */
const mostAtOnce = 50;
const longestName = code.fields.codeName.maxLength!;

function settingOf(row: CodeSetting): Setting {
  const { area, moduleName, serviceName, menuUnder, icon, migration } = row;
  return { area, moduleName, serviceName, menuUnder, icon, migration };
}

/** What is wrong with a model, by the names of its fields. */
function toldProblems(model: Model): string {
  return Object.keys(judgeModel(model))
    .map((path) => {
      const [, index, member] = /^fields\.(\d+)\.(\w+)$/.exec(path) ?? [];
      const field = index === undefined ? undefined : model.fields[Number(index)];
      return field ? `${field.name || Number(index) + 1}.${member}` : path;
    })
    .join(', ');
}

/** The modules of these settings, in their order; refused where they do not fit together, or into the product. */
async function generated(cx: Context, rows: readonly CodeSetting[]): Promise<Manifest[]> {
  const chosen = [];
  for (const row of [...rows].sort((a, b) => a.migration - b.migration || Number(BigInt(a.id) - BigInt(b.id)))) {
    const { model } = await readModel(cx, row.modelId);
    const problems = toldProblems(model);
    if (problems) refuse('code.badModel', { name: row.codeName, text: problems });
    chosen.push({ name: row.codeName, setting: settingOf(row), model });
  }
  const fit = await fitTogether(cx, chosen);
  return fit.map(({ model, setting, targets }) => manifestOf(model, setting, targets));
}

/** `车辆` becomes `车辆-copy`, and `车辆-copy-2` where that is taken. */
async function copiedName(cx: Context, name: string): Promise<string> {
  const rows = cx.rows(code);
  await cx.exclusive('code name');
  for (let turn = 1; ; turn++) {
    const ending = turn === 1 ? '-copy' : `-copy-${turn}`;
    const next = `${name.slice(0, longestName - ending.length)}${ending}`;
    if (!(await rows.has({ codeName: next }))) return next;
  }
}

/** The number behind the last one that a setting of the tenant has. */
async function nextMigration({ trx, tenantId }: Context): Promise<number> {
  const { last } = await trx
    .selectFrom('develop_code')
    .select(sql<number | null>`max(migration)`.as('last'))
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', 0)
    .executeTakeFirstOrThrow();
  return Math.min((last ?? 899) + 1, code.fields.migration.max!);
}

const copyCall = defineCall({
  method: 'POST',
  path: code.url('copy'),
  title: ['复制生成设置', 'Copy a setting of the generator'],
  query: { id: id() },
  answer: Type.Boolean(),
  permission: 'code_copy',
  async handle(cx, { input }) {
    const row = (await cx.rows(code).get(input.id)) ?? refuse('notYours');
    await cx.rows(code).insert({
      ...settingOf(row),
      codeName: await copiedName(cx, row.codeName),
      modelId: row.modelId,
      remark: row.remark,
      migration: await nextMigration(cx),
    });
    return true;
  },
});

const generateCall = defineCall({
  method: 'POST',
  path: code.url('gen-code'),
  title: ['生成代码：一个 zip，含所选的全部模块', 'Generate code: one zip with all chosen modules'],
  query: {
    ids: ids(mostAtOnce),
    system: optional(freeText('模板系列；任何值结果相同', 'Family of templates; the result is the same for any')),
  },
  answer: 'file',
  permission: 'code_generate',
  async handle(cx, { input }) {
    const rows = await cx.rows(code).lock(input.ids);
    if (rows.length !== new Set(input.ids).size) refuse('notYours');
    const manifests = await generated(cx, rows);
    for (const row of rows) await cx.rows(code).update(row, { generatedTime: cx.time }, { action: 'generate' });
    const name = manifests.length === 1 ? fileName(manifests[0]!.setting) : 'modules';
    return { name: `${name}.zip`, files: archiveFiles(manifests) };
  },
  send(made) {
    const { name, files } = made as { name: string; files: GeneratedFile[] };
    return { name, contentType: zipType, parts: zipped(files) };
  },
});

const previewCall = defineCall({
  method: 'GET',
  path: code.url('preview'),
  title: ['预览将生成的文件', 'The files that would be generated'],
  query: { id: id() },
  answer: list(shape({ path: text(), text: text() })),
  permission: 'code_generate',
  async handle(cx, { input }) {
    const row = (await cx.rows(code).get(input.id)) ?? refuse('notYours');
    return (await generated(cx, [row])).flatMap(({ files }) => files);
  },
});

const calls: Call[] = [copyCall, generateCall, previewCall];

export default defineServerModule(code, {
  table: 'develop_code',
  unique: [['codeName']],

  async saving({ menuUnder, icon }, cx) {
    if (!menuFolders.some((menu) => menu.code === menuUnder))
      throw problemRefusal(code, 'menuUnder', 'notAChoice', cx.language);
    if (!(iconNames as readonly string[]).includes(icon)) throw problemRefusal(code, 'icon', 'notAChoice', cx.language);
    return undefined;
  },
  calls,
});
