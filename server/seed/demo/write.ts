/** Writes the demo portfolio into the database, with its printed contracts and pictures. */
import { sql } from 'kysely';
import { instantOf } from '../../../contract/domain/calendar';
import { paperTypes } from '../../../contract/domain/papers/fields';
import type { Customer } from '../../../contract/modules/lease/customer';
import type { Order } from '../../../contract/modules/lease/order';
import { voucherPicType } from '../../../contract/modules/lease/picture';
import { appendEntries } from '../../engine/audit/chain';
import { nameOf } from '../../engine/audit/entries';
import { identityHash } from '../../engine/columns';
import { contextOf } from '../../engine/work';
import { inFull } from '../../esign/contractDoc';
import { linkFirstTemplates } from '../../esign/contractTemplate/first';
import { evidenceOf } from '../../esign/evidence';
import { identityKept } from '../../esign/madeOut';
import { printContract } from '../../esign/paper/printing';
import type { Deps } from '../../kernel/context';
import type { Trx } from '../../kernel/database';
import { htmlOf } from '../../kernel/html';
import type { Sniffed } from '../../kernel/ports';
import { snake } from '../../kernel/table';
import { writeSpans } from '../../lease/ledger/openByDay';
import { type Book, type Draft, paperwork, sales, tenantId } from './book';
import { type Message, notices } from './messages';
import { paperOf } from './papers';
import { drawSample } from './samplePictures';
import { type DemoKeys, keepDemoKeys, type Signed, sealThen, signLater, signThen } from './signatures';

/** Rows of one statement. */
export const atOnce = 500;

