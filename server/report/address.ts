/** The family's address of a report's preview leads to the page of the console. */
import type { FastifyInstance } from 'fastify';

/** Where the page is, unless a tenant has moved its menu. */
const page = '/report/reportlist/preview';
/** Parameters that may hold a token: they never travel on. */
const tokens = ['blade-auth', 'token', 'access_token'];

/** `/ureport/preview?_u=blade-{name}&…` redirects to the page with the same parameters, without tokens. */
export function reportAddress(app: FastifyInstance): void {
  app.route({
    method: 'GET',
    url: '/ureport/preview',
    async handler(request, reply) {
      const asked = new URLSearchParams(request.url.split('?')[1] ?? '');
      for (const name of tokens) asked.delete(name);
      return reply.redirect(`${page}?${asked}`, 302);
    },
  });
}
