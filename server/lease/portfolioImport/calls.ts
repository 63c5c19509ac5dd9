/** Calls of a portfolio’s import beyond its list. */
import { sql } from 'kysely';
import Type from 'typebox';
import {
  closingNames,
  decisions,
  inOrder,
  type OldRow,
  type PlannedRow,
} from '../../../contract/domain/portfolio/plans';
import { type Language, textIn } from '../../../contract/domain/text';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { importStates, type PortfolioImport, portfolioImport } from '../../../contract/modules/lease/portfolioImport';
import {
  type ComparedRow,
  type ComparedSide,
  type DifferingOrder,
  type OrdersPage,
  orderGroups,
  type ShownFault,
} from '../../../contract/wire/portfolio/answers';
import { mostPortfolioBytes } from '../../../contract/wire/portfolio/sheets';
import { templateWords } from '../../../contract/wire/transfer';
import { writeAudit } from '../../engine/audit/entries';
import { hidesAny } from '../../engine/rights/scopes';
import { type Call, defineCall, languageOf } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { heldFile } from '../../kernel/files/heldFile';
import {
  amount,
  count,
  day,
  done,
  id,
  idList,
  list,
  nullable,
  oneOf,
  optional,
  shape,
  text,
  whole,
  words,
} from '../../kernel/schemas';
import { contentTypes, type SheetColumn } from '../../kernel/sheets/sheet';
import { writeXlsx } from '../../kernel/sheets/xlsxWriter';
import { refuseBlind } from '../bankStatement/candidates';
import { closedUntil } from '../ledger/accounts';
import { startCheck } from './checking';
import { faultsOf } from './faults';
import { preparedPortfolio, type ReadPortfolio } from './reading';
import { reconciliationOf } from './reconciling';
import { askToPost } from './starting';
import { keepParts } from './store';
import { writeTemplate } from './template';

const permission = portfolioImport.permission('list');

async function refuseUnseen(cx: Context): Promise<void> {
  await refuseBlind(cx);
  const hidden =
    (await hidesAny(cx, order, 'totalAmount')) || (await hidesAny(cx, customer, 'realName', 'tel', 'idNo'));
  if (hidden) refuse('amountsHidden');
}

/** An import that the person may read: what its rows say is what orders and instalments say, to all but who brought it. */
async function heldImport(cx: Context, which: string): Promise<PortfolioImport> {
  const row = (await cx.rows(portfolioImport).get(which)) ?? refuse('notFound');
  if ((row as { createUser?: string }).createUser !== cx.principal?.userId) await refuseUnseen(cx);
  return row as PortfolioImport;
}

const uploading: Call[] = [
  defineCall({
    method: 'GET',
    path: portfolioImport.url('template'),
    title: ['下载存量模板', 'The workbook of a portfolio, to be filled in'],
    answer: 'file',
    permission: 'portfolioImport_upload',
    async handle({ language }) {
      return { language };
    },
    send(answer) {
      const { language } = answer as { language: Language };
      const name = `${textIn(portfolioImport.label, language)}_${textIn(templateWords.template, language)}.xlsx`;
      return { name, contentType: contentTypes.xlsx, parts: writeTemplate(language) };
    },
  }),
  defineCall({
    method: 'POST',
    path: portfolioImport.url('upload'),
    title: ['上传存量', 'Upload the workbook of a portfolio, to be checked'],
    query: { takeoverDate: day() },
    answer: shape({ id: id(), isKnownFile: Type.Boolean() }),
    permission: 'portfolioImport_upload',
    bodyLimit: mostPortfolioBytes + 64 * 1024,
    mostAnHour: 60,
    receive: (asked) => heldFile(asked, mostPortfolioBytes),
    prepare: ({ held, request }) => preparedPortfolio(held!.bytes, languageOf(request)),
    async handle(cx, { held, prepared, input: { takeoverDate } }) {
      const { content, refusal } = prepared as { content?: ReadPortfolio; refusal?: Error };
      if (!content) throw refusal;
      if (takeoverDate > cx.today) refuse('portfolio.future');
      const closed = await closedUntil(cx);
      if (closed !== null && takeoverDate <= closed) refuse('portfolio.closed', { date: closed });
      await cx.exclusive('portfolio.upload');
      const [same] = await cx.rows(portfolioImport).find({ sha256: held!.sha256 });
      // Who does not see it learns no more than that it cannot be imported.
      if (same && !(await cx.rows(portfolioImport).get(same.id))) refuse('notYours');
      if (same) return { id: same.id, isKnownFile: true };
      const row = await cx.rows(portfolioImport).insert({
        fileName: held!.originalName.slice(0, 200),
        sha256: held!.sha256,
        takeoverDate,
        customerCount: content.customers.length,
        orderCount: content.orders.length,
        rowCount: content.rowCount,
      });
      await keepParts(cx, row.id, content);
      await startCheck(cx, row.id);
      return { id: row.id, isKnownFile: false };
    },
  }),
];

