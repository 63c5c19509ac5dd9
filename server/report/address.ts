/** The family's address of a report's preview leads to the page of the console. */
import type { FastifyInstance } from 'fastify';
import { openRoute } from '../kernel/route';

/** Where the page is, unless a tenant has moved its menu. */
const page = '/report/reportlist/preview';
/** Parameters that may hold a token, in any case: they never travel on. */
const tokens = ['blade-auth', 'token', 'access_token'];

/** `/ureport/preview?_u=blade-{name}&…` redirects to the page with the same parameters, without tokens. */
export function reportAddress(app: FastifyInstance): void {
  openRoute(app, {
    method: 'GET',
    url: '/ureport/preview',
    permission: 'anyone',
    title: ['打开报表预览页（参数原样带到）', 'The page of a report’s preview, with the same parameters'],
    answer: 'redirect',
    async handle(_input, request, reply) {
      const asked = new URLSearchParams(request.url.split('?')[1] ?? '');
      for (const name of [...asked.keys()]) if (tokens.includes(name.toLowerCase())) asked.delete(name);
      return reply.redirect(`${page}?${asked}`, 302);
    },
  });
}
