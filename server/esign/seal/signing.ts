/**
 * The electronic signatures of a contract: one incremental update for the company's seal and one for the customer, each
 * over the whole file as it is then. Runs in the printing thread.
 */

import type { Place } from '../paper/appearances';
import { renderSigned } from '../paper/appearances';
import { evidenceText } from '../paper/paperKit';
import { type ContractDoc, type ContractSignature, renderOffer } from '../paper/pdf';
import { issue, type KeyedCertificate } from './certificates';
import { assemble, sha256, signDigest, stampRequest, tokenRoom } from './cms';
import { finishWithRange, importPages, openUpdate, streamOf, textString, type Update, withEntry } from './update';

const pageHeight = 841.89;
const customerYears = 10;
const minute = 60_000;
const year = 365.25 * 24 * 60 * minute;

/** A widget that is printed, and that a reader of the file cannot move. */
const widgetFlags = 132;
/** A text of several lines that no reader of the file edits. */
const textFlags = 4097;

function rectOf({ x, y, width, height }: Place): string {
  return `[${[x, pageHeight - y - height, x + width, pageHeight - y].map((value) => value.toFixed(2)).join(' ')}]`;
}
function sizeOf(body: string): [width: number, height: number] {
  const [left = 0, bottom = 0, right = 0, top = 0] = (/\/Rect \[([^\]]*)\]/.exec(body)?.[1] ?? '')
    .split(' ')
    .map(Number);
  return [right - left, top - bottom];
}
function dateText(ms: number): string {
  return `(D:${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)}Z)`;
}

/** The numbers of the fields that the customer's signature fills. */
interface Form {
  field: number;
  evidence: number;
}

/** What changes a signature allows after it, as the transform that its value names. */
function permission(method: 'DocMDP' | 'FieldMDP', entries: string, catalogue: number): string {
  const params = `<< /Type /TransformParams /V /1.2 ${entries} >>`;
  return `/Reference [<< /Type /SigRef /TransformMethod /${method} /TransformParams ${params} /Data ${catalogue} 0 R >>]`;
}

interface Signing {
  signer: KeyedCertificate;
  /** The certificate of the authority. */
  authority: string;
  name: string;
  reason: string;
  /** ms since 1970 */
  time: number;
  /** Keep room for a time stamp. */
  hasStamp: boolean;
  /** See `permission`. */
  allows: string;
}

interface Signed {
  bytes: Buffer;
  /** The value that a time stamp is over. */
  signature: Buffer;
}

/** Finishes an update with a signature over the file. `value`: the number kept for it. */
function signUpdate(update: Update, value: number, signing: Signing): Signed {
  const { signer, authority, name, reason, time, hasStamp, allows } = signing;
  // The longest signature of P-256 decides how much room the value needs.
  const longest = assemble({
    digest: Buffer.alloc(32),
    certificate: Buffer.from(signer.certificate, 'base64'),
    authority: Buffer.from(authority, 'base64'),
    signature: Buffer.alloc(72),
  }).length;
  const entries = [
    '/Type /Sig',
    '/Filter /Adobe.PPKLite',
    '/SubFilter /ETSI.CAdES.detached',
    `/Name ${textString(name)}`,
    `/Reason ${textString(reason)}`,
    `/M ${dateText(time)}`,
    allows,
  ];
  const { bytes, from, covered } = finishWithRange(update, value, {
    entries,
    room: longest + (hasStamp ? tokenRoom : 0),
  });
  const parts = signDigest(sha256(...covered), signer, authority);
  bytes.write(assemble(parts).toString('hex'), from + 1, 'latin1');
  return { bytes, signature: parts.signature };
}

export interface OfferJob {
  doc: ContractDoc;
  signer: KeyedCertificate;
  authority: string;
  /** ms since 1970 */
  time: number;
  /** Keep room for a time stamp, which the seal gets before the customer signs. */
  hasStamp: boolean;
}