const fault = shape({ seq: whole(), level: whole(), sheet: text(), row: whole(), column: text(), text: text() });
/** Rows of the file of faults: all that are kept. */
const mostInFile = 5_000;

const finding: Call[] = [
  defineCall({
    method: 'GET',
    path: portfolioImport.url('faults'),
    title: ['检查结果', 'What the check has found'],
    query: { id: id(), level: optional(oneOf('1', '2')), current: count(1, 100_000), size: count(50, 200) },
    answer: shape({ records: list(fault), total: whole() }),
    permission,
    async handle(cx, { input: { id: importId, level, current, size } }) {
      await heldImport(cx, importId);
      return faultsOf(cx, importId, { level: Number(level ?? 0), most: size, from: (current - 1) * size });
    },
  }),
  defineCall({
    method: 'GET',
    path: portfolioImport.url('faults-file'),
    title: ['下载检查结果', 'The same as a workbook'],
    query: { id: id() },
    answer: 'file',
    permission,
    async handle(cx, { input: { id: importId } }) {
      const row = await heldImport(cx, importId);
      writeAudit(cx, portfolioImport, row, [], { action: 'export' });
      const { records } = await faultsOf(cx, importId, { level: 0, most: mostInFile, from: 0 });
      return { records, language: cx.language, name: row.fileName ?? row.id };
    },
    send(answer) {
      const { records, language, name } = answer as { records: ShownFault[]; language: Language; name: string };
      const heads = [
        ['级别', 'Level'],
        ['表', 'Sheet'],
        ['行', 'Row'],
        ['列', 'Column'],
        ['说明', 'What'],
      ] as const;
      const columns = heads.map((head): SheetColumn => ({ head: textIn(head, language), kind: 'text' }));
      const levels = { 1: ['错误', 'Fault'], 2: ['提示', 'Note'] } as const;
      const rows = records.map((one) => [
        textIn(levels[one.level as 1 | 2], language),
        one.sheet,
        one.row === 0 ? '' : String(one.row),
        one.column,
        one.text,
      ]);
      const title = textIn(['检查结果', 'Check'], language);
      return {
        name: `${name.replace(/\.xlsx$/i, '')}_${title}.xlsx`,
        contentType: contentTypes.xlsx,
        parts: writeXlsx([{ name: title, columns, rows: [rows] }]),
      };
    },
  }),
];

const groups = {
  undecided: sql`decision is null`,
  decided: sql`decision is not null`,
  all: sql`true`,
} as const;
const orderColumns = sql`id, row_no as row, contract_code as "contractCode", customer_name as "customerName",
  product_name as "productName", direction, difference, old_count as "oldCount", new_count as "newCount",
  old_total as "oldTotal", new_total as "newTotal", may_keep as "mayKeep", decision, decided_by as "decidedBy"`;

const side = nullable(
  shape({ period: whole(), paymentDate: day(), principal: amount(), rent: amount(), other: amount(), paid: text() }),
);

/** Rows of both plans side by side: the n-th of a kind beside the n-th. */
function compared(old: readonly OldRow[], next: readonly PlannedRow[]): ComparedRow[] {
  const sideOf = ({ period, paymentDate, principal, rent, other }: PlannedRow, paid: string): ComparedSide => ({
    ...{ period, paymentDate, principal, rent, other, paid },
  });
  const kinds = [...new Set([...old, ...next].map(({ kind }) => kind))].sort((a, b) => a - b);
  return kinds.flatMap((kind) => {
    const [mine, theirs] = [
      inOrder(old.filter((row) => row.kind === kind)),
      inOrder(next.filter((row) => row.kind === kind)),
    ];
    return Array.from({ length: Math.max(mine.length, theirs.length) }, (_, at) => ({
      kind,
      old: mine[at] ? sideOf(mine[at], mine[at].paid) : null,
      next: theirs[at] ? sideOf(theirs[at], '') : null,
    }));
  });
}

