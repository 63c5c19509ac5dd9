/** DER values, certificates and CMS signatures, written from their RFCs with node's own cryptography. */
import { createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';

/** A DER value. */
export function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length;
  const head = size < 128 ? [tag, size] : size < 256 ? [tag, 0x81, size] : [tag, 0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from(head), body]);
}
export function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}
export function set(...parts: Buffer[]): Buffer {
  return der(0x31, ...parts);
}
export function octets(bytes: Buffer): Buffer {
  return der(0x04, bytes);
}
export function number(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}
function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}
export const oids = {
  data: oid('2a864886f70d010701'),
  signedData: oid('2a864886f70d010702'),
  timeStampInfo: oid('2a864886f70d0109100104'),
  contentType: oid('2a864886f70d010903'),
  messageDigest: oid('2a864886f70d010904'),
  signingCertificate: oid('2a864886f70d010910022f'),
  sha256: oid('608648016503040201'),
  ecdsa: oid('2a8648ce3d040302'),
  policy: oid('2a0304'),
  commonName: oid('550403'),
  keyUsage: oid('551d0f'),
  extendedKeyUsage: oid('551d25'),
  timeStamping: oid('2b06010505070308'),
  basicConstraints: oid('551d13'),
  distributionPoints: oid('551d1f'),
};
export function sha256(...parts: Buffer[]): Buffer {
  return parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
}

/** The value of the first element of a DER value, as `[head and body, rest]`. */
export function first(bytes: Buffer): { whole: Buffer; body: Buffer; rest: Buffer } {
  const long = bytes[1]! >= 0x80 ? bytes[1]! & 0x7f : 0;
  const from = 2 + long;
  const size = long ? bytes.readUIntBE(2, long) : bytes[1]!;
  return {
    whole: bytes.subarray(0, from + size),
    body: bytes.subarray(from, from + size),
    rest: bytes.subarray(from + size),
  };
}

export interface OwnCertificate {
  /** DER. */
  certificate: Buffer;
  privateKey: KeyObject;
}
/** What is certified, and by whom; by itself where no issuer is named. */
export interface CertificateAsk {
  use: 'signatures' | 'stamps' | 'certificates';
  issuer?: OwnCertificate;
  serial?: number;
  /** The last two digits of the year that it ends with. */
  until?: string;
  /** Where the issuer keeps its list of revoked certificates. */
  listAt?: string;
}
function named(name: string): Buffer {
  return sequence(set(sequence(oids.commonName, der(0x0c, Buffer.from(name)))));
}
/** The issuer of a certificate: the third value of what it certifies, after version and serial. */
function issuerOf(certificate: Buffer): Buffer {
  const certified = first(first(first(certificate).body).body);
  return first(first(first(certified.rest).rest).rest).whole;
}
/** The subject of a certificate: the second value after the issuer. */
function subjectOf(certificate: Buffer): Buffer {
  const certified = first(first(first(certificate).body).body);
  const issuer = first(first(first(certified.rest).rest).rest);
  return first(first(issuer.rest).rest).whole;
}
const year = (digits: string) => der(0x17, Buffer.from(`${digits}0101000000Z`));

/** A certificate from 2026 on with its key. */
export function issued(
  name: string,
  { use, issuer, serial = 1, until = '36', listAt }: CertificateAsk,
): OwnCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsa = sequence(oids.ecdsa);
  const critical = (id: Buffer, value: Buffer) => sequence(id, der(0x01, Buffer.from([0xff])), octets(value));
  const usage = use === 'certificates' ? [1, 0x06] : [7, 0x80];
  const point = (address: string) => der(0xa0, der(0xa0, der(0x86, Buffer.from(address))));
  const certified = sequence(
    der(0xa0, number(2)),
    number(serial),
    ecdsa,
    issuer ? subjectOf(issuer.certificate) : named(name),
    sequence(year('26'), year(until)),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        critical(oids.keyUsage, der(0x03, Buffer.from(usage))),
        ...(use === 'stamps' ? [critical(oids.extendedKeyUsage, sequence(oids.timeStamping))] : []),
        ...(use === 'certificates' ? [critical(oids.basicConstraints, sequence(der(0x01, Buffer.from([0xff]))))] : []),
        ...(listAt ? [sequence(oids.distributionPoints, octets(sequence(sequence(point(listAt)))))] : []),
      ),
    ),
  );
  const value = sign('sha256', certified, { key: issuer?.privateKey ?? privateKey, dsaEncoding: 'der' });
  const bits = der(0x03, Buffer.from([0]), value);
  return { certificate: sequence(certified, ecdsa, bits), privateKey };
}

/** The list of certificates that an issuer has revoked: of these serial numbers. */
export function revokedBy(
  issuer: OwnCertificate,
  { from, until, serials = [] }: { from: Date; until: Date; serials?: readonly number[] },
): Buffer {
  const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
  const rows = serials.map((serial) => sequence(number(serial), time(from)));
  const ecdsa = sequence(oids.ecdsa);
  const body = sequence(
    number(1),
    ecdsa,
    subjectOf(issuer.certificate),
    time(from),
    time(until),
    ...(rows.length > 0 ? [sequence(...rows)] : []),
  );
  const value = sign('sha256', body, { key: issuer.privateKey, dsaEncoding: 'der' });
  return sequence(body, ecdsa, der(0x03, Buffer.from([0]), value));
}

/** A detached or attached CMS signature (RFC 5652): `attributes` are signed, `content` is what `[type, content]` holds. */
export function signedData(
  { certificate, privateKey }: OwnCertificate,
  {
    version,
    type,
    content,
    digest,
    others = [],
  }: { version: number; type: Buffer; content?: Buffer; digest: Buffer; others?: readonly Buffer[] },
): Buffer {
  const attributes = [
    sequence(oids.contentType, set(type)),
    sequence(oids.messageDigest, set(octets(digest))),
    sequence(oids.signingCertificate, set(sequence(sequence(sequence(octets(sha256(certificate))))))),
  ];
  const value = sign('sha256', set(...attributes), { key: privateKey, dsaEncoding: 'der' });
  const { serialNumber } = new X509Certificate(certificate);
  const signer = sequence(
    number(1),
    sequence(issuerOf(certificate), der(0x02, Buffer.from(serialNumber, 'hex'))),
    sequence(oids.sha256, der(0x05)),
    der(0xa0, ...attributes),
    sequence(oids.ecdsa),
    octets(value),
  );
  const held = sequence(
    number(version),
    set(sequence(oids.sha256, der(0x05))),
    sequence(type, ...(content ? [der(0xa0, octets(content))] : [])),
    der(0xa0, certificate, ...others),
    set(signer),
  );
  return sequence(oids.signedData, der(0xa0, held));
}
