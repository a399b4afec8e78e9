import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { OpenSpan, SpanFacts, SpanOptions, Tracing } from "./tracing.ts";

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};
/** How often the log says that traces cannot be sent, and how long the stop waits for the collector; in milliseconds. */
const warnEveryMs = 60_000;
const stopMs = 3_000;

/**
 * Sends traces to a collector by OTLP over HTTP. The library reads its settings, `OTEL_…`, from the environment. `warn` is
 * called at most once a minute while the collector takes nothing.
 */
export function openTracing(version: string, warn: () => void): Tracing {
  const own = resourceFromAttributes({ "service.name": "shop", "service.version": version });
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  warnSeldom(warn);
  const tracer = provider.getTracer("shop", version);

  const begin = ({ name, kind, facts = {}, parent }: SpanOptions, under: Context): OpenSpan => {
    const place = parent === undefined ? under : toContext(parent);
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, place);
    return toOpenSpan(span, trace.setSpan(place, span));
  };
  return {
    begin: (options) => begin(options, context.active()),
    beginner: () => {
      const under = context.active();
      return trace.getSpan(under)?.isRecording() === true ? (options) => begin(options, under) : undefined;
    },
    traceParent: () => {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent;
    },
    stop: async () => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((done) => {
        timer = setTimeout(done, stopMs);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
      for (const api of [trace, context, propagation, diag]) api.disable();
    },
  };
}

function toContext(traceparent: string | null): Context {
  return traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
}

function toOpenSpan(span: Span, place: Context): OpenSpan {
  const spanContext = span.spanContext();
  return {
    traceId: isSpanContextValid(spanContext) ? spanContext.traceId : "",
    add: (facts: SpanFacts) => void span.setAttributes(facts),
    run: (work) => context.with(place, work),
    end: ({ name, error } = {}) => {
      if (name !== undefined) span.updateName(name);
      if (error !== undefined) {
        // The message of an error can have what a caller has sent.
        span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

function warnSeldom(warn: () => void): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const quiet = () => undefined;
  const error = () => {
    if (performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    warn();
  };
  diag.setLogger({ error, warn: quiet, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.ERROR);
}
