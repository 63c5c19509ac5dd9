/** A time stamp authority (RFC 3161) over HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { der, first, number, octets, oids, selfIssued, sequence, sha256, signedData } from './der';

/** `fault`: `down` answers 500, `refuses` grants none, `other` stamps something else. */
export type StampFault = 'down' | 'refuses' | 'other';

/** Stamps times from 2026 to 2035. */
export async function startTimeStampAuthority(name: string, time: () => Date) {
  const state: { fault: StampFault | undefined; requests: number } = { fault: undefined, requests: 0 };
  const keyed = selfIssued(name, { forStamps: true });

  function answerTo(request: Buffer): Buffer {
    if (state.fault === 'refuses') return sequence(sequence(number(2)));
    const version = first(first(request).body);
    const imprint = first(version.rest);
    const nonce = first(imprint.rest).whole;
    const stamped =
      state.fault === 'other' ? sequence(first(imprint.body).whole, octets(Buffer.alloc(32, 1))) : imprint.whole;
    const digits = `${time().toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
    const info = sequence(number(1), oids.policy, stamped, number(7), der(0x18, Buffer.from(digits)), nonce);
    const token = signedData(keyed, { version: 3, type: oids.timeStampInfo, content: info, digest: sha256(info) });
    return sequence(sequence(number(0)), token);
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
    certificate: keyed.certificate.toString('base64'),
    answerTo,
    env: { TIMESTAMP_URL: `http://${host}/tsr`, EGRESS_ALLOW: host },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
