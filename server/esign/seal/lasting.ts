/**
 * What keeps the signatures of a file checkable after their certificates have ended (PAdES B-LTA, ETSI EN 319 142-1):
 * certificates and lists of revoked ones in a store of the file (DSS), and a time stamp over all of it.
 */
import { type Certificate, CertificateRevocationList, CRLDistributionPoints, type Extension } from 'pkijs';
import { emptyList, type KeyedCertificate, parsed } from './certificates';
import { arrayOf, sha256, stampRequest, tokenIn, tokenRoom } from './cms';
import { finishWithRange, openUpdate, streamOf, withEntry } from './update';
import { certificatesOfFile, lastValue, stampOf } from './verifying';

const day = 24 * 60 * 60_000;
/** For so long the list of the installation's own authority says that it holds. */
const listDays = 30;
const listsAt = '2.5.29.31';
const mostAddresses = 5;

function isSelfIssued({ issuer, subject }: Certificate): boolean {
  return issuer.isEqual(subject);
}

/** The addresses of web pages where the list of revoked certificates that an issuer keeps is. */
function addressesIn({ extensions = [] }: Certificate): string[] {
  const held = extensions.find(({ extnID }: Extension) => extnID === listsAt)?.parsedValue;
  if (!(held instanceof CRLDistributionPoints)) return [];
  return held.distributionPoints
    .flatMap(({ distributionPoint }) => (Array.isArray(distributionPoint) ? distributionPoint : []))
    .flatMap(({ type, value }) => (type === 6 && /^https?:/.test(String(value)) ? [String(value)] : []))
    .slice(0, mostAddresses);
}

/** Where lists are for the certificates of a file: one of each group is enough. */
export async function listsNeeded(file: Uint8Array): Promise<string[][]> {
  const groups = certificatesOfFile(Buffer.from(file))
    .filter((one) => !isSelfIssued(one))
    .map(addressesIn)
    .filter((addresses) => addresses.length > 0);
  return [...new Map(groups.map((addresses) => [addresses.join(' '), addresses])).values()];
}

async function listIn(bytes: Uint8Array, certificates: readonly Certificate[]): Promise<Buffer> {
  let list: CertificateRevocationList;
  try {
    list = CertificateRevocationList.fromBER(arrayOf(bytes));
  } catch (cause) {
    throw new RangeError('the answer is no list of revoked certificates', { cause });
  }
  for (const issuerCertificate of certificates)
    if (issuerCertificate.subject.isEqual(list.issuer) && (await list.verify({ issuerCertificate }))) {
      const revoked = certificates.find((one) => one.issuer.isEqual(list.issuer) && list.isCertificateRevoked(one));
      if (revoked) throw new RangeError('a certificate of the time stamp was revoked');
      return Buffer.from(bytes);
    }
  throw new RangeError('the list of revoked certificates is of another issuer');
}

export interface LastingJob {
  /** A file that both parties have signed, with a time stamp. */
  file: Uint8Array;
  /** Lists of revoked certificates, as they were fetched. */
  lists: readonly Uint8Array[];
  /** All that the installation has had: each says of its own certificates in the file that none was revoked. */
  authorities: readonly KeyedCertificate[];
  /** ms since 1970 */
  time: number;
  /** Eight random bytes. */
  nonce: Uint8Array;
}

/** Authorities have one name after another: the signature tells which of them it was. */
async function hasIssued({ certificate }: KeyedCertificate, certificates: readonly Certificate[]): Promise<boolean> {
  const authority = parsed(certificate);
  for (const one of certificates)
    if (one.issuer.isEqual(authority.subject) && (await one.verify(authority).catch(() => false))) return true;
  return false;
}

/** The file with its store, and room for a time stamp over it. Throws RangeError when a list does not fit. */
export async function makeLasting(job: LastingJob): Promise<{ bytes: Buffer; request: Buffer }> {
  const file = Buffer.from(job.file);
  const certificates = certificatesOfFile(file);
  const lists: Buffer[] = [];
  for (const authority of job.authorities)
    if (await hasIssued(authority, certificates))
      lists.push(emptyList(authority, { from: job.time, until: job.time + listDays * day }));
  const issuers = [...certificates, ...job.authorities.map(({ certificate }) => parsed(certificate))];
  for (const bytes of job.lists) lists.push(await listIn(bytes, issuers));
  const update = openUpdate(file);
  const stored = (all: readonly Buffer[]) => all.map((der) => `${update.add(streamOf('', der))} 0 R`).join(' ');
  const ders = certificates.map((one) => Buffer.from(one.toSchema().toBER()));
  const store = update.add(`<<\n/Type /DSS\n/Certs [${stored(ders)}]\n/CRLs [${stored(lists)}]\n>>`);
  const value = update.reserve();
  const page = update.pages[0]!;
  const field = update.add(
    `<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (stamp${store})\n/F 132\n/Rect [0 0 0 0]\n/P ${page} 0 R\n/V ${value} 0 R\n>>`,
  );
  const { catalogue } = update;
  const root = update.object(catalogue);
  const form = Number(/\/AcroForm (\d+) 0 R/.exec(root)?.[1]);
  update.put(form, update.object(form).replace(/\/Fields \[([^\]]*)\]/, `/Fields [$1 ${field} 0 R]`));
  update.put(catalogue, withEntry(root.replace(/\/DSS \d+ 0 R\s*/, ''), `/DSS ${store} 0 R`));
  const held = update.object(page);
  update.put(
    page,
    /\/Annots \[/.test(held)
      ? held.replace(/\/Annots \[([^\]]*)\]/, `/Annots [$1 ${field} 0 R]`)
      : withEntry(held, `/Annots [${field} 0 R]`),
  );
  const entries = ['/Type /DocTimeStamp', '/Filter /Adobe.PPKLite', '/SubFilter /ETSI.RFC3161'];
  const { bytes, covered } = finishWithRange(update, value, { entries, room: tokenRoom });
  return { bytes, request: stampRequest(sha256(...covered), Buffer.from(job.nonce)) };
}

/** Adds the token of a time stamp's answer to what `makeLasting` made. Throws RangeError when it is none over this file. */
export async function stampLasting(bytes: Uint8Array, answer: Uint8Array): Promise<Buffer> {
  const file = Buffer.from(bytes);
  const place = lastValue(file);
  if (!place?.isStamp) throw new RangeError('the file has no place for a time stamp at its end');
  const [, from, to] = place.range;
  const token = tokenIn(Buffer.from(answer));
  const covered = Buffer.concat([file.subarray(0, from), file.subarray(to)]);
  if (!(await stampOf(token, covered)).isValid) throw new RangeError('the time stamp is not over this file');
  const hex = token.toString('hex');
  if (hex.length > to - from - 2) throw new RangeError('the time stamp is too large');
  file.write(hex, from + 1, 'latin1');
  return file;
}
