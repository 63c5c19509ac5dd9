/**
 * Electronic signatures of a PDF as the standards describe them (ISO 32000-1 12.8, RFC 5652, RFC 5280), checked with
 * nothing but node's own cryptography: a second opinion beside the product's verification, which uses other code.
 */
import { spawnSync } from 'node:child_process';
import { createHash, verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Node {
  tag: number;
  /** Content, and the whole value with its head. */
  body: Buffer;
  whole: Buffer;
}

/** The DER values in some bytes. Throws when they do not fill them. */
function nodes(bytes: Buffer): Node[] {
  const found: Node[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes.readUInt8(at);
    const first = bytes.readUInt8(at + 1);
    const count = first < 0x80 ? 0 : first & 0x7f;
    const length = count === 0 ? first : bytes.readUIntBE(at + 2, count);
    const from = at + 2 + count;
    if (from + length > bytes.length) throw new Error('a value is cut off');
    found.push({ tag, body: bytes.subarray(from, from + length), whole: bytes.subarray(at, from + length) });
    at = from + length;
  }
  return found;
}

const oid = (hex: string) => Buffer.from(hex, 'hex');
const contentType = oid('2a864886f70d010903');
const messageDigest = oid('2a864886f70d010904');
const signingCertificate = oid('2a864886f70d010910022f');
const signingTime = oid('2a864886f70d010905');
const timeStamp = oid('2a864886f70d010910020e');

export interface CheckedSignature {
  /** Nothing between the ranges but the value, and the digest and the signature match. */
  isValid: boolean;
  /** Its last byte is that of the file. */
  isTotal: boolean;
  /** Bytes that it covers, with its own value. */
  end: number;
  subject: string;
  /** Issued by the second certificate of the value, which issued itself. */
  isChained: boolean;
  certificate: X509Certificate;
  authority: X509Certificate;
  /** The certificate is named by the signed attributes, and no time is among them (PAdES baseline). */
  isBaseline: boolean;
  hasStamp: boolean;
}

function checked(file: Buffer, [zero, from, to, rest]: number[]): CheckedSignature {
  const hex = file.toString('latin1', from! + 1, to! - 1);
  const isGap = zero === 0 && file[from!] === 0x3c && file[to! - 1] === 0x3e && /^[0-9a-f]+$/.test(hex);
  const value = Buffer.from(hex, 'hex');
  const outer = nodes(value.subarray(0, 4 + value.readUInt16BE(2)))[0]!;
  const signedData = nodes(nodes(nodes(outer.body)[1]!.body)[0]!.body);
  const certificates = nodes(signedData.find(({ tag }) => tag === 0xa0)!.body).map(
    ({ whole }) => new X509Certificate(whole),
  );
  const signer = nodes(nodes(signedData.at(-1)!.body)[0]!.body);
  const attributes = signer.find(({ tag }) => tag === 0xa0)!;
  const held = new Map(
    nodes(attributes.body).map(({ body }) => {
      const [type, values] = nodes(body);
      return [type!.body.toString('hex'), nodes(values!.body)[0]!];
    }),
  );
  const attribute = (type: Buffer) => held.get(type.toString('hex'));
  const signature = signer.find(({ tag }) => tag === 0x04)!.body;
  const [certificate, authority] = certificates as [X509Certificate, X509Certificate];
  const sha256 = (...parts: Buffer[]) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  const digest = sha256(file.subarray(0, from), file.subarray(to, to! + rest!));
  const signed = Buffer.concat([Buffer.from([0x31]), attributes.whole.subarray(1)]);
  const isSigned = verify('sha256', signed, { key: certificate.publicKey, dsaEncoding: 'der' }, signature);
  const named = attribute(signingCertificate);
  return {
    isValid: isGap && isSigned && attribute(messageDigest)!.body.equals(digest),
    isTotal: to! + rest! === file.length,
    end: to! + rest!,
    subject: certificate.subject,
    certificate,
    authority,
    isChained: certificate.verify(authority.publicKey) && authority.verify(authority.publicKey) && authority.ca,
    isBaseline:
      attribute(contentType) !== undefined &&
      attribute(signingTime) === undefined &&
      (named?.whole.includes(sha256(certificate.raw)) ?? false),
    hasStamp: signer.some(({ tag, body }) => tag === 0xa1 && body.includes(timeStamp)),
  };
}

/** Every signature of a file, in its order. */
export function signaturesOf(file: Buffer): CheckedSignature[] {
  return [...file.toString('latin1').matchAll(/\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/g)].map(([, ...range]) =>
    checked(file, range.map(Number)),
  );
}

let tool: boolean | undefined;
/**
 * Whether poppler's `pdfsig` can be asked: it is installed, or can be from Debian's packages where the account may.
 * Elsewhere a line says that it was not asked; the checks above are made in any case.
 */
function hasPdfsig(): boolean {
  const answers = () => spawnSync('pdfsig', ['-v']).status === 0;
  tool ??=
    answers() ||
    (process.getuid?.() === 0 &&
      spawnSync('apt-get', ['install', '-y', '-q', 'poppler-utils'], { timeout: 120_000 }).status === 0 &&
      answers());
  if (!tool) process.stderr.write('pdfsig was not asked about signatures: install poppler-utils\n');
  return tool;
}

/** What `pdfsig` says of each signature that is there; undefined where it cannot be asked. */
export function pdfsig(file: Buffer): string[] | undefined {
  if (!hasPdfsig()) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-pdfsig-'));
  try {
    const path = join(folder, 'paper.pdf');
    writeFileSync(path, file);
    const { stdout } = spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' });
    return stdout
      .split(/^Signature #\d+:$/m)
      .slice(1)
      .filter((one) => !one.includes('is not signed'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
