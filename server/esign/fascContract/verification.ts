/** The calls that verify the electronic signatures of a stored contract, and of a file that a person has. */
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import Type from 'typebox';
import { dateTime } from '../../../contract/domain/calendar';
import { fascContract } from '../../../contract/modules/esign/fascContract';
import { mostVerified, signatureFaults, type Verification, verdicts } from '../../../contract/wire/esign/signatures';
import { findAttach } from '../../engine/files/fileLife';
import { type CallRequest, defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { heldFile } from '../../kernel/files/heldFile';
import { whileConnected } from '../../kernel/gone';
import { type Asking, askingOf } from '../../kernel/paper/thread';
import type { HeldFile } from '../../kernel/ports';
import { id, list, oneOf, optional, shape, text, whole } from '../../kernel/schemas';
import { authoritiesOf } from '../authority';
import type { ContractRow } from '../contracts';
import { fileEvidence } from '../evidence';
import { hidesPaper } from '../paper/hiddenPaper';
import { verifyFile } from '../paper/printing';
import type { FileReport, SignatureReport } from '../seal/verifying';

const signature = shape({
  fault: Type.Union([...signatureFaults.map((one) => Type.Literal(one)), Type.Null()]),
  isOurs: Type.Boolean(),
  isWhole: Type.Boolean(),
  signer: text(),
  signerNo: text(),
  unit: text(),
  reason: text(),
  time: text(),
  stampTime: text(),
  stampAuthority: text(),
  issuer: text(),
  serial: text(),
  validFrom: text(),
  validUntil: text(),
});
const answer = shape({
  verdict: oneOf(...verdicts),
  sha256: text(),
  size: whole(),
  paper: Type.Union([
    shape({ id: id(), contractNumber: text(), status: whole(), isRecorded: Type.Boolean() }),
    Type.Null(),
  ]),
  stampFault: text(),
  lastingTime: text(),
  lastingAuthority: text(),
  signatures: list(signature),
});

function timeText(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? '' : dateTime(ms);
}

function shownSignature({ certificate, stamp, time, fault, isOurs, isWhole, reason }: SignatureReport) {
  return {
    fault,
    isOurs,
    isWhole,
    reason,
    signer: certificate?.name || certificate?.organisation || '',
    signerNo: certificate?.number ?? '',
    unit: certificate?.unit ?? '',
    time: timeText(time),
    stampTime: timeText(stamp?.time),
    stampAuthority: stamp?.authority ?? '',
    issuer: certificate?.issuer ?? '',
    serial: certificate?.serial ?? '',
    validFrom: timeText(certificate?.from),
    validUntil: timeText(certificate?.until),
  };
}

interface Verified {
  report: FileReport;
  size: number;
}
function shown({ report, size }: Verified, paper: Verification['paper'], stampFault: string | null): Verification {
  const { verdict, sha256, signatures, lasting } = report;
  const kept = lasting?.isValid ? lasting : null;
  return {
    ...{ verdict, sha256, size, paper, stampFault: stampFault ?? '' },
    lastingTime: timeText(kept?.time),
    lastingAuthority: kept?.authority ?? '',
    signatures: signatures.map(shownSignature),
  };
}

async function paperOf(cx: Context, id: string): Promise<ContractRow> {
  if (!(await cx.rows(fascContract).get(id))) refuse('notYours');
  if (await hidesPaper(cx)) refuse('contract.hidden');
  // The row for a change has the columns that no list answers.
  return ((await cx.rows(fascContract).find({ id })) as ContractRow[])[0] ?? refuse('notYours');
}

/** The file that proves most: the signed one, or the one with the company's seal. */
function fileOf({ signedPdfId, sealedPdfId, pdfId }: ContractRow): string | null {
  return signedPdfId ?? sealedPdfId ?? pdfId;
}

/** A refusal is the result of a preparation, so that it is answered once the request is known not to be repeated. */
async function refusalOr<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Nothing is verified any more for a caller who has gone. */
function verified(
  { request }: Pick<CallRequest, 'request'>,
  bytes: Buffer,
  authorities: readonly string[],
  asking: Asking,
): Promise<FileReport> {
  return whileConnected(request, (signal) => verifyFile(bytes, authorities, { ...asking, signal }));
}

const verifyCall = defineCall({
  method: 'GET',
  path: fascContract.url('verify'),
  title: ['验签：核验合同的电子签名', 'Verify the electronic signatures of a contract'],
  query: { id: id() },
  answer,
  permission: fascContract.permission('detail'),
  prepare: (asked, entitled) =>
    refusalOr(async (): Promise<Verified> => {
      const { place, authorities, asking } = await entitled(async (cx) => {
        const fileId = fileOf(await paperOf(cx, asked.input.id)) ?? refuse('contract.noFile');
        const file = (await findAttach(cx, fileId)) ?? refuse('contract.noFile');
        return {
          place: await cx.deps.files.placeOf(cx, file),
          authorities: await authoritiesOf(cx),
          asking: askingOf(cx),
        };
      });
      const held = (await place.store.get(place.key)) ?? refuse('contract.noFile');
      const bytes = await buffer(held.stream);
      return { report: await verified(asked, bytes, authorities, asking), size: bytes.length };
    }),
  async handle(cx, { input, prepared }) {
    if (prepared instanceof Refusal) throw prepared;
    const verified = prepared as Verified;
    const row = await paperOf(cx, input.id);
    const file = await findAttach(cx, fileOf(row) ?? refuse('contract.noFile'));
    const { contractNumber, status, stampFault } = row;
    const isRecorded = file?.sha256 === verified.report.sha256;
    const paper = { id: row.id, contractNumber: contractNumber ?? '', status: status ?? 0, isRecorded };
    // The digest that was stored beside the file is a second witness: a replaced file may have signatures of its own.
    if (!isRecorded && verified.report.verdict !== 'unsigned') verified.report.verdict = 'altered';
    return shown(verified, paper, stampFault);
  },
});

async function receive(asked: CallRequest): Promise<HeldFile> {
  const held = await heldFile(asked, mostVerified, 'tooLarge');
  return held.bytes.subarray(0, 1024).includes('%PDF-') ? held : refuse('contract.noPdf');
}

/** The contract that its customer signed as this file: the seal has got a time stamp since it was sent. */
async function sealedAs({ trx, tenantId }: Context, sha256: string): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('lease_contract')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('pdf_sha256', '=', sha256)
    .where('is_deleted', '=', 0)
    .limit(1)
    .executeTakeFirst();
}

