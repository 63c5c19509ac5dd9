import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { dateTime } from '../../../contract/domain/calendar';
import type { Deps } from '../../kernel/context';
import { openRoute } from '../../kernel/route';
import { either, freeText, nothing, optional, shape, text } from '../../kernel/schemas';

/** `HTTPS://Lease.Example:443/login` and `lease.example` are the same: host, and the port where it is not the
 *  default. */
function hostOf(domain: string): string {
  const text = domain.includes('://') ? domain : `https://${domain}`;
  return URL.canParse(text) ? new URL(text).host.replace(/:(80|443)$/, '') : '';
}

/** The tenant of a sign-in page, by its host, before sign-in. Only number and name are disclosed. */
export function tenantRoutes(app: FastifyInstance, deps: Deps): void {
  openRoute(app, {
    method: 'GET',
    url: '/api/blade-system/tenant/info',
    permission: 'anyone',
    title: ['域名所属租户', 'The tenant of a domain'],
    query: { domain: optional(freeText()) },
    answer: either(nothing, shape({ tenantId: text(), name: text() })),
    async handle({ domain = '' }) {
      const host = domain.length > 255 ? '' : hostOf(domain);
      const { rows } = await sql<{ tenantId: string; name: string }>`
      select tenant_id as "tenantId", tenant_name as name from tenant
      where status = 1 and is_deleted = 0 and (expire_time is null or expire_time > ${dateTime(deps.now())}) and ${host} <> '' and
        regexp_replace(regexp_replace(lower(domain), '^https?://', ''), '(:(80|443))?([/?#].*)?$', '') = ${host}
      order by tenant_id limit 1`.execute(deps.db.kysely);
      return rows[0];
    },
  });
}
