/**
 * Verification of the electronic signatures of a file, from its bytes and the certificates of the installation's
 * authorities alone. Files from outside are verified in a thread of their own: see `verifier.ts`.
 */
import { createHash, verify } from 'node:crypto';
import { Certificate, ContentInfo, SignedData, type SignerInfo, TSTInfo } from 'pkijs';
import type { SignatureFault, Verdict } from '../../../contract/wire/esign/signatures';
import { type CertificateFacts, factsOf, parsed, publicKeyOf } from './certificates';
import { arrayOf, assemble, attributesFor, oids, type Parts, sha256 } from './cms';
import { compareRevisions } from './revisions';

export interface StampReport {
  isValid: boolean;
  /** ms since 1970 */
  time: number | null;
  authority: string;
}

export interface SignatureReport {
  /** Null: the signature is over the bytes as they are now. */
  fault: SignatureFault | null;
  /** Its certificate was issued by this installation. */
  isOurs: boolean;
  /** The file ends where the bytes that it covers end. */
  isWhole: boolean;
  /** As the signature says, without proof; ms since 1970. */
  time: number | null;
  reason: string;
  certificate: CertificateFacts | null;
  stamp: StampReport | null;
}

export interface FileReport {
  verdict: Verdict;
  sha256: string;
  signatures: SignatureReport[];
  /** The time stamp over the whole file that keeps its signatures checkable; null without one. */
  lasting: StampReport | null;
}

/** Signatures of one file that are looked at; more are refused as altered. */
const mostSignatures = 20;

interface Found {
  /** Where its range is written. */
  at: number;
  range: [number, number, number, number];
  dictionary: string;
}

/** Bytes before and behind a signature's range in which its dictionary begins and ends, apart from its value. */
const nearRange = 4096;
/** Digits of the largest value, with certificates and revocations of a long chain. */
const mostDigits = 512 * 1024;
/** Certificates that one value may bring. */
const mostCertificates = 50;
const rangeForm =
  /^\/ByteRange\s{0,99}\[\s{0,99}(\d{1,10})\s{1,99}(\d{1,10})\s{1,99}(\d{1,10})\s{1,99}(\d{1,10})\s{0,99}\]/;

/** What stands around the range, without the value, which may be on either side of it. */
function dictionaryAt(file: Buffer, at: number, [, length, second]: Found['range']): string {
  const gap = at < length ? length - at : at - second;
  const isNear = gap >= 0 && gap <= nearRange && second > length && second - length <= mostDigits;
  const [from, until] = isNear ? [length, second] : [at, at];
  const start = Math.min(at, from);
  const text = (first: number, end: number) => file.toString('latin1', Math.max(0, first), end);
  const before = text(start - nearRange, start);
  const behind = text(start, from) + text(until, Math.max(at, until) + nearRange);
  return before.slice(Math.max(before.lastIndexOf(' obj'), 0)) + behind.split('endobj', 1)[0];
}

/** The first signatures of a file, and whether there are more: the work grows with the file, whatever it repeats. */
function signaturesIn(file: Buffer): { found: Found[]; hasMore: boolean } {
  const found: Found[] = [];
  const sign = '/ByteRange';
  for (let at = file.indexOf(sign); at >= 0; at = file.indexOf(sign, at + sign.length)) {
    const numbers = rangeForm
      .exec(file.toString('latin1', at, at + 600))
      ?.slice(1)
      .map(Number);
    if (!numbers) continue;
    if (found.length === mostSignatures) return { found, hasMore: true };
    const range = numbers as Found['range'];
    found.push({ at, range, dictionary: dictionaryAt(file, at, range) });
  }
  return { found, hasMore: false };
}