/** The contract with the company's seal, open for the customer's signature. */
export async function sealContract({ doc, signer, authority, time, hasStamp }: OfferJob): Promise<Buffer> {
  const { bytes, places, seal } = await renderOffer(doc);
  const update = openUpdate(bytes);
  const pageOf = ({ page }: Place) => update.pages[page]!;
  const empty = update.add(streamOf('/Type /XObject\n/Subtype /Form\n/BBox [0 0 0 0]', Buffer.alloc(0)));
  const value = update.reserve();
  const annotation = (place: Place, entries: readonly string[]) =>
    update.add(
      ['<<', '/Type /Annot', `/Rect ${rectOf(place)}`, `/P ${pageOf(place)} 0 R`, ...entries, '>>'].join('\n'),
    );
  const field = (place: Place, name: string, title: string, entries: readonly string[]) =>
    annotation(place, [
      '/Subtype /Widget',
      `/T (${name})`,
      `/TU ${textString(title)}`,
      `/F ${widgetFlags}`,
      ...entries,
    ]);
  const provider = field(places.seal, 'provider', '甲方盖章', [
    '/FT /Sig',
    `/V ${value} 0 R`,
    `/AP << /N ${seal} 0 R >>`,
  ]);
  const lock = update.add('<<\n/Type /SigFieldLock\n/Action /All\n>>');
  const customer = field(places.signature, 'customer', '乙方签字', [
    '/FT /Sig',
    `/Lock ${lock} 0 R`,
    `/AP << /N ${empty} 0 R >>`,
  ]);
  const evidence = field(places.evidence, 'evidence', '签署存证', [
    '/FT /Tx',
    `/Ff ${textFlags}`,
    '/DA (/Helv 9 Tf 0 g)',
    `/AP << /N ${empty} 0 R >>`,
  ]);
  const shown = new Map<number, number[]>();
  for (const [place, id] of [
    [places.seal, provider],
    [places.signature, customer],
    [places.evidence, evidence],
  ] as const)
    shown.set(pageOf(place), [...(shown.get(pageOf(place)) ?? []), id]);
  for (const [page, ids] of shown)
    update.put(page, withEntry(update.object(page), `/Annots [${ids.map((id) => `${id} 0 R`).join(' ')}]`));
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  const form = update.add(
    [
      '<<',
      `/Fields [${provider} 0 R ${customer} 0 R ${evidence} 0 R]`,
      '/SigFlags 3',
      `/DR << /Font << /Helv ${font} >> >>`,
      '>>',
    ].join('\n'),
  );
  const { catalogue } = update;
  // The seal certifies the file: what follows it may fill in the form and sign, and nothing else.
  update.put(
    catalogue,
    withEntry(update.object(catalogue), `/AcroForm ${form} 0 R\n/Perms << /DocMDP ${value} 0 R >>`),
  );
  return signUpdate(update, value, {
    signer,
    authority,
    name: doc.provider.name,
    reason: '甲方盖章',
    time,
    hasStamp,
    allows: permission('DocMDP', '/P 2', catalogue),
  }).bytes;
}

function formIn(update: Update): Form {
  const form = /\/AcroForm (\d+) 0 R/.exec(update.object(update.catalogue))?.[1];
  const body = form ? update.object(Number(form)) : '';
  const [, field, evidence] = /\/Fields \[\d+ 0 R (\d+) 0 R (\d+) 0 R\]/.exec(body) ?? [];
  if (!field || !evidence) throw new RangeError('the file has no place for a signature');
  return { field: Number(field), evidence: Number(evidence) };
}

export interface SignJob {
  /** What `sealContract` made. */
  file: Uint8Array;
  doc: ContractDoc;
  signature: ContractSignature;
  /** Issues the certificate of this one signature; its key is forgotten with it. */
  authority: KeyedCertificate;
  /** ms since 1970 */
  time: number;
  /** Eight random bytes, where a time stamp is wanted. */
  nonce?: Uint8Array;
}

/** The contract with the customer's signature; where a time stamp is wanted, the request for it. */
export async function signContract(job: SignJob): Promise<{ bytes: Buffer; request?: Buffer }> {
  const { doc, signature, authority, time, nonce } = job;
  const update = openUpdate(Buffer.from(job.file));
  const form = formIn(update);
  const fieldOf = (id: number) => ({ id, body: update.object(id) });
  const [field, evidence] = [fieldOf(form.field), fieldOf(form.evidence)];
  const file = await renderSigned(doc, signature, { signature: sizeOf(field.body), evidence: sizeOf(evidence.body) });
  const value = update.reserve();
  const [signed, proved] = importPages(update, file);
  const show = ({ id, body }: typeof field, drawn: number | undefined, entry: string) =>
    update.put(id, withEntry(body.replace(/\/AP << \/N \d+ 0 R >>/, `/AP << /N ${drawn} 0 R >>`), entry));
  show(field, signed, `/V ${value} 0 R`);
  show(evidence, proved, `/V ${textString(evidenceText(doc, signature))}`);
  const signer = issue(
    authority,
    { name: signature.name, unit: doc.contractNumber, ...(doc.customer.idNo ? { number: doc.customer.idNo } : {}) },
    { from: time - minute, until: time + customerYears * year },
  );
  const done = signUpdate(update, value, {
    signer,
    authority: authority.certificate,
    name: signature.name,
    reason: '乙方签字',
    time,
    hasStamp: nonce !== undefined,
    // Nothing may be filled in after the last signature.
    allows: permission('FieldMDP', '/Action /All', update.catalogue),
  });
  return {
    bytes: done.bytes,
    ...(nonce ? { request: stampRequest(sha256(done.signature), Buffer.from(nonce)) } : {}),
  };
}