/** The contract that had this file when it was signed: what its signatures are checked with was added to it since. */
async function signedAs({ trx, tenantId }: Context, sha256: string): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('attach as a')
    .innerJoin('lease_contract as c', (on) =>
      on
        .onRef('c.tenant_id', '=', 'a.tenant_id')
        .on(sql<string>`c.contract_number || '.pdf'`, '=', (eb) => eb.ref('a.original_name')),
    )
    .select('c.id')
    .where('a.tenant_id', '=', tenantId)
    .where('a.sha256', '=', sha256)
    .where('c.is_deleted', '=', 0)
    .where(sql<boolean>`c.evidence @> ${JSON.stringify([fileEvidence(sha256)])}::jsonb`)
    .limit(1)
    .executeTakeFirst();
}

/** The contract whose stored file has, or had, this digest, if the person sees it. */
async function paperWith(cx: Context, sha256: string): Promise<Verification['paper']> {
  const stored = await cx.trx
    .selectFrom('attach as a')
    .innerJoin('lease_contract as c', (on) =>
      on
        .onRef('c.tenant_id', '=', 'a.tenant_id')
        .on((eb) => eb.or([eb('c.signed_pdf_id', '=', eb.ref('a.id')), eb('c.sealed_pdf_id', '=', eb.ref('a.id'))])),
    )
    .select('c.id')
    .where('a.tenant_id', '=', cx.tenantId)
    .where('a.sha256', '=', sha256)
    .where('c.is_deleted', '=', 0)
    .limit(1)
    .executeTakeFirst();
  const row = stored ?? (await sealedAs(cx, sha256)) ?? (await signedAs(cx, sha256));
  const seen = row && (await cx.rows(fascContract).get(row.id));
  if (!seen || (await hidesPaper(cx))) return null;
  return { id: seen.id, contractNumber: seen.contractNumber ?? '', status: seen.status ?? 0, isRecorded: true };
}

const verifyFileCall = defineCall({
  method: 'POST',
  path: fascContract.url('verify-file'),
  title: ['核验 PDF 文件的电子签名', 'Verify the electronic signatures of a PDF file'],
  body: { file: optional(text()) },
  answer,
  permission: fascContract.permission('detail'),
  bodyLimit: mostVerified + 64 * 1024,
  mostAnHour: 200,
  receive,
  prepare: (asked, entitled) =>
    refusalOr(async (): Promise<Verified> => {
      const { bytes, size } = asked.held!;
      const { authorities, asking } = await entitled(async (cx) => ({
        authorities: await authoritiesOf(cx),
        asking: askingOf(cx),
      }));
      return { report: await verified(asked, bytes, authorities, asking), size };
    }),
  async handle(cx, { prepared }) {
    if (prepared instanceof Refusal) throw prepared;
    const verified = prepared as Verified;
    return shown(verified, await paperWith(cx, verified.report.sha256), null);
  },
});

export const verificationCalls = [verifyCall, verifyFileCall];