function timeIn(dictionary: string): number | null {
  const [, digits] = /\/M\s*\(D:(\d{14})Z?/.exec(dictionary) ?? [];
  if (!digits) return null;
  const [y, mo, d, h, mi, s] = [
    [0, 4],
    [4, 6],
    [6, 8],
    [8, 10],
    [10, 12],
    [12, 14],
  ].map(([a, b]) => Number(digits.slice(a, b))) as [number, number, number, number, number, number];
  return Date.UTC(y, mo - 1, d, h, mi, s);
}
function reasonIn(dictionary: string): string {
  const hex = /\/Reason\s*<feff([0-9a-f]{0,800})>/i.exec(dictionary)?.[1];
  return hex ? Buffer.from(hex, 'hex').swap16().toString('utf16le') : '';
}

/** The value of a signature, without the zeros behind it; undefined when it is none. */
function valueIn(file: Buffer, [first, length, second, rest]: Found['range']): Buffer | undefined {
  if (first !== 0 || second < length + 4 || second + rest > file.length) return undefined;
  if (second - length > mostDigits) return undefined;
  const text = file.toString('latin1', length, second);
  const [, hex] = /^<((?:[0-9A-Fa-f]{2})+)>$/.exec(text) ?? [];
  if (!hex?.startsWith('30')) return undefined;
  const bytes = Buffer.from(hex, 'hex');
  const size = lengthOf(bytes);
  return size !== undefined && size <= bytes.length && bytes.subarray(size).every((byte) => byte === 0)
    ? bytes.subarray(0, size)
    : undefined;
}
/** Bytes of the DER value at the start. */
function lengthOf(bytes: Buffer): number | undefined {
  const first = bytes[1];
  if (first === undefined) return undefined;
  if (first < 0x80) return 2 + first;
  const count = first & 0x7f;
  return count >= 1 && count <= 3 && bytes.length >= 2 + count ? 2 + count + bytes.readUIntBE(2, count) : undefined;
}

interface Opened {
  signer: SignerInfo;
  certificate: Certificate;
  parts: Parts;
}

/** Takes a value apart. Throws when it is no signature of one signer with its certificate. */
function opened(value: Buffer): Opened {
  const info = ContentInfo.fromBER(arrayOf(value));
  const signedData = new SignedData({ schema: info.content });
  const [signer, ...others] = signedData.signerInfos;
  if (info.contentType !== oids.signedData || !signer?.signedAttrs || others.length > 0)
    throw new RangeError('no signer');
  const certificates = certificatesIn(signedData);
  const { serialNumber, issuer } = signer.sid;
  const certificate = certificates.find((one) => one.serialNumber.isEqual(serialNumber) && one.issuer.isEqual(issuer));
  const authority = certificates.find((one) => one !== certificate) ?? certificate;
  if (!certificate || !authority) throw new RangeError('no certificate');
  const digest = signer.signedAttrs.attributes.find(({ type }) => type === oids.messageDigest)?.values[0];
  const stamp = signer.unsignedAttrs?.attributes.find(({ type }) => type === oids.timeStamp)?.values[0];
  return {
    signer,
    certificate,
    parts: {
      digest: Buffer.from(digest.valueBlock.valueHexView),
      certificate: derOf(certificate),
      authority: derOf(authority),
      signature: Buffer.from(signer.signature.valueBlock.valueHexView),
      token: stamp ? Buffer.from(stamp.toBER()) : undefined,
    },
  };
}
function certificatesIn({ certificates = [] }: SignedData): Certificate[] {
  if (certificates.length > mostCertificates) throw new RangeError('too many certificates');
  return certificates.filter((one) => one instanceof Certificate);
}
/** The bytes of a certificate as they stand in the file. */
function derOf(certificate: Certificate): Buffer {
  return Buffer.from(certificate.toSchema().toBER());
}

function nowIn({ signer, certificate }: Opened): boolean {
  const bytes = Buffer.from(signer.signedAttrs!.encodedValue);
  bytes[0] = 0x31;
  const key = publicKeyOf(certificate);
  const signature = Buffer.from(signer.signature.valueBlock.valueHexView);
  return verify('sha256', bytes, key.asymmetricKeyType === 'ec' ? { key, dsaEncoding: 'der' } : key, signature);
}

/** Whether one of the installation's authorities issued the certificate, and it was valid at that time. */
function isIssued(certificate: Certificate, authorities: readonly Certificate[], time: number | null): boolean {
  const { from, until } = factsOf(certificate);
  if (time !== null && (time < from || time > until)) return false;
  return authorities.some(
    (one) =>
      one.subject.isEqual(certificate.issuer) &&
      verify(
        'sha256',
        certificate.tbsView,
        { key: publicKeyOf(one), dsaEncoding: 'der' },
        Buffer.from(certificate.signatureValue.valueBlock.valueHexView),
      ),
  );
}

/** The digests of certificates that the signed attributes hold; empty when they name none. */
function namesIn(signer: SignerInfo | undefined): Buffer {
  const attributes = signer?.signedAttrs?.attributes ?? [];
  const named = attributes.filter(({ type }) => oids.anySigningCertificate.some((one) => one === type));
  return Buffer.concat(named.map((one) => Buffer.from(one.toSchema().toBER())));
}
function isNamedIn(names: Buffer, certificate: Certificate): boolean {
  return digests.some((name) => names.includes(createHash(name).update(derOf(certificate)).digest()));
}
/** The certificate that a token's signed attributes name by its digest, as RFC 3161 requires. */
function namedCertificate(signedData: SignedData): Certificate | undefined {
  const names = namesIn(signedData.signerInfos[0]);
  return certificatesIn(signedData).find((one) => isNamedIn(names, one));
}
const digests = ['sha1', 'sha256', 'sha384', 'sha512'] as const;

/** The time stamp of a signature: intact, and over this very signature. Whom to trust for the time is not decided here. */
export async function stampOf(token: Buffer, signature: Buffer): Promise<StampReport> {
  try {
    const signedData = new SignedData({ schema: ContentInfo.fromBER(arrayOf(token)).content });
    const content = signedData.encapContentInfo.eContent!.getValue();
    const info = TSTInfo.fromBER(content);
    const imprint = Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView);
    const isOver = imprint.equals(sha256(signature));
    const isSigned = await signedData.verify({ signer: 0, data: arrayOf(signature), checkChain: false });
    const certificate = namedCertificate(signedData);
    const facts = certificate && factsOf(certificate);
    return {
      isValid: isOver && isSigned && certificate !== undefined,
      time: info.genTime.getTime(),
      authority: facts?.name || facts?.organisation || '',
    };
  } catch {
    return { isValid: false, time: null, authority: '' };
  }
}

