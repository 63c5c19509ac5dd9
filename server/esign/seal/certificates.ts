/**
 * Certificates of the installation's own authority (X.509, RFC 5280): P-256 keys, ECDSA with SHA-256. They say who
 * signed as this installation knows it; no licensed authority has checked the person.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { Set as AsnSet, BitString, Integer, Null, ObjectIdentifier, OctetString, Sequence, Utf8String } from 'asn1js';
import {
  AlgorithmIdentifier,
  BasicConstraints,
  Certificate,
  CertificateRevocationList,
  Extension,
  Extensions,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs';

/** A certificate (DER) with its private key (PKCS #8, DER), both in base64. */
export interface KeyedCertificate {
  certificate: string;
  key: string;
}

/** Who a certificate names. `number`: of an identity document, masked; `unit`: what it was made for. */
export interface Subject {
  name: string;
  organisation?: string;
  unit?: string;
  number?: string;
}

/** From when and until when, ms since 1970. */
export interface Validity {
  from: number;
  until: number;
}

const names = { name: '2.5.4.3', organisation: '2.5.4.10', unit: '2.5.4.11', number: '2.5.4.5' } as const;
const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const extensions = {
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKey: '2.5.29.35',
  listNumber: '2.5.29.20',
} as const;
/** Bits of key usage: certificates and lists of revoked ones; signatures, and those that bind. */
const usages = { authority: 0x06, signer: 0xc0 } as const;

export function ecdsaAlgorithm(): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId: ecdsaWithSha256 });
}
export function sha256Algorithm(): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1', algorithmParams: new Null() });
}

/** Characters of a name; longer ones are cut (RFC 5280, appendix A). */
const longest = 64;

/** Each attribute is a part of its own, as directories expect. */
function nameOf(subject: Subject): RelativeDistinguishedNames {
  const parts = (['organisation', 'unit', 'name', 'number'] as const).flatMap((part) => {
    const value = subject[part] && [...subject[part]].slice(0, longest).join('');
    if (!value) return [];
    const pair = [new ObjectIdentifier({ value: names[part] }), new Utf8String({ value })];
    return new AsnSet({ value: [new Sequence({ value: pair })] });
  });
  return RelativeDistinguishedNames.fromBER(new Sequence({ value: parts }).toBER());
}

function extension(name: keyof typeof extensions, value: ArrayBuffer, critical: boolean): Extension {
  return new Extension({ extnID: extensions[name], critical, extnValue: value });
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}

function keyUsage(bits: number): ArrayBuffer {
  const unused = bits & 1 ? 0 : bits & 2 ? 1 : 6;
  return new BitString({ valueHex: bytesOf(Buffer.from([bits])), unusedBits: unused }).toBER();
}

/** The name of a public key: the digest of its bits. */
function keyName(spki: PublicKeyInfo): Buffer {
  return createHash('sha1').update(Buffer.from(spki.subjectPublicKey.valueBlock.valueHexView)).digest();
}

function build(
  subject: Subject,
  { from, until }: Validity,
  issuer: { key: string; certificate: Certificate } | undefined,
): KeyedCertificate {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = PublicKeyInfo.fromBER(bytesOf(pair.publicKey.export({ type: 'spki', format: 'der' })));
  const issuerKey = issuer ? keyName(issuer.certificate.subjectPublicKeyInfo) : keyName(spki);
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x3f) | 0x40; // positive, and of full length
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: bytesOf(serial) }),
    signature: ecdsaAlgorithm(),
    signatureAlgorithm: ecdsaAlgorithm(),
    issuer: issuer ? issuer.certificate.subject : nameOf(subject),
    subject: nameOf(subject),
    notBefore: timeOf(from),
    notAfter: timeOf(until),
    subjectPublicKeyInfo: spki,
    extensions: [
      extension('basicConstraints', new BasicConstraints({ cA: !issuer }).toSchema().toBER(), true),
      extension('keyUsage', keyUsage(issuer ? usages.signer : usages.authority), true),
      extension('subjectKey', new OctetString({ valueHex: bytesOf(keyName(spki)) }).toBER(), false),
      // AuthorityKeyIdentifier with the key's name alone
      extension('authorityKey', bytesOf(Buffer.concat([Buffer.from([0x30, 22, 0x80, 20]), issuerKey])), false),
    ],
  });
  const own = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const body = certificate.encodeTBS().toBER();
  certificate.tbsView = new Uint8Array(body);
  const signature = sign('sha256', Buffer.from(body), { key: privateKey(issuer?.key ?? own), dsaEncoding: 'der' });
  certificate.signatureValue = new BitString({ valueHex: bytesOf(signature) });
  return { certificate: Buffer.from(certificate.toSchema(true).toBER()).toString('base64'), key: own };
}

