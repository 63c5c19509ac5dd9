/** Sign-ins, refused ones and sign-outs in the log of events. No parameter of the token call is logged but the grant. */
import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '../../contract/modules/system/auditLog';
import { paramsOf, requestOf } from '../kernel/call';
import type { Deps } from '../kernel/context';
import { Refusal } from '../kernel/errors';
import { prefix } from '../kernel/paths';
import type { LogCaller, UsualEvent } from '../kernel/ports';
import { platformTenant } from './rights';
import { guestId } from './session';

type Facts = Partial<Pick<UsualEvent, 'level' | 'data' | 'isClaimed'>>;

export function logEvent(
  { logs }: Pick<Deps, 'logs'>,
  request: FastifyRequest,
  event: AuditAction,
  caller: LogCaller,
  facts: Facts = {},
): void {
  logs?.usual({
    level: 'info',
    data: {},
    ...facts,
    event,
    entity: 'signIn',
    logId: caller.userId ?? '',
    caller,
    place: {
      requestId: request.id,
      remoteIp: request.ip,
      userAgent: String(request.headers['user-agent'] ?? ''),
      method: request.method,
      requestUri: (request.routeOptions.url ?? '').slice(prefix.length),
    },
  });
}

/** A session was opened; renewals are no events. */
export function logSignIn(
  deps: Pick<Deps, 'logs'>,
  request: FastifyRequest,
  grant: string,
  answer: Readonly<Record<string, unknown>>,
): void {
  const { tenant_id, user_id, account, real_name } = answer;
  const userId = user_id === guestId ? null : String(user_id);
  const caller = { tenantId: String(tenant_id), userId, name: String(real_name || account) };
  request.caller = caller;
  if (grant !== 'refresh_token') logEvent(deps, request, 'signIn', caller, { data: { way: grant } });
}

/** Refusals that tell nothing about an account: a busy server, and the delay of an address that was told to wait. */
const unremarkable: readonly string[] = ['busy', 'unavailable', 'upgrading', 'auth.tooFast'];

/** A refused token call, under the tenant and the account that were claimed. */
export function logRefusedSignIn(deps: Pick<Deps, 'logs' | 'settings'>, request: FastifyRequest, error: unknown): void {
  if (!deps.logs || !(error instanceof Refusal) || unremarkable.includes(error.code)) return;
  const { tenantId, username = '', ...params } = claimedIn(request);
  const named = String(request.headers['tenant-id'] || tenantId || deps.settings.console.tenantId);
  const grant = params.grant_type ?? params.grantType ?? '';
  if (grant === 'refresh_token') return; // the session has ended, which is an event of its own
  const caller = {
    tenantId: /^\d{1,12}$/.test(named) ? named : platformTenant,
    userId: null,
    name: username.trim().slice(0, 45),
  };
  logEvent(deps, request, 'signInFailed', caller, {
    level: 'warn',
    data: { reason: error.code, way: /^[a-z_]{1,32}$/.test(grant) ? grant : '' },
    isClaimed: true,
  });
}

function claimedIn(request: FastifyRequest): Record<string, string | undefined> {
  try {
    return paramsOf(requestOf(request));
  } catch {
    return {}; // what was sent cannot be read, which is why it was refused
  }
}
