import { type RawBuilder, sql } from 'kysely';
import { label, textIn } from '../../contract/domain/text';
import { moduleNamed } from '../../contract/modules';
import { attach, type Attach as Row } from '../../contract/modules/resource/attach';
import { findAttach } from '../engine/files/fileLife';
import { usesOf } from '../engine/files/fileUses';
import { hidesAny, isScoped } from '../engine/rights/scopes';
import { defineServerModule } from '../engine/serverModule';
import { defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { fileName } from '../kernel/files/fileNames';
import { id, list, shape, text, whole } from '../kernel/schemas';
import { uploadCalls } from './uploads';

/**
 * Whether the file may be opened from the list of files. That of a record is opened from the record, which may hide it;
 * administrators, whom no data scope binds, open it here as well.
 */
function mayOpen({ principal }: Context, row: Pick<Row, 'isLibrary' | 'createUser'>): boolean {
  if (!principal) return false;
  return row.isLibrary === 1 || row.createUser === principal.userId || principal.isSuper || principal.isAdmin;
}

/** Records that have files, by their columns. */
const holders = [
  { module: 'picture', table: 'lease_picture', row: 'attach_id' },
  { module: 'fascContract', table: 'lease_contract', row: 'pdf_id' },
  { module: 'fascContract', table: 'lease_contract', row: 'signed_pdf_id' },
  { module: 'loanInformation', table: 'lease_loan_information', row: 'attach_id' },
] as const;

/**
 * Where a data scope binds the person: the files of the library, their own, and those that a record has now. One that a
 * record had before may have been of a record that they do not see.
 */
async function ofKnownRecords(cx: Context): Promise<RawBuilder<boolean> | undefined> {
  if (!(await isScoped(cx))) return undefined;
  const held = holders.map(
    ({ table, row }) => sql`id in (
      select ${sql.ref(row)} from ${sql.table(table)} where tenant_id = ${cx.tenantId} and ${sql.ref(row)} is not null)`,
  );
  return sql`(is_library = 1 or create_user = ${cx.principal!.userId} or ${sql.join(held, sql` or `)})`;
}

/** A contract is kept under its number. */
async function namesShown(cx: Context): Promise<Record<string, RawBuilder<boolean>>> {
  const served = cx.tableOf('fascContract');
  if (!served || !(await hidesAny(cx, served.module, 'contractNumber'))) return {};
  const papers = holders.flatMap(({ module, table, row }) =>
    module === 'fascContract'
      ? [
          sql`select ${sql.ref(row)} from ${sql.table(table)} where tenant_id = ${cx.tenantId} and ${sql.ref(row)} is not null`,
        ]
      : [],
  );
  return { originalName: sql<boolean>`id not in (${sql.join(papers, sql` union all `)})` };
}

const others = label('另有 {n} 条您无权查看的记录', '{n} more records that you have no access to');

/** The uses of a file in one sentence. */
function usesText(cx: Context, { records, others: more }: Awaited<ReturnType<typeof usesOf>>): string {
  const named = records.slice(0, 5).map(({ entity, title }) => {
    const { zh, en } = moduleNamed(entity)!.label;
    return cx.language === 'zh' ? `${zh} ${title}` : `${en} ${title}`;
  });
  const rest = records.length - named.length + more;
  if (rest > 0) named.push(textIn(others, cx.language).replace('{n}', String(rest)));
  return named.join(cx.language === 'zh' ? '、' : ', ');
}

export default defineServerModule(attach, {
  table: 'attach',
  list: 'attach_list',
  columns: { attachSize: 'size' },
  unstored: ['link', 'domain'],
  shownIf: namesShown,
  madeOf: holders.map(({ module, ...through }) => ({ module, column: 'id', through })),
  narrows: ofKnownRecords,
  defaultSort: [
    ['create_time', 'desc'],
    ['id', 'desc'],
  ],

  async saving(next, _cx, before) {
    if (!before) return refuse('attach.byUpload');
    return { originalName: fileName(next.originalName, before.contentType ?? '') };
  },

  async removing(doomed, cx) {
    for (const row of doomed) {
      const uses = await usesOf(cx, row.id);
      if (uses.records.length + uses.others > 0)
        refuse('attach.inUse', { name: row.originalName, uses: usesText(cx, uses) });
    }
  },

  showing: async (row, cx) => ({
    ...row,
    link:
      mayOpen(cx, row) && (await cx.may('attach_download'))
        ? cx.deps.files.link(cx.tenantId, row.id, cx.deps.now())
        : null,
    domain: cx.deps.settings.publicUrl || null,
  }),

  calls: [
    defineCall({
      method: 'GET',
      path: attach.url('uses'),
      title: ['附件被哪些记录使用', 'Where an attachment is used'],
      query: { id: id() },
      answer: shape({ records: list(shape({ entity: text(), id: text(), title: text() })), others: whole() }),
      permission: 'attach',
      async handle(cx, { input }) {
        if (!(await cx.rows(attach).get(input.id))) refuse('notFound');
        return usesOf(cx, input.id);
      },
    }),
    defineCall({
      method: 'GET',
      path: attach.url('download'),
      title: ['取附件的下载链接', 'A link that downloads an attachment'],
      query: { id: id() },
      answer: shape({ link: text() }),
      permission: 'attach_download',
      async handle(cx, { input }) {
        const row = (await cx.rows(attach).get(input.id)) ?? refuse('notFound');
        if (!(await findAttach(cx, row.id))) refuse('notFound');
        if (!mayOpen(cx, row)) refuse('forbidden', { permission: 'attach_download' });
        return { link: `${cx.deps.files.link(cx.tenantId, row.id, cx.deps.now())}&d=1` };
      },
    }),
    ...uploadCalls,
  ],
});
