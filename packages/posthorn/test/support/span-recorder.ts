/** The least SDK for OpenTelemetry that shows what a program traces: spans in memory, W3C trace context. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  type SpanStatus,
  SpanStatusCode,
  type TextMapPropagator,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** A span that has ended. */
export interface RecordedSpan {
  readonly name: string;
  readonly kind: string;
  readonly attributes: Attributes;
  readonly isError: boolean;
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the root of a trace. */
  readonly parentId: string | undefined;
}

export interface SpanRecorder {
  /** The spans so far, in the order of their ends. */
  readonly spans: readonly RecordedSpan[];
  /** Takes the SDK out of the process again. */
  remove(): void;
}

/** Registers the recorder for the whole process. */
export function installSpanRecorder(): SpanRecorder {
  const spans: RecordedSpan[] = [];
  trace.setGlobalTracerProvider({ getTracer: () => createTracer((span) => spans.push(span)) });
  context.setGlobalContextManager(createContextManager());
  propagation.setGlobalPropagator(traceparentPropagator);
  return {
    spans,
    remove() {
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

function createTracer(onEnd: (span: RecordedSpan) => void): Tracer {
  let count = 0;
  const newId = (length: number): string => (++count).toString(16).padStart(length, '0');
  const startSpan = (name: string, options: SpanOptions = {}, parentContext = context.active()): Span => {
    const parent = trace.getSpanContext(parentContext);
    const traceId = parent?.traceId ?? newId(32);
    const spanContext = { traceId, spanId: newId(16), traceFlags: TraceFlags.SAMPLED };
    return createSpan({ name, options, spanContext, parentId: parent?.spanId }, onEnd);
  };
  return { startSpan, startActiveSpan: () => assertUnused() };
}

function assertUnused(): never {
  throw new Error('The recorder does not know this part of the API.');
}

interface SpanStart {
  readonly name: string;
  readonly options: SpanOptions;
  readonly spanContext: SpanContext;
  readonly parentId: string | undefined;
}

function createSpan(start: SpanStart, onEnd: (span: RecordedSpan) => void): Span {
  const { name, options, spanContext, parentId } = start;
  const attributes: Attributes = { ...options.attributes };
  let isError = false;
  const span: Span = {
    spanContext: () => spanContext,
    setAttribute(key, value) {
      attributes[key] = value;
      return span;
    },
    setStatus({ code }: SpanStatus) {
      isError = code === SpanStatusCode.ERROR;
      return span;
    },
    end() {
      const kind = SpanKind[options.kind ?? SpanKind.INTERNAL] ?? '';
      onEnd({ name, kind, attributes, isError, parentId, ...spanContext });
    },
    isRecording: () => true,
    setAttributes: assertUnused,
    addEvent: assertUnused,
    addLink: assertUnused,
    addLinks: assertUnused,
    updateName: assertUnused,
    recordException: assertUnused,
  };
  return span;
}

function createContextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, thisArg, ...args) => storage.run(active, () => work.call(thisArg as never, ...args)),
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

const traceparentPropagator: TextMapPropagator = {
  inject: () => undefined,
  extract(into, carrier, getter) {
    const text = String(getter.get(carrier, 'traceparent') ?? '');
    const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(text) ?? [];
    if (traceId === undefined || spanId === undefined) return into;
    return trace.setSpanContext(into, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
  },
  fields: () => ['traceparent'],
};
