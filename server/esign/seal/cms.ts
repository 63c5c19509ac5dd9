/**
 * Detached CMS signatures (RFC 5652) as PAdES baseline needs them (ETSI EN 319 142-1): SHA-256, the signed attributes
 * content-type, message-digest and signing-certificate-v2 (RFC 5035), no signing-time, and a time stamp (RFC 3161) as
 * an unsigned attribute where there is one.
 */
import { createHash, sign } from 'node:crypto';
import { Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
} from 'pkijs';
import { ecdsaAlgorithm, type KeyedCertificate, parsed, privateKey, sha256Algorithm } from './certificates';

export const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  /** By SHA-1, as older tokens name it, and by any digest. */
  anySigningCertificate: ['1.2.840.113549.1.9.16.2.12', '1.2.840.113549.1.9.16.2.47'],
  timeStamp: '1.2.840.113549.1.9.16.2.14',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
} as const;

export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
export function arrayOf(buffer: Uint8Array): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}

/** The attributes that are signed, in the order of DER, as the bytes that the signature is over. */
export function attributesFor(digest: Buffer, certificate: Buffer): SignedAndUnsignedAttributes {
  const octets = (bytes: Buffer) => new OctetString({ valueHex: arrayOf(bytes) });
  const one = (...value: [Sequence | OctetString]) => new Sequence({ value });
  const attributes = [
    new Attribute({ type: oids.contentType, values: [new ObjectIdentifier({ value: oids.data })] }),
    new Attribute({ type: oids.messageDigest, values: [octets(digest)] }),
    new Attribute({ type: oids.signingCertificate, values: [one(one(one(octets(sha256(certificate)))))] }),
  ];
  const held = new SignedAndUnsignedAttributes({ type: 0, attributes });
  const bytes = Buffer.from(held.toSchema().toBER());
  bytes[0] = 0x31; // signed as a SET, stored under a tag of its place
  held.encodedValue = arrayOf(bytes);
  return held;
}

/** What a signature is assembled from. The same parts give the same bytes. */
export interface Parts {
  /** SHA-256 of what is signed. */
  digest: Buffer;
  /** DER: of the signer, and of the authority that issued it. */
  certificate: Buffer;
  authority: Buffer;
  signature: Buffer;
  /** DER of a time stamp's token. */
  token?: Buffer | undefined;
}

export function assemble({ digest, certificate, authority, signature, token }: Parts): Buffer {
  const signer = parsed(certificate);
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [sha256Algorithm()],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oids.data }),
    certificates: [signer, parsed(authority)],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
        digestAlgorithm: sha256Algorithm(),
        signedAttrs: attributesFor(digest, certificate),
        signatureAlgorithm: ecdsaAlgorithm(),
        signature: new OctetString({ valueHex: arrayOf(signature) }),
        ...(token
          ? {
              unsignedAttrs: new SignedAndUnsignedAttributes({
                type: 1,
                attributes: [
                  new Attribute({
                    type: oids.timeStamp,
                    values: [ContentInfo.fromBER(arrayOf(token)).toSchema()],
                  }),
                ],
              }),
            }
          : {}),
      }),
    ],
  });
  const info = new ContentInfo({ contentType: oids.signedData, content: signedData.toSchema(true) });
  return Buffer.from(info.toSchema().toBER());
}

/** Signs a digest. Answers the parts, to which a time stamp can be added. */
export function signDigest(digest: Buffer, signer: KeyedCertificate, authority: string): Parts {
  const certificate = Buffer.from(signer.certificate, 'base64');
  const bytes = Buffer.from(attributesFor(digest, certificate).encodedValue);
  return {
    digest,
    certificate,
    authority: Buffer.from(authority, 'base64'),
    signature: sign('sha256', bytes, { key: privateKey(signer.key), dsaEncoding: 'der' }),
  };
}

/** Bytes that are kept free for a time stamp's token. */
export const tokenRoom = 8192;

/** The request for a time stamp of what has this SHA-256 (DER). `nonce`: eight random bytes. */
export function stampRequest(digest: Buffer, nonce: Buffer): Buffer {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: sha256Algorithm(),
      hashedMessage: new OctetString({ valueHex: arrayOf(digest) }),
    }),
    nonce: new Integer({ valueHex: arrayOf(positive(nonce)) }),
    certReq: true,
  });
  return Buffer.from(request.toSchema().toBER());
}
function positive(nonce: Buffer): Buffer {
  const bytes = Buffer.from(nonce);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes;
}

/** The token (DER) in an answer of a time stamp authority. Throws RangeError when it granted none. */
export function tokenIn(answer: Buffer): Buffer {
  let response: TimeStampResp;
  try {
    response = TimeStampResp.fromBER(arrayOf(answer));
  } catch (cause) {
    throw new RangeError('the answer is no time stamp', { cause });
  }
  const { status, timeStampToken } = response;
  if (status.status > 1 || !timeStampToken) throw new RangeError(`no time stamp was granted (status ${status.status})`);
  return Buffer.from(timeStampToken.toSchema().toBER());
}
