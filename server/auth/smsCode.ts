/** Signing in by a code that is sent to one's phone. */
import type { FastifyRequest } from 'fastify';
import { businessDate } from '../../contract/domain/calendar';
import type { Deps } from '../kernel/context';
import { needCaptcha } from './captcha';
import { checkPhone, codeForPage, deliverCode, idOfLastCode, isCodeShaped, makeCode, redeemCode } from './oneTimeCode';
import { isLive, type Person, personBy } from './people';
import { countRequest, networkOf, takeBack, throttled } from './throttle';

interface CodeRequest {
  tenantId: string;
  phone: string;
  /** The browser, where it knows the person. */
  browser?: string;
  /** Of the request, for the history. */
  requestId?: string;
  address?: string;
}

/** Where a request for a code counts: at the browser that knows the person, otherwise at its network. */
function askerOf({ browser, address = '' }: CodeRequest): string {
  return browser ? `browser:${browser}` : networkOf(address);
}

function personOf(deps: Deps, { tenantId, phone }: CodeRequest): Promise<Person | undefined> {
  return deps.db.withTenant(tenantId, businessDate(deps.now()), (trx) =>
    personBy(trx, tenantId, 'phone', phone, deps.now()),
  );
}

/**
 * Make a code and send it, if the number is that of one person who may sign in. Neither the answer nor its timing
 * discloses this: the delivery is not awaited.
 */
export async function sendSignInCode(
  deps: Deps,
  asked: CodeRequest,
  request: FastifyRequest,
): Promise<{ id: string; code?: string }> {
  checkPhone(asked.phone);
  const asker = askerOf({ ...asked, address: request.ip });
  await countRequest(deps, 'code', asker); // every message has a cost
  // The captcha protects every way to sign in that a program could try.
  if (deps.settings.console.captchaMode) await needCaptcha(deps, request);
  const isTenant = await deps.db.withTenant(asked.tenantId, businessDate(deps.now()), (trx) =>
    isLive(trx, asked.tenantId, deps.now()),
  );
  if (!isTenant) return codeForPage(deps, { id: deps.random(16).toString('base64url'), code: '000000' });
  const wanted = { ...asked, asker, purpose: 'signIn' as const };
  const made = await makeCode(deps, wanted);
  if (await personOf(deps, asked)) void deliverCode(deps, wanted, made, request.log);
  return codeForPage(deps, made);
}

/**
 * The person whose phone got the code; undefined when it is wrong, old, used or was never sent. No id means the code that
 * the same browser or network asked for last. Wrong ones count like wrong passwords, and a blocked account is blocked here
 * too. An unknown number is blocked in the same way, so that the answers do not distinguish it from a known one.
 */
export async function redeemSignInCode(
  deps: Deps,
  asked: CodeRequest,
  id: string | undefined,
  value: string,
): Promise<Person | undefined> {
  checkPhone(asked.phone);
  const purpose = 'signIn' as const;
  const meant = id ?? (await idOfLastCode(deps, { ...asked, purpose, asker: askerOf(asked) }));
  if (!isCodeShaped(meant, value)) return undefined;
  const person = await personOf(deps, asked);
  const { tenantId, phone, ...from } = asked;
  const guess = { tenantId, account: person?.account ?? `phone:${phone}`, ...from };
  const known = await throttled(deps, guess, async () => {
    const isRight = await redeemCode(deps, { ...asked, purpose }, meant, value);
    return isRight ? person : undefined;
  });
  if (known) await takeBack(deps, 'code', askerOf(asked));
  return known;
}
