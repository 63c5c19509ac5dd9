/** The only way to call other hosts. Addresses come from operators, but may still lead to an internal machine. */

import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type Egress, EgressError, type Incoming, type Outgoing } from '../kernel/ports';

const usualPatienceMs = 5000;
const usualBytes = 1024 * 1024;

/** All addresses that are not public unicast. */
const inside = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4');
/** Public IPv6 is 2000::/3, less tunnels and translations, which embed an arbitrary IPv4 address. */
const outside6 = new BlockList();
outside6.addSubnet('2000::', 3, 'ipv6');
const tunnels6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  tunnels6.addSubnet(net, bits, 'ipv6');

/** Whether an IP address is one of the public internet. */
export function isPublic(address: string): boolean {
  return isIP(address) === 4
    ? !inside.check(address, 'ipv4')
    : isIP(address) === 6 && outside6.check(address, 'ipv6') && !tunnels6.check(address, 'ipv6');
}

interface Target {
  address: string;
  family: number;
}

/** Where a host is, resolved once, so that a second lookup cannot lead elsewhere; public hosts alone, unless allowed. */
async function resolved(host: string, shown: string, isAllowed: boolean): Promise<Target> {
  const literal = host.replace(/^\[|\]$/g, '');
  const found = isIP(literal)
    ? [{ address: literal, family: isIP(literal) }]
    : await lookup(literal, { all: true }).catch((cause) => {
        throw new EgressError(`${shown} is not known`, { cause });
      });
  const target = found[0];
  if (!target || (!isAllowed && !found.every((one) => isPublic(one.address))))
    throw new EgressError(`${shown} is not on the public internet`);
  return target;
}

/**
 * Where a call to this address goes, or an `EgressError`. Hosts in `allow` (`name` or `name:port`) may be inside the
 * network and may be called over plain http.
 */
export async function targetOf(url: URL, allow: readonly string[]): Promise<Target> {
  const isAllowed = allow.includes(url.host.toLowerCase()) || allow.includes(url.hostname.toLowerCase());
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed))
    throw new EgressError(`${url.protocol}//${url.host} may not be called`);
  if (url.username || url.password) throw new EgressError('an address with a password in it is not called');
  return resolved(url.hostname, url.host, isAllowed);
}

/** A lookup, as connections of node take it, that knows one answer. */
export function lookupOf(target: Target): LookupFunction {
  return (_name, options, answer) =>
    options.all ? answer(null, [target]) : answer(null, target.address, target.family);
}

/** The only way to call other hosts but stores of files; `allow`: see `targetOf`. */
export function openEgress(allow: readonly string[] = []): Egress {
  return Object.assign(callerOf(allow), {
    check: async (address: string) => {
      await targetOf(new URL(address), allow);
    },
    place: async (host: string, port: number) => {
      const name = host.includes(':') ? `[${host.toLowerCase()}]` : host.toLowerCase();
      const shown = `${name}:${port}`;
      const isInside = allow.includes(shown) || allow.includes(name);
      return { address: (await resolved(host, shown, isInside)).address, isInside };
    },
  });
}

function callerOf(allow: readonly string[]): (call: Outgoing) => Promise<Incoming> {
  return async ({ method, url: address, headers = {}, body, patienceMs = usualPatienceMs, mostBytes = usualBytes }) => {
    const url = new URL(address);
    const target = await targetOf(url, allow);

    return new Promise<Incoming>((resolve, reject) => {
      const fail = (cause: Error) => reject(new EgressError(`${url.host}: ${cause.message}`, { cause }));
      const request = (url.protocol === 'https:' ? https : http).request(
        url,
        {
          method,
          agent: false,
          headers: {
            'user-agent': 'LeaseDesk',
            accept: 'application/json',
            ...headers,
            ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          },
          lookup: lookupOf(target),
          signal: AbortSignal.timeout(patienceMs),
        },
        (response) => {
          const parts: Buffer[] = [];
          let size = 0;
          response.on('data', (part: Buffer) => {
            size += part.length;
            if (size > mostBytes) request.destroy(new Error('the answer is too large'));
            else parts.push(part);
          });
          // A redirect is an answer like any other: following it would bypass the checks above.
          response.on('end', () => {
            const bytes = Buffer.concat(parts);
            resolve({
              status: response.statusCode ?? 0,
              contentType: String(response.headers['content-type'] ?? ''),
              body: bytes.toString('utf8'),
              bytes,
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')]),
              ),
            });
          });
          response.on('error', fail);
        },
      );
      request.on('error', fail);
      request.end(body);
    });
  };
}
