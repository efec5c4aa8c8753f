import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** A span's request. */
export interface TracedRequest {
  readonly method: string;
  /** Route pattern. */
  readonly route: string;
  readonly version: string;
  /** May include traceparent. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A request's trace. */
export interface RequestTrace {
  run(step: () => void): void;
  end(result: { readonly status: number; readonly problem?: string }): void;
}

/** Traces requests and mail server work. */
export interface Tracing {
  readonly beginRequest: (request: TracedRequest) => RequestTrace;
  readonly beginWork: (work: { readonly kind: string; readonly name: string }) => (outcome: string) => void;
}

const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ['imap-connection', 'imap'],
  ['imap-command', 'imap'],
  ['smtp-submission', 'smtp'],
]);
const GOOD_OUTCOMES: ReadonlySet<string> = new Set(['ok', 'partly-rejected']);

/**
 * OpenTelemetry spans: a server span per request, in the client's trace, and a client span per work at a mail
 * server. None has arguments, users, servers or folders. Records nothing without an SDK.
 */
export function createTracing(): Tracing {
  // A proxy for a later SDK.
  const tracer = trace.getTracer('posthorn');
  return {
    beginRequest({ method, route, version, headers }) {
      const attributes: Attributes = {
        'http.request.method': method,
        'http.route': route,
        'posthorn.api.version': version,
      };
      const name = `${method} ${route}`;
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parentOf(headers));
      const requestContext = trace.setSpan(context.active(), span);
      return {
        run: (step) => context.with(requestContext, step),
        end: ({ status, problem }) => endRequest(span, status, problem),
      };
    },

    beginWork({ kind, name }) {
      const protocol = PROTOCOLS.get(kind) ?? kind;
      const attributes: Attributes = { 'network.protocol.name': protocol, 'posthorn.operation': name };
      const options = { kind: SpanKind.CLIENT, attributes };
      const span = tracer.startSpan(`${protocol.toUpperCase()} ${name}`, options);
      return (outcome) => endWork(span, outcome);
    },
  };
}

/** node:http instrumentation may have created the parent. */
function parentOf(headers: TracedRequest['headers']): Context {
  const active = context.active();
  return trace.getSpan(active) === undefined ? propagation.extract(active, headers) : active;
}

function endRequest(span: Span, status: number, problem: string | undefined): void {
  span.setAttribute('http.response.status_code', status);
  if (problem !== undefined) span.setAttribute('error.type', problem);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function endWork(span: Span, outcome: string): void {
  if (!GOOD_OUTCOMES.has(outcome)) {
    span.setAttribute('error.type', outcome);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