async function report(
  file: Buffer,
  { range, dictionary }: Found,
  authorities: readonly Certificate[],
): Promise<SignatureReport> {
  const base: SignatureReport = {
    fault: null,
    isOurs: false,
    isWhole: range[2] + range[3] === file.length,
    time: timeIn(dictionary),
    reason: reasonIn(dictionary),
    certificate: null,
    stamp: null,
  };
  const value = valueIn(file, range);
  if (!value) return { ...base, fault: 'range' };
  let held: Opened;
  try {
    held = opened(value);
  } catch {
    return { ...base, fault: 'structure' };
  }
  const { certificate, parts } = held;
  const isOurs = isIssued(certificate, authorities, base.time);
  const stamp = parts.token ? await stampOf(parts.token, parts.signature) : null;
  const told = { ...base, isOurs, certificate: factsOf(certificate), stamp };
  const [, length, second, rest] = range;
  const digest = sha256(file.subarray(0, length), file.subarray(second, second + rest));
  if (!digest.equals(parts.digest)) return { ...told, fault: 'digest' };
  if (!isSigned(held)) return { ...told, fault: 'signature' };
  if (stamp && !stamp.isValid) return { ...told, fault: 'structure' };
  // A certificate that is not the one that was signed with was put in its place.
  const names = namesIn(held.signer);
  if (names.length > 0 && !isNamedIn(names, certificate)) return { ...told, fault: 'structure' };
  // What a signature of ours does not cover has one form and one spelling: other bytes there are a change as well.
  const isSpelled = !/[A-F]/.test(file.toString('latin1', length, second));
  if (isOurs && !(isSpelled && isOwnForm(held, authorities) && assemble(parts).equals(value)))
    return { ...told, fault: 'structure' };
  return told;
}

function isSigned(held: Opened): boolean {
  try {
    return nowIn(held);
  } catch {
    return false;
  }
}
function isOwnForm({ signer, parts }: Opened, authorities: readonly Certificate[]): boolean {
  const expected = Buffer.from(attributesFor(parts.digest, parts.certificate).encodedValue);
  const found = Buffer.from(signer.signedAttrs!.encodedValue);
  return (
    expected.subarray(1).equals(found.subarray(1)) && authorities.some((one) => derOf(one).equals(parts.authority))
  );
}

/** A time stamp over the file, which no party signs. */
function isFileStamp({ dictionary }: Pick<Found, 'dictionary'>): boolean {
  return /\/Type\s*\/DocTimeStamp(?![A-Za-z])/.test(dictionary);
}

async function fileStampOf(file: Buffer, { range }: Found): Promise<StampReport> {
  const token = valueIn(file, range);
  const [, length, second, rest] = range;
  if (!token) return { isValid: false, time: null, authority: '' };
  return stampOf(token, Buffer.concat([file.subarray(0, length), file.subarray(second, second + rest)]));
}

