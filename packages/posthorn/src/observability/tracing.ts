/** Traces of requests through the OpenTelemetry API. Without an SDK in the process, nothing is recorded. */
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

/** A request as its span describes it. */
export interface TracedRequest {
  readonly method: string;
  /** The pattern of the route. */
  readonly route: string;
  readonly version: string;
  /** Where a traceparent may be. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The trace of one request. */
export interface RequestTrace {
  /** Runs a step of the request. What it does becomes part of the trace. */
  run(step: () => void): void;
  end(result: { readonly status: number; readonly problem?: string }): void;
}

/** Begins the traces of requests and of work at mail servers. */
export interface Tracing {
  readonly beginRequest: (request: TracedRequest) => RequestTrace;
  readonly beginWork: (work: { readonly kind: string; readonly name: string }) => (outcome: string) => void;
}

/** What the protocol is called in attributes, and the span before the name of the work. */
const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ['imap-connection', 'imap'],
  ['imap-command', 'imap'],
  ['smtp-submission', 'smtp'],
]);
const GOOD_OUTCOMES: ReadonlySet<string> = new Set(['ok', 'partly-rejected']);

/**
 * A server span for each request, continuing the trace that the client has begun, and a client span for each piece of
 * work at a mail server. Names and attributes hold no arguments, users, servers or folders.
 */
export function createTracing(): Tracing {
  // A proxy: it hands on to the SDK as soon as there is one.
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

/** An instrumentation of node:http may have begun a span already, with the client's as its parent. */
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
