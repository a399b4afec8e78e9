import { Readable } from "node:stream";
import { paidOrdersPath } from "@shop/shared/order/order-list";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "../../domain/base/errors.ts";
import type { PaidOrderEvent } from "../../domain/order/paid-order-feed.ts";
import { type Services, toContext } from "../context.ts";
import { orderDocs } from "../openapi/orders.ts";
import { requireAdmin } from "../security/access.ts";

/** Less than the time after which proxies close a silent connection; in milliseconds. */
const pingEveryMs = 3_000;
/** What may wait for a reader that does not read, in bytes. */
const backlogMax = 262_144;
/** How long a browser waits before it opens an ended stream again, in milliseconds. */
const head = Buffer.from("retry: 2000\n\n");
const ping = Buffer.from(":\n\n");

/** The stream that tells open order lists of paid orders, as server-sent events. */
export function orderStreamRest(app: FastifyInstance, services: Services): void {
  const { paidOrders } = services;
  const streams = new Set<Readable>();
  // A stream that was written to since the last ping needs none.
  const written = new WeakSet<Readable>();
  const pings = setInterval(() => {
    for (const stream of streams) if (!written.delete(stream)) send(stream, ping);
  }, pingEveryMs).unref();
  // Open streams would keep the server from closing.
  app.addHook("preClose", (done) => {
    clearInterval(pings);
    paidOrders.close();
    done();
  });

  // A compressor would hold events back until it has a block.
  app.get(paidOrdersPath, { compress: false, ...orderDocs.live }, async (request, reply) => {
    const admin = await requireAdmin(toContext(services, request, reply));
    requireEventStream(request);
    const stream = new Readable({ read: () => undefined });
    const end = () => {
      if (streams.delete(stream)) stream.push(null);
    };
    const onEvent = (event: PaidOrderEvent) => {
      if (!streams.has(stream)) return;
      written.add(stream);
      send(stream, toEvent(event));
    };
    streams.add(stream);
    stream.once("close", () => streams.delete(stream));
    stream.push(Buffer.concat([head, toEvent({ type: "reload" })]));
    try {
      stream.once("close", await paidOrders.follow({ sessionId: admin.session.id, onEvent, onEnd: end }));
    } catch (error) {
      stream.destroy();
      throw error;
    }
    if (request.method === "HEAD" || reply.raw.destroyed) end();
    return (
      reply
        .type("text/event-stream")
        .header("cache-control", "no-store")
        // Nginx would hold events back until a buffer is full.
        .header("x-accel-buffering", "no")
        .send(stream)
    );
  });
}

/** Answers anything but an event source at once, because the answer does not end by itself. */
function requireEventStream({ headers }: FastifyRequest): void {
  if (headers.accept?.includes("text/event-stream") === true) return;
  throw new DomainError("VALIDATION", "This is a stream of events; ask for it with Accept: text/event-stream");
}

/** The bytes of events, so that each is encoded once for all streams. */
const encoded = new WeakMap<PaidOrderEvent, Buffer>();

function toEvent(event: PaidOrderEvent): Buffer {
  const known = encoded.get(event);
  if (known !== undefined) return known;
  const data = JSON.stringify(event.type === "orders" ? event.orders : {});
  const bytes = Buffer.from(`event: ${event.type}\ndata: ${data}\n\n`);
  encoded.set(event, bytes);
  return bytes;
}

/** Writes to a stream, or ends one whose reader does not read. */
function send(stream: Readable, bytes: Buffer): void {
  if (stream.readableLength > backlogMax) stream.destroy();
  else stream.push(bytes);
}