const deciding: Call[] = [
  defineCall({
    method: 'GET',
    path: portfolioImport.url('differences'),
    title: ['差异订单', 'Orders whose rebuilt plan differs from that of the older system'],
    query: {
      id: id(),
      group: Type.Unsafe<(typeof orderGroups)[number]>({ ...oneOf(...orderGroups), default: 'all' }),
      difference: count(0, 5),
      current: count(1, 100_000),
      size: count(50, 200),
    },
    answer: shape({
      records: list(
        shape({
          ...{ id: id(), row: whole(), contractCode: text(), customerName: text(), productName: text() },
          ...{ direction: whole(), difference: whole(), oldCount: whole(), newCount: whole() },
          ...{ oldTotal: amount(), newTotal: amount(), mayKeep: Type.Boolean() },
          ...{ decision: nullable(whole()), decidedBy: nullable(text()) },
        }),
      ),
      total: whole(),
      kinds: list(shape({ difference: whole(), count: whole(), undecided: whole() })),
    }),
    permission,
    async handle(cx, { input: { id: importId, group, difference, current, size } }): Promise<OrdersPage> {
      await heldImport(cx, importId);
      const own = sql`tenant_id = ${cx.tenantId} and import_id = ${importId} and difference > 0`;
      const { rows: kinds } = await sql<OrdersPage['kinds'][number]>`
        select difference, count(*)::int as count, (count(*) filter (where decision is null))::int as undecided
        from lease_portfolio_order where ${own} group by difference order by difference`.execute(cx.trx);
      const { rows } = await sql<DifferingOrder & { total: number }>`
        select ${orderColumns}, (count(*) over ())::int as total from lease_portfolio_order
        where ${own} and ${groups[group]} and (${difference} = 0 or difference = ${difference})
        order by row_no, id limit ${size} offset ${(current - 1) * size}`.execute(cx.trx);
      return { records: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0, kinds };
    },
  }),
  defineCall({
    method: 'GET',
    path: portfolioImport.url('compare'),
    title: ['逐行比对', 'The rows of an order, those of the older system beside the rebuilt ones'],
    query: { id: id(), orderId: id() },
    answer: list(shape({ kind: whole(), old: side, next: side })),
    permission,
    async handle(cx, { input: { id: importId, orderId } }) {
      await heldImport(cx, importId);
      const { rows } = await sql<{ old: OldRow[]; next: PlannedRow[] }>`
        select old_rows as old, new_rows as next from lease_portfolio_order
        where tenant_id = ${cx.tenantId} and import_id = ${importId} and id = ${orderId}`.execute(cx.trx);
      const [found] = rows;
      return found ? compared(found.old, found.next) : refuse('notFound');
    },
  }),
  defineCall({
    method: 'POST',
    path: portfolioImport.url('decide'),
    title: ['决定差异', 'Which rows hold: of chosen orders, or of all that differ in one way'],
    body: { id: id(), ids: idList(2000), difference: count(0, 5), decision: oneOf(1, 2) },
    answer: shape({ decided: whole(), refused: whole() }),
    permission: 'portfolioImport_decide',
    async handle(cx, { input: { id: importId, ids, difference, decision } }) {
      await heldImport(cx, importId);
      const [row] = (await cx.rows(portfolioImport).lock([importId])) as PortfolioImport[];
      if (!row) return refuse('notFound');
      if (row.state !== importStates.checked) refuse('portfolio.otherState');
      await cx.approvals.refusePending(portfolioImport, [importId]);
      if (ids.length === 0 && difference === 0) refuse('missingParameter', { name: 'ids' });
      const own = sql`tenant_id = ${cx.tenantId} and import_id = ${importId} and difference > 0
        and ${ids.length > 0 ? sql`id = any(${ids}::bigint[])` : sql`difference = ${difference}`}`;
      const { rows: unfit } = await sql<{ code: string }>`
        select contract_code as code from lease_portfolio_order
        where ${own} and ${decision === decisions.keep} and not may_keep order by row_no`.execute(cx.trx);
      if (unfit[0] && ids.length > 0) refuse('portfolio.cannotKeep', { code: unfit[0].code });
      const { numAffectedRows } = await sql`
        update lease_portfolio_order
        set decision = ${decision}, decided_by = ${cx.actor}, decided_time = ${cx.time}
        where ${own} and (${decision !== decisions.keep} or may_keep)`.execute(cx.trx);
      const decided = Number(numAffectedRows ?? 0);
      writeAudit(cx, portfolioImport, row, [], { action: 'approve', reason: `${decided} → ${decision}` });
      return { decided, refused: unfit.length };
    },
  }),
];

const line = shape({
  name: oneOf(...closingNames),
  old: amount(),
  next: amount(),
  difference: amount(),
  unproved: amount(),
});

export const portfolioCalls: Call[] = [
  ...uploading,
  ...finding,
  ...deciding,
  defineCall({
    method: 'GET',
    path: portfolioImport.url('reconciliation'),
    title: ['期末核对', 'Closing figures of the older system beside those of this one'],
    query: { id: id() },
    answer: shape({
      orders: whole(),
      lines: list(line),
      products: list(shape({ productName: text(), direction: whole(), orders: whole(), lines: list(line) })),
    }),
    permission,
    async handle(cx, { input: { id: importId } }) {
      await heldImport(cx, importId);
      return reconciliationOf(cx, importId);
    },
  }),
  defineCall({
    method: 'POST',
    path: portfolioImport.url('post'),
    foretells: true,
    title: ['存量入账', 'Post a checked portfolio, or ask another person to approve it'],
    body: { id: id(), reason: optional(words()) },
    answer: done,
    permission: 'portfolioImport_post',
    async handle(cx, { input: { id: importId, reason = '' } }) {
      await heldImport(cx, importId);
      const [row] = (await cx.rows(portfolioImport).lock([importId])) as PortfolioImport[];
      if (!row) return refuse('notFound');
      await askToPost(cx, row, reason.trim().slice(0, 500));
      return true;
    },
  }),
];
