/** What a span tells: no names, addresses, words of a search or texts of statements. */
export type SpanFacts = Record<string, string | number | boolean | undefined>;

export type SpanOptions = {
  name: string;
  kind: "server" | "client" | "consumer" | "internal";
  facts?: SpanFacts;
  /** The `traceparent` under which it begins; a new trace with `null`, and under the current span without it. */
  parent?: string | null;
};

/** A span that has begun. */
export type OpenSpan = {
  readonly traceId: string;
  add: (facts: SpanFacts) => void;
  /** Ends it, as failed with an error. A name replaces the one that it began with. */
  end: (ending?: { name?: string; error?: unknown }) => void;
  /** Runs work in it; all asynchronous code that it starts sees it. */
  run: <Result>(work: () => Result) => Result;
};

/** Traces by OpenTelemetry, where they are switched on. */
export type Tracing = {
  begin: (options: SpanOptions) => OpenSpan;
  /** Begins spans under the one that is current now, also later; `undefined` outside of spans that are recorded. */
  beginner: () => ((options: SpanOptions) => OpenSpan) | undefined;
  /** The current span as `traceparent`. */
  traceParent: () => string | undefined;
  /** Sends what is left, within some seconds. */
  stop: () => Promise<void>;
};

let tracing: Tracing | undefined;

/** Switches traces on or off for this process. */
export function setTracing(opened: Tracing | undefined): void {
  tracing = opened;
}

/** The traces of this process; `undefined` where they are off. */
export function currentTracing(): Tracing | undefined {
  return tracing;
}

const untraced: Pick<OpenSpan, "add"> = { add: () => undefined };

/** Runs work in a span of its own; as it is where traces are off. */
export async function inSpan<Result>(
  options: SpanOptions,
  work: (span: Pick<OpenSpan, "add">) => Promise<Result>,
): Promise<Result> {
  if (tracing === undefined) return work(untraced);
  const span = tracing.begin(options);
  try {
    const result = await span.run(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}