/** The place of the value that covers a file to its end, and whether it is that of a time stamp over the file. */
export function lastValue(file: Buffer): { range: Found['range']; isStamp: boolean } | undefined {
  const last = signaturesIn(file).found.find(({ range }) => range[2] + range[3] === file.length);
  return last && { range: last.range, isStamp: isFileStamp(last) };
}

/** The certificates that the signatures of a file and their time stamps bring, each once. */
export function certificatesOfFile(file: Buffer): Certificate[] {
  const all = signaturesIn(file).found.flatMap(({ range }) => {
    const value = valueIn(file, range);
    if (!value) return [];
    const { certificate, parts } = opened(value);
    const stamp = parts.token && new SignedData({ schema: ContentInfo.fromBER(arrayOf(parts.token)).content });
    return [certificate, parsed(parts.authority), ...(stamp ? certificatesIn(stamp) : [])];
  });
  return [...new Map(all.map((one) => [derOf(one).toString('base64'), one])).values()];
}

/** `authorities`: certificates (DER, base64) of all authorities that this installation has had. */
export async function verifyFile(bytes: Uint8Array, authorities: readonly string[]): Promise<FileReport> {
  const file = Buffer.from(bytes);
  const { found, hasMore } = signaturesIn(file);
  const known = authorities.map((one) => parsed(one));
  const signatures: SignatureReport[] = [];
  let lasting: StampReport | null = null;
  // What follows a time stamp over the file is not part of it: the last one ends the file.
  let isStamped = false;
  for (const one of found) {
    if (!isFileStamp(one)) signatures.push(await report(file, one, known));
    else {
      const stamp = await fileStampOf(file, one);
      lasting = lasting && !lasting.isValid ? lasting : stamp;
      isStamped ||= one.range[2] + one.range[3] === file.length;
    }
  }
  const isOpen = !hasMore && comparedIn(file, found, signatures);
  return {
    verdict: verdictOf(signatures, { hasMore: hasMore || lasting?.isValid === false, isOpen, isStamped }),
    sha256: sha256(file).toString('hex'),
    signatures,
    lasting,
  };
}

/**
 * Adds what was changed between signatures to the reports of those before the change. Answers whether the form of the
 * file waits for a signature.
 */
function comparedIn(file: Buffer, found: readonly Found[], signatures: readonly SignatureReport[]): boolean {
  if (signatures.length === 0 || signatures.some(({ fault }) => fault !== null)) return false;
  const isOurs = signatures.some((one) => one.isOurs);
  const ranges = found.map(({ at, range: [, , second, rest] }) => ({ at, end: second + rest }));
  const { isKept, isOpen, isRead } = compareRevisions(file, ranges, isOurs);
  // One signature of others has nothing to be compared with, in whatever way their file is written.
  if (!isRead && !isOurs && signatures.length === 1) return false;
  const kept = isKept.filter((_, i) => !isFileStamp(found[i]!));
  for (const [i, one] of signatures.entries()) if (!kept[i]) one.fault = 'revision';
  // A time stamp over the file that its form does not name is none.
  if (found.some((one, i) => isFileStamp(one) && !isKept[i])) signatures.at(-1)!.fault ??= 'revision';
  return isOpen;
}

function verdictOf(
  signatures: readonly SignatureReport[],
  { hasMore, isOpen, isStamped }: { hasMore: boolean; isOpen: boolean; isStamped: boolean },
): Verdict {
  if (signatures.length === 0) return 'unsigned';
  if (hasMore || signatures.some(({ fault }) => fault !== null)) return 'altered';
  if (!isStamped && !signatures.some(({ isWhole }) => isWhole)) return 'appended';
  if (!signatures.every(({ isOurs }) => isOurs)) return 'foreign';
  return isOpen ? 'unfinished' : 'intact';
}

/** The last signature of a file of ours. Throws RangeError where the file does not end with one. */
export function lastOf(file: Buffer): { from: number; to: number; parts: Opened['parts'] } {
  const last = signaturesIn(file).found.find(({ range }) => range[2] + range[3] === file.length);
  const value = last && valueIn(file, last.range);
  if (!last || !value) throw new RangeError('the file has no signature at its end');
  const [, from, to] = last.range;
  return { from, to, parts: opened(value).parts };
}
