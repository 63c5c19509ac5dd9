/**
 * Traces by OpenTelemetry, sent to a collector by OTLP over HTTP. The packages are loaded by the first call: a server
 * without a collector does not read them. They take further settings (headers, sampler, name) from their usual variables.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { RequestSpan, Tracing } from '../kernel/ports';

/** Statements are longer than anyone reads. */
const mostText = 2000;

/** A statement's text without the literals of those that take no parameters. */
function withoutLiterals(text: string): string {
  return text.replace(/'(?:[^']|'')*'/g, "'?'").slice(0, mostText);
}

export async function openTracing(url: string): Promise<Tracing> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { defaultResource, resourceFromAttributes } = await import('@opentelemetry/resources');
  const name = process.env.OTEL_SERVICE_NAME || 'leasedesk';
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': name })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  const tracer = provider.getTracer('leasedesk');
  const current = new AsyncLocalStorage<Span>();

  function request(method: string): RequestSpan {
    const attributes = { 'http.request.method': method };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
    return {
      within: (next) => current.run(span, next),
      end({ route, statusCode, requestId, tenantId }) {
        if (route) span.updateName(`${method} ${route}`);
        span.setAttributes({
          ...(route ? { 'http.route': route } : {}),
          'http.response.status_code': statusCode,
          'leasedesk.request_id': requestId,
          ...(tenantId ? { 'leasedesk.tenant_id': tenantId } : {}),
        });
        if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  async function statement<T>(text: string, run: () => Promise<T>): Promise<T> {
    const parent = current.getStore();
    if (!parent?.isRecording()) return run();
    const operation = /^\s*(?:\/\*.*?\*\/\s*)*(\w+)/s.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': withoutLiterals(text),
    };
    const span = tracer.startSpan(
      operation,
      { kind: SpanKind.CLIENT, attributes },
      trace.setSpan(ROOT_CONTEXT, parent),
    );
    try {
      return await run();
    } catch (error) {
      // The message of a database may hold values.
      const { code } = error as { code?: unknown };
      span.setAttribute('error.type', typeof code === 'string' ? code : 'unknown');
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    request,
    statement,
    // A collector that is away costs the traces and not the end of the server.
    close: () => provider.shutdown().catch(() => undefined),
  };
}
