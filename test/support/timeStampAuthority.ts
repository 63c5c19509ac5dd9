/** A time stamp authority (RFC 3161) over HTTP, written from the RFC with node's own cryptography. */
import { createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length;
  const head = size < 128 ? [tag, size] : size < 256 ? [tag, 0x81, size] : [tag, 0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from(head), body]);
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const set = (...parts: Buffer[]) => der(0x31, ...parts);
const octets = (bytes: Buffer) => der(0x04, bytes);
const number = (value: number) => der(0x02, Buffer.from([value]));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const oids = {
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
};
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** The value of the first element of a DER value, as `[head and body, rest]`. */
function first(bytes: Buffer): { whole: Buffer; body: Buffer; rest: Buffer } {
  const long = bytes[1]! >= 0x80 ? bytes[1]! & 0x7f : 0;
  const from = 2 + long;
  const size = long ? bytes.readUIntBE(2, long) : bytes[1]!;
  return {
    whole: bytes.subarray(0, from + size),
    body: bytes.subarray(from, from + size),
    rest: bytes.subarray(from + size),
  };
}

/** A certificate that may do nothing but stamp times, issued by itself, with its key. */
function stampCertificate(name: string): { certificate: Buffer; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [ecdsa, who] = [sequence(oids.ecdsa), sequence(set(sequence(oids.commonName, der(0x0c, Buffer.from(name)))))];
  const year = (digits: string) => der(0x17, Buffer.from(`${digits}0101000000Z`));
  const critical = (id: Buffer, value: Buffer) => sequence(id, der(0x01, Buffer.from([0xff])), octets(value));
  const certified = sequence(
    der(0xa0, number(2)),
    number(1),
    ecdsa,
    who,
    sequence(year('26'), year('36')),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        critical(oids.keyUsage, der(0x03, Buffer.from([7, 0x80]))),
        critical(oids.extendedKeyUsage, sequence(oids.timeStamping)),
      ),
    ),
  );
  const value = sign('sha256', certified, { key: privateKey, dsaEncoding: 'der' });
  const bits = der(0x03, Buffer.from([0]), value);
  return { certificate: sequence(certified, ecdsa, bits), privateKey };
}

/** `fault`: `down` answers 500, `refuses` grants none, `other` stamps something else. */
export type StampFault = 'down' | 'refuses' | 'other';

/** Stamps times from 2026 to 2035. */
export async function startTimeStampAuthority(name: string, time: () => Date) {
  const state: { fault: StampFault | undefined; requests: number } = { fault: undefined, requests: 0 };
  const { certificate: own, privateKey } = stampCertificate(name);
  const { serialNumber } = new X509Certificate(own);

  function answerTo(request: Buffer): Buffer {
    if (state.fault === 'refuses') return sequence(sequence(number(2)));
    const version = first(first(request).body);
    const imprint = first(version.rest);
    const nonce = first(imprint.rest).whole;
    const stamped =
      state.fault === 'other' ? sequence(first(imprint.body).whole, octets(Buffer.alloc(32, 1))) : imprint.whole;
    const digits = `${time().toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
    const info = sequence(number(1), oids.policy, stamped, number(7), der(0x18, Buffer.from(digits)), nonce);
    const attributes = [
      sequence(oids.contentType, set(oids.timeStampInfo)),
      sequence(oids.messageDigest, set(octets(sha256(info)))),
      sequence(oids.signingCertificate, set(sequence(sequence(sequence(octets(sha256(own))))))),
    ];
    const value = sign('sha256', set(...attributes), { key: privateKey, dsaEncoding: 'der' });
    // The issuer of the certificate, which issued itself: the third value of what it certifies, after version and serial.
    const certified = first(first(first(own).body).body);
    const issuer = first(first(first(certified.rest).rest).rest).whole;
    const signer = sequence(
      number(1),
      sequence(issuer, der(0x02, Buffer.from(serialNumber, 'hex'))),
      sequence(oids.sha256, der(0x05)),
      der(0xa0, ...attributes),
      sequence(oids.ecdsa),
      octets(value),
    );
    const signedData = sequence(
      number(3),
      set(sequence(oids.sha256, der(0x05))),
      sequence(oids.timeStampInfo, der(0xa0, octets(info))),
      der(0xa0, own),
      set(signer),
    );
    return sequence(sequence(number(0)), sequence(oids.signedData, der(0xa0, signedData)));
  }

  const server = createServer(async (request, reply) => {
    state.requests += 1;
    const body = await buffer(request);
    if (state.fault === 'down' || request.headers['content-type'] !== 'application/timestamp-query')
      return reply.writeHead(500).end();
    reply.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answerTo(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    state,
    /** DER, base64. */
    certificate: own.toString('base64'),
    answerTo,
    env: { TIMESTAMP_URL: `http://${host}/tsr`, EGRESS_ALLOW: host },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
