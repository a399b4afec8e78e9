import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

const attributeSchema = z.object({
  key: z.string(),
  value: z.looseObject({ stringValue: z.string().optional(), intValue: z.union([z.string(), z.number()]).optional() }),
});
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attributeSchema).default([]),
});
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attributeSchema) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});
export type CollectedSpan = z.infer<typeof spanSchema>;

/** A collector of OpenTelemetry that takes OTLP over HTTP as JSON. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** Everything that came, as it was sent. */
  readonly texts: string[] = [];
  readonly services = new Set<string>();
  #server = createServer((request, response) => {
    void json(request).then((body) => {
      if (request.url !== "/v1/traces") return response.writeHead(404).end();
      this.texts.push(JSON.stringify(body));
      for (const { resource, scopeSpans } of exportSchema.parse(body).resourceSpans) {
        for (const { key, value } of resource.attributes) {
          if (key === "service.name" && value.stringValue !== undefined) this.services.add(value.stringValue);
        }
        this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
      }
      return response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });

  /** Returns its address. */
  async open(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${z.object({ port: z.number() }).parse(this.#server.address()).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  named(name: string): CollectedSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  /** The names from a span up to the beginning of its trace, as far as they have come. */
  pathOf(span: CollectedSpan): string[] {
    const parent = this.spans.find(({ spanId }) => spanId === span.parentSpanId);
    return parent === undefined ? [span.name] : [...this.pathOf(parent), span.name];
  }
}
