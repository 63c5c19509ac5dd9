/** One span for each request, with the statements that it sends. */
import type { FastifyInstance } from 'fastify';
import type { RequestSpan, Tracing } from '../kernel/ports';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request, where traces are made. */
    span: RequestSpan | null;
  }
}

/** Registered before everything else, so that the span covers the whole request. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = tracing.request(request.method);
    request.span.within(done);
  });
  // What follows the body runs in the context of its stream: it is led back.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.within(done);
    else done();
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const tenantId = request.caller?.tenantId;
    const route = request.is404 ? '' : (request.routeOptions.url ?? '');
    request.span?.end({ route, statusCode, requestId: request.id, ...(tenantId ? { tenantId } : {}) });
  });
}