export async function insert(trx: Trx, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]; // a row has only the columns that were set on it
  const names = sql.join(columns.map((name) => sql.ref(snake(name))));
  for (let at = 0; at < rows.length; at += atOnce) {
    const chunk = rows
      .slice(at, at + atOnce)
      .map((row) => Object.fromEntries(columns.map((name) => [snake(name), row[name]])));
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(chunk)}::jsonb)`.execute(
      trx,
    );
  }
}

/** Contracts that are signed at the first start, beside all that wait for a customer; a task signs the others. */
export const signedAtOnce = 16;

export interface Print {
  paper: Draft;
  /** What the customer was shown, and the file with the company's seal, while the contract waits. */
  waiting?: { shown: Buffer; sealed: Buffer };
  signed?: Signed;
}

export async function printPapers({ tables, signings }: Book, { authority, seal }: DemoKeys): Promise<Print[]> {
  const keys = { authority, signer: seal.signer };
  const byId = (table: string) => new Map((tables.get(table) ?? []).map((row) => [row.id, row]));
  const [orders, clients] = [byId('lease_order'), byId('lease_customer')];
  const papers = [...(tables.get('lease_contract') ?? [])].sort((a, b) => (a.createTime! < b.createTime! ? 1 : -1));
  const complete = papers.filter(({ status }) => status === 2).slice(0, signedAtOnce);
  const prints: Print[] = [];
  for (const paper of [...papers.filter(({ status }) => status === 1), ...complete]) {
    const row = paperOf(paper);
    const { doc } = row;
    const held = orders.get(String(paper.orderId)) as unknown as Order;
    const printed = inFull(doc, held, clients.get(held.customerId!) as unknown as Customer);
    const sentTime = String(row.sentTime);
    if (paper.status === 1) {
      const shown = await printContract(printed);
      prints.push({ paper, waiting: { shown, sealed: await sealThen(keys, { printed, sentTime }) } });
      continue;
    }
    const evidence = evidenceOf(row, signings.get(paper)!);
    const signed = await signThen(keys, { printed, doc, evidence, sentTime, finishTime: String(row.finishTime) });
    prints.push({ paper, signed });
  }
  return prints;
}

export async function save(
  deps: Deps,
  trx: Trx,
  { book, prints, keys, today }: { book: Book; prints: readonly Print[]; keys: DemoKeys; today: string },
): Promise<void> {
  const tables = (name: string) => book.tables.get(name) ?? [];
  const keep = (at: string, by: string, file: { bytes: Buffer; originalName: string } & Sniffed) => {
    const then = { ...deps, now: () => instantOf(at) };
    return deps.files.keep(
      contextOf(then, Object.assign(new Map(), { routes: [], pointers: new Map() }), trx, { tenantId, actor: by }),
      file,
    );
  };

  // Lists show the newest id first, so contracts get theirs in the order they were made, not order by order.
  const papers = tables('lease_contract').sort((a, b) => (a.createTime! < b.createTime! ? -1 : 1));
  const ids = papers.map(({ id }) => id).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  for (const [i, paper] of papers.entries()) {
    paper.id = ids[i]!;
    Object.assign(paper, { pdfId: null, sealedPdfId: null, pdfSha256: null, signedPdfId: null });
  }
  for (const { paper, waiting, signed } of prints) {
    const keepFile = (at: unknown, by: string, bytes: Buffer) =>
      keep(String(at), by, { bytes, originalName: `${paper.contractNumber}.pdf`, contentType: 'application/pdf' });
    if (waiting) {
      const shown = await keepFile(paper.sentTime, paperwork, waiting.shown);
      const sealed = await keepFile(paper.sentTime, paperwork, waiting.sealed);
      Object.assign(paper, { pdfId: shown.id, sealedPdfId: sealed.id, pdfSha256: sealed.sha256 });
    }
    if (signed) {
      const { id } = await keepFile(paper.finishTime, paperwork, signed.bytes);
      Object.assign(paper, { signedPdfId: id, pdfSha256: signed.pdfSha256, evidence: signed.evidence });
    }
  }
  await keepDemoKeys(deps, trx, keys);
  const isLeft = ({ status, signedPdfId }: Draft) => status === 2 && signedPdfId === null;
  const left = papers.filter(isLeft).map(({ id }) => id);
  await signLater({ deps, trx, tenantId }, left.reverse()); // the newest ones are looked at first

  // One sample file serves all pictures of a type; a voucher is of one order alone, or it would count as used twice, and
  // witnesses read the number of a document from it.
  const codes = new Map(tables('lease_order').map((row) => [row.id, String(row.contractCode)]));
  const ofOrder = new Map(tables('lease_order').map((row) => [row.id, String(row.customerId)]));
  const numbers = new Map(tables('lease_customer').map((row) => [row.id, String(row.idNo)]));
  const numberOn = (picType: number, orderId: string) => {
    if (picType === voucherPicType) return codes.get(orderId)!.replace(/\D/g, '');
    return ([paperTypes.idPortrait, paperTypes.licence] as number[]).includes(picType)
      ? numbers.get(ofOrder.get(orderId)!)!
      : '';
  };
  const samples = new Map<string, { attachId: string; path: string }>();
  for (const row of tables('lease_picture')) {
    const picType = row.picType as number;
    const number = numberOn(picType, String(row.orderId));
    const key = `${picType} ${number}`;
    if (!samples.has(key)) {
      const file = { ...drawSample(picType, number), originalName: String(row.name), contentType: 'image/png' };
      const { id } = await keep(String(row.createTime), sales, file);
      samples.set(key, { attachId: id, path: deps.files.link(tenantId, id, deps.now()).split('?')[0]! });
    }
    Object.assign(row, samples.get(key));
  }
  for (const row of tables('lease_contract'))
    Object.assign(row, identityKept({ deps, tenantId }, row.id, numbers.get(ofOrder.get(String(row.orderId))!)));
  for (const row of tables('lease_customer')) {
    const idNo = String(row.idNo);
    Object.assign(row, { idNo: deps.secrets.seal(idNo), idNoHash: identityHash({ deps, tenantId }, idNo) });
  }

  for (const table of tableOrder)
    await insert(
      trx,
      table,
      tables(table).map((row) => ({ ...row, tenantId })),
    );
  await writeSpans(trx, tenantId);
  await linkFirstTemplates(trx, tenantId);
  await insert(
    trx,
    'day_sequence',
    [...book.counts.values()].map((count) => ({ ...count, tenantId })),
  );
  await saveMessages(deps, trx, notices(book, today));
  const entries = [...book.entries].sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
  await appendEntries(
    trx,
    deps,
    tenantId,
    entries.map(({ module, row, at, by, action, reason, changes }) => {
      const about = module.belongsTo ? row[module.belongsTo] : null;
      return {
        id: deps.newId(),
        entity: module.name,
        entityId: row.id,
        entityName: nameOf(module, row),
        aboutId: about ? String(about) : null,
        action,
        reason,
        changes,
        userId: null,
        userName: by,
        requestId: '',
        address: '',
        createTime: at,
      };
    }),
  );
}

/** Referenced rows first. */
export const tableOrder = [
  'lease_company_account',
  'lease_product',
  'lease_customer',
  'lease_order',
  'lease_contract',
  'lease_picture',
  'lease_supplier',
  'lease_asset',
  'lease_purchase',
  'lease_payment_plan',
  'lease_plan_pause',
  'lease_receipt',
  'lease_payment_txn',
  'lease_pay_batch',
  'lease_pay_item',
];

/** Messages in inboxes; a notice has a record of its own besides. */
async function saveMessages(deps: Deps, trx: Trx, messages: readonly Message[]): Promise<void> {
  const rows = messages.map(({ at, content, ...what }) => ({
    ...what,
    id: deps.newId(),
    tenantId,
    audience: what.kind === 'message' ? 'admin' : 'all',
    content: htmlOf(content),
    createTime: at,
    ...(what.kind === 'notice' ? { noticeId: deps.newId() } : {}),
  }));
  const published = rows.flatMap(({ noticeId, title, content, createTime: at }) =>
    noticeId
      ? [
          {
            id: noticeId,
            tenantId,
            title,
            content,
            category: 1,
            status: 1,
            releaseTime: at,
            createTime: at,
            updateTime: at,
          },
        ]
      : [],
  );
  await insert(trx, 'notice', published);
  await insert(trx, 'inbox', rows);
}
