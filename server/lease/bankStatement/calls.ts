/** Calls of bank statements beyond their list. */
import Type from 'typebox';
import { reasons } from '../../../contract/domain/bank/match';
import { passedOver, type ReadFile } from '../../../contract/domain/bank/statement';
import { mostFileBytesImported } from '../../../contract/domain/files/lists';
import { type BankStatement, bankStatement, chainStates } from '../../../contract/modules/lease/bankStatement';
import { lineGroups } from '../../../contract/wire/bank/lines';
import { type Call, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { isStoredId } from '../../kernel/ids';
import {
  amount,
  confirmedTrial,
  count,
  day,
  done,
  flag,
  id,
  idList,
  ids,
  list,
  nullable,
  oneOf,
  optional,
  shape,
  text,
  whole,
  words,
} from '../../kernel/schemas';
import { outcome, takenBack } from '../ledger/schemas';
import { assignLine } from './assigning';
import { refuseBlind } from './candidates';
import { confirmClear, confirmLines, matchAgain } from './confirming';
import { ignoreLines } from './ignoring';
import { importFile } from './importing';
import { type Prepared, prepared, receiveBankFile, statementsIn } from './reading';
import { withSeenProposals } from './seen';
import { linesPage, lockLines, type StoredLine } from './store';
import { undoLines } from './undoing';

/** Lines of one call. */
const mostLines = 2000;
/** Reversals of one call: each is a piece of work of its own. */
const mostUndone = 100;

const proposal = shape({
  customerId: nullable(id()),
  customerName: text(),
  shares: list(shape({ planId: id(), orderId: id(), contractCode: text(), period: whole(), amount: amount() })),
  rest: amount(),
  receiptId: nullable(id()),
  reasons: list(
    shape({
      code: oneOf(...(Object.keys(reasons) as (keyof typeof reasons)[])),
      values: optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
    }),
  ),
});
const bankLine = shape({
  id: id(),
  lineNo: whole(),
  direction: whole(),
  valueDate: day(),
  amount: amount(),
  partyName: text(),
  partyAccount: text(),
  purpose: text(),
  serialNo: text(),
  state: whole(),
  verdict: whole(),
  proposals: list(proposal),
  receiptId: nullable(id()),
  receiptNo: nullable(text()),
  reason: text(),
  doneBy: text(),
});
const confirmed = shape({
  booked: whole(),
  linked: whole(),
  amount: amount(),
  late: amount(),
  instalments: amount(),
  rest: amount(),
  batchNo: nullable(text()),
  trial: text(),
});

/** A statement whose balance follows from the one before, or whose gap is explained: its lines may be booked. */
async function provenStatement(cx: Context, statementId: string): Promise<BankStatement> {
  const statement = await statementOf(cx, statementId);
  const { chain, gap } = (await cx.rows(bankStatement).get(statementId)) as BankStatement;
  if (chain === chainStates.gap) refuse('bank.gapFirst', { amount: gap ?? '' });
  return statement;
}

/** The statement, within the person's data scopes. */
async function statementOf(cx: Context, statementId: string): Promise<BankStatement> {
  return ((await cx.rows(bankStatement).hold(statementId)) as BankStatement | undefined) ?? refuse('notFound');
}
function reasonOf(reason: string): string {
  const said = reason.trim().slice(0, 500);
  return said === '' ? refuse('order.reasonNeeded') : said;
}
/** Chosen lines with the number of the answer that is taken, by their ids. */
function chosenIn({ lines }: Record<string, unknown>): Map<string, number> {
  if (lines === undefined || lines === null) return new Map();
  if (!Array.isArray(lines)) return refuse('badParameter', { name: 'lines' });
  if (lines.length > mostLines) refuse('tooMany', { limit: mostLines });
  return new Map(
    lines.map((one: unknown) => {
      const { id: lineId, proposal: at = 0 } = (one ?? {}) as Record<string, unknown>;
      if (typeof lineId !== 'string' || !isStoredId(lineId) || !Number.isInteger(at))
        return refuse('badParameter', { name: 'lines' });
      return [lineId, at as number];
    }),
  );
}
async function chosenLines(cx: Context, statementId: string, wanted: string[]): Promise<StoredLine[]> {
  const lines = await lockLines(cx, statementId, { ids: wanted });
  return lines.length < new Set(wanted).size ? refuse('notYours') : lines;
}

const confirming: Call[] = [
  defineCall({
    method: 'POST',
    path: bankStatement.url('confirm'),
    foretells: true,
    title: ['确认入账', 'Book lines: chosen ones by their matches or as unclaimed, or all that are clear'],
    body: {
      statementId: id(),
      all: flag('全部明确匹配的流水', 'All lines with one clear match'),
      asUnclaimed: flag('登记为待认领', 'As unclaimed money'),
      reason: optional(words(undefined, '提前或跳期入账时必填', 'Needed for instalments out of turn')),
      dryRun: flag('只试算，不写入', 'Say what it would be booked to, and write nothing'),
      trial: confirmedTrial(),
    },
    describes: {
      body: Type.Object({
        lines: Type.Optional(Type.Array(Type.Object({ id: id(), proposal: Type.Optional(whole()) }))),
      }),
    },
    answer: confirmed,
    permission: 'bankStatement_confirm',
    async handle(cx, { input: { statementId, all, asUnclaimed, reason = '', dryRun, trial }, body }) {
      const statement = await provenStatement(cx, statementId);
      const how = { reason: reason.slice(0, 500), isTrial: dryRun, trial };
      if (all) return confirmClear(cx, statement, how);
      const chosen = chosenIn(body);
      if (chosen.size === 0) refuse('missingParameter', { name: 'lines' });
      return confirmLines(cx, statement, chosen, { ...how, asUnclaimed });
    },
  }),
  defineCall({
    method: 'POST',
    path: bankStatement.url('assign'),
    foretells: true,
    title: ['手工指定', 'Book a line to orders or a customer that a person chooses'],
    body: {
      statementId: id(),
      id: id(),
      orderIds: idList(100),
      customerId: optional(id()),
      rest: optional(oneOf('prepaid', 'unclaimed')),
      reason: optional(words(undefined, '用他人款项入账时必填', 'Needed for the money of another customer')),
      dryRun: flag('只试算，不写入', 'Say what it would be booked to, and write nothing'),
      trial: confirmedTrial(),
    },
    answer: shape(outcome),
    permission: 'bankStatement_confirm',
    async handle(cx, { input }) {
      const { statementId, id: lineId, orderIds, customerId = null, rest = 'unclaimed', ...how } = input;
      const { reason = '', dryRun, trial } = how;
      const statement = await provenStatement(cx, statementId);
      const [line] = await chosenLines(cx, statementId, [lineId]);
      const asked = { orderIds, customerId, rest, trial, reason: reason.slice(0, 500), isTrial: dryRun };
      return assignLine(cx, statement, line!, asked);
    },
  }),
  defineCall({
    method: 'POST',
    path: bankStatement.url('ignore'),
    foretells: true,
    title: ['忽略流水', 'Lines that need no booking, with the reason'],
    body: { statementId: id(), ids: ids(mostLines), reason: words() },
    answer: done,
    permission: 'bankStatement_ignore',
    async handle(cx, { input: { statementId, ids: wanted, reason } }) {
      const statement = await statementOf(cx, statementId);
      const said = reasonOf(reason);
      const lines = await chosenLines(cx, statementId, wanted);
      await ignoreLines(cx, statement, lines, said);
      return true;
    },
  }),
  defineCall({
    method: 'POST',
    path: bankStatement.url('undo'),
    title: ['撤销处理', 'Lines become open again: their receipts are reversed, by another person or with approval'],
    body: {
      statementId: id(),
      ids: ids(mostUndone),
      reason: optional(words(undefined, '办理时必填', 'Needed unless it is only tried')),
      dryRun: flag('只试算，不写入', 'Say what it would open again, and write nothing'),
      trial: confirmedTrial(),
    },
    answer: shape({ ...takenBack, receipts: whole(), amount: amount(), waiting: whole() }),
    permission: 'bankStatement_undo',
    async handle(cx, { input: { statementId, ids: wanted, reason = '', dryRun, trial } }) {
      const statement = await statementOf(cx, statementId);
      const said = dryRun ? '' : reasonOf(reason);
      const lines = await chosenLines(cx, statementId, wanted);
      return undoLines(cx, statement, lines, { reason: said, isTrial: dryRun, trial });
    },
  }),
  defineCall({
    method: 'POST',
    path: bankStatement.url('rematch'),
    title: ['重新匹配', 'Look for matches of the open lines again'],
    body: { id: id() },
    answer: done,
    permission: 'bankStatement_confirm',
    async handle(cx, { input: { id: statementId } }) {
      await matchAgain(cx, await statementOf(cx, statementId));
      return true;
    },
  }),
];

export const bankCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: bankStatement.url('upload'),
    title: ['导入流水', 'Import a statement of a bank'],
    answer: shape({
      statementId: nullable(id()),
      isKnownFile: Type.Boolean(),
      added: whole(),
      stray: whole(),
      known: whole(),
      matched: whole(),
      offered: whole(),
      unclaimed: whole(),
      statements: whole(),
      file: shape({
        statements: whole(),
        held: whole(),
        read: whole(),
        passed: shape(
          Object.fromEntries(Object.keys(passedOver).map((why) => [why, optional(whole())])) as Record<
            keyof typeof passedOver,
            ReturnType<typeof optional<ReturnType<typeof whole>>>
          >,
        ),
        otherSheets: list(text()),
      }),
    }),
    permission: 'bankStatement_upload',
    bodyLimit: mostFileBytesImported + 64 * 1024,
    mostAnHour: 200,
    receive: receiveBankFile,
    prepare: ({ held }) => prepared(() => statementsIn(held!.bytes)),
    async handle(cx, { held, prepared: read }) {
      const { content, refusal } = read as Prepared<ReadFile>;
      if (!content) throw refusal;
      return importFile(cx, { name: held!.originalName, sha256: held!.sha256 }, content);
    },
  }),
  defineCall({
    method: 'GET',
    path: bankStatement.url('lines'),
    title: ['流水明细', 'Lines of a statement'],
    query: {
      statementId: id(),
      group: Type.Unsafe<(typeof lineGroups)[number]>({ ...oneOf(...lineGroups), default: 'all' }),
      current: count(1, 100_000),
      size: count(50, 200),
    },
    answer: shape({
      records: list(bankLine),
      total: whole(),
      counts: shape({ matched: whole(), offered: whole(), unclaimed: whole(), done: whole(), all: whole() }),
    }),
    permission: bankStatement.permission('list'),
    async handle(cx, { input: { statementId, ...page } }) {
      await refuseBlind(cx);
      if (!(await cx.rows(bankStatement).get(statementId))) refuse('notFound');
      const found = await linesPage(cx, statementId, page);
      return { ...found, records: await withSeenProposals(cx, found.records) };
    },
  }),
  ...confirming,
];
