/** A time stamp authority (RFC 3161) over HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  der,
  first,
  issued,
  number,
  type OwnCertificate,
  octets,
  oids,
  revokedBy,
  sequence,
  sha256,
  signedData,
} from './der';

/** `down` answers 500, `refuses` grants none, `other` stamps something else, `noLists` has no lists of revoked ones. */
export type StampFault = 'down' | 'refuses' | 'other' | 'noLists';

/**
 * Stamps times from 2026 to 2035. `isChained`: its certificate comes from a root by way of an authority between them, and
 * both keep lists of revoked certificates.
 */
export async function startTimeStampAuthority(name: string, time: () => Date, { isChained = false } = {}) {
  const state: { fault: StampFault | undefined; requests: number; listRequests: number; isRevoked: boolean } = {
    fault: undefined,
    requests: 0,
    listRequests: 0,
    isRevoked: false,
  };
  const lists = new Map<string, () => Buffer>();
  const server = createServer(async (request, reply) => {
    const list = lists.get(request.url ?? '');
    if (list) {
      state.listRequests += 1;
      return state.fault === 'noLists' ? reply.writeHead(500).end() : reply.writeHead(200).end(list());
    }
    state.requests += 1;
    const body = await buffer(request);
    if (state.fault === 'down' || request.headers['content-type'] !== 'application/timestamp-query')
      return reply.writeHead(500).end();
    reply.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answerTo(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const listOf = (path: string, issuer: OwnCertificate, serials: () => readonly number[]) => {
    const day = 86_400_000;
    const span = () => ({ from: new Date(time().getTime() - 60_000), until: new Date(time().getTime() + 30 * day) });
    lists.set(path, () => revokedBy(issuer, { ...span(), serials: serials() }));
    return `http://${host}${path}`;
  };
  const root = isChained ? issued(`${name} 根`, { use: 'certificates', until: '49' }) : undefined;
  const between =
    root &&
    issued(`${name} 二级`, {
      use: 'certificates',
      until: '49',
      issuer: root,
      serial: 2,
      listAt: listOf('/root.crl', root, () => []),
    });
  const keyed = between
    ? issued(name, {
        use: 'stamps',
        until: '49',
        issuer: between,
        serial: 3,
        listAt: listOf('/between.crl', between, () => (state.isRevoked ? [3] : [])),
      })
    : issued(name, { use: 'stamps' });

  const others = [between, root].flatMap((one) => (one ? [one.certificate] : []));

  function answerTo(request: Buffer): Buffer {
    if (state.fault === 'refuses') return sequence(sequence(number(2)));
    const version = first(first(request).body);
    const imprint = first(version.rest);
    const nonce = first(imprint.rest).whole;
    const stamped =
      state.fault === 'other' ? sequence(first(imprint.body).whole, octets(Buffer.alloc(32, 1))) : imprint.whole;
    const digits = `${time().toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
    const info = sequence(number(1), oids.policy, stamped, number(7), der(0x18, Buffer.from(digits)), nonce);
    const token = signedData(keyed, {
      version: 3,
      type: oids.timeStampInfo,
      content: info,
      digest: sha256(info),
      others,
    });
    return sequence(sequence(number(0)), token);
  }

  return {
    state,
    /** Whom to trust for its times: DER, base64. */
    certificate: (root ?? keyed).certificate.toString('base64'),
    /** The lists of revoked certificates, as they are now. */
    lists: () => [...lists.values()].map((list) => list()),
    listAddresses: () => [...lists.keys()].map((path) => `http://${host}${path}`),
    answerTo,
    env: { TIMESTAMP_URL: `http://${host}/tsr`, EGRESS_ALLOW: host },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