/** Whole seconds; years from 2050 on need the longer form. */
function timeOf(ms: number): Time {
  const value = new Date(Math.floor(ms / 1000) * 1000);
  return new Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value });
}

export function privateKey(key: string) {
  return createPrivateKey({ key: Buffer.from(key, 'base64'), type: 'pkcs8', format: 'der' });
}
export function parsed(certificate: string | Buffer): Certificate {
  return Certificate.fromBER(bytesOf(Buffer.isBuffer(certificate) ? certificate : Buffer.from(certificate, 'base64')));
}
export function publicKeyOf(certificate: Certificate) {
  const spki = Buffer.from(certificate.subjectPublicKeyInfo.toSchema().toBER());
  return createPublicKey({ key: spki, type: 'spki', format: 'der' });
}

/** A new authority, certified by itself. */
export function makeAuthority(subject: Subject, validity: Validity): KeyedCertificate {
  return build(subject, validity, undefined);
}
/** A certificate for signing. It never outlives its authority. */
export function issue(authority: KeyedCertificate, subject: Subject, { from, until }: Validity): KeyedCertificate {
  const certificate = parsed(authority.certificate);
  const last = Math.min(until, certificate.notAfter.value.getTime());
  return build(subject, { from, until: last }, { key: authority.key, certificate });
}

/** The list of certificates that an authority has revoked: none, as keys of seals stay here and others are forgotten. */
export function emptyList({ certificate, key }: KeyedCertificate, { from, until }: Validity): Buffer {
  const authority = parsed(certificate);
  const named = keyName(authority.subjectPublicKeyInfo);
  const number = new Integer({ valueHex: bytesOf(Buffer.from(`00${from.toString(16).padStart(12, '0')}`, 'hex')) });
  const list = new CertificateRevocationList({
    version: 1,
    signature: ecdsaAlgorithm(),
    signatureAlgorithm: ecdsaAlgorithm(),
    issuer: authority.subject,
    thisUpdate: timeOf(from),
    nextUpdate: timeOf(until),
    crlExtensions: new Extensions({
      extensions: [
        extension('authorityKey', bytesOf(Buffer.concat([Buffer.from([0x30, 22, 0x80, 20]), named])), false),
        extension('listNumber', number.toBER(), false),
      ],
    }),
  });
  // The package signs with keys of its own kind alone.
  const body = (list as unknown as { encodeTBS(): Sequence }).encodeTBS().toBER();
  list.tbsView = new Uint8Array(body);
  const signature = sign('sha256', Buffer.from(body), { key: privateKey(key), dsaEncoding: 'der' });
  list.signatureValue = new BitString({ valueHex: bytesOf(signature) });
  return Buffer.from(list.toSchema(true).toBER());
}

function textIn({ typesAndValues }: RelativeDistinguishedNames, type: string): string {
  const found = typesAndValues.find((one) => one.type === type);
  return found ? String(found.value.valueBlock.value) : '';
}

/** What a certificate says, for people. Times are ms since 1970. */
export interface CertificateFacts {
  name: string;
  organisation: string;
  unit: string;
  number: string;
  issuer: string;
  /** In hexadecimal digits. */
  serial: string;
  from: number;
  until: number;
}
export function factsOf(certificate: Certificate): CertificateFacts {
  const { subject, issuer, serialNumber, notBefore, notAfter } = certificate;
  return {
    name: textIn(subject, names.name),
    organisation: textIn(subject, names.organisation),
    unit: textIn(subject, names.unit),
    number: textIn(subject, names.number),
    issuer: textIn(issuer, names.name) || textIn(issuer, names.organisation),
    serial: Buffer.from(serialNumber.valueBlock.valueHexView).toString('hex'),
    from: notBefore.value.getTime(),
    until: notAfter.value.getTime(),
  };
}
