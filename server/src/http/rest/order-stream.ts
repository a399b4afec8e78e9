import { Readable } from "node:stream";
import { paidOrdersPath } from "@shop/shared/order/order-list";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Admin } from "../../domain/base/actor.ts";
import { DomainError } from "../../domain/base/errors.ts";
import type { PaidOrderEvent, PaidOrderFeed } from "../../domain/order/paid-order-feed.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";

/** Less than the time after which proxies close a silent connection; in milliseconds. */
const pingEveryMs = 3_000;
/** What may wait for a reader that does not read, in bytes. */
const backlogMax = 262_144;
/** How long a browser waits before it opens an ended stream again, in milliseconds. */
const head = Buffer.from("retry: 2000\n\n");
const ping = Buffer.from(":\n\n");

/** The stream that tells open order lists of paid orders, as server-sent events. */
export function orderStreamEndpoint(): Endpoint {
  const streams = new Set<Readable>();
  // A stream that was written to since the last ping needs none.
  const written = new WeakSet<Readable>();
  return endpoint({
    method: "GET",
    path: paidOrdersPath,
    caller: "admin",
    needs: ["orders.read"],
    ...words,
    input: {},
    // A compressor would hold events back until it has a block.
    options: { compress: false },
    scope: (app, { paidOrders }) => {
      const pings = setInterval(() => {
        for (const stream of streams) if (!written.delete(stream)) send(stream, ping);
      }, pingEveryMs).unref();
      // Open streams would keep the server from closing.
      app.addHook("preClose", (done) => {
        clearInterval(pings);
        paidOrders.close();
        done();
      });
    },
    run: async ({ services, actor, request, reply }) => {
      requireEventStream(request);
      const stream = await follow(services.paidOrders, actor, { streams, written });
      if (request.method === "HEAD" || reply.raw.destroyed) end(stream, streams);
      return (
        reply
          .type("text/event-stream")
          .header("cache-control", "no-store")
          // Nginx would hold events back until a buffer is full.
          .header("x-accel-buffering", "no")
          .send(stream)
      );
    },
  });
}

/** What the document says of it. */
const words = {
  id: "followPaidOrders",
  tag: "Orders",
  summary: "Follow the orders that are paid",
  description:
    "Server-sent events, asked for with `Accept: text/event-stream`. `orders` has the orders that were paid just now: " +
    "how many, and the newest of them. `reload`, at the start and after an interruption, means that orders may have " +
    "been missed. The stream ends with the session; a client opens it again.",
  answers: {
    200: {
      description: "The stream.",
      type: "text/event-stream",
      schema: z.string(),
      example: 'event: orders\ndata: {"count":1,"rows":[…]}\n\n',
    },
  },
  refuses: ["VALIDATION", "UNAVAILABLE"],
} as const;

type OpenStreams = { streams: Set<Readable>; written: WeakSet<Readable> };

/** Opens a stream of what is paid, which ends with the session. */
async function follow(
  paidOrders: PaidOrderFeed,
  admin: Admin<"orders.read">,
  { streams, written }: OpenStreams,
): Promise<Readable> {
  const stream = new Readable({ read: () => undefined });
  const onEvent = (event: PaidOrderEvent) => {
    if (!streams.has(stream)) return;
    written.add(stream);
    send(stream, toEvent(event));
  };
  streams.add(stream);
  stream.once("close", () => streams.delete(stream));
  stream.push(Buffer.concat([head, toEvent({ type: "reload" })]));
  try {
    const onEnd = () => end(stream, streams);
    stream.once("close", await paidOrders.follow({ sessionId: admin.session.id, onEvent, onEnd }));
  } catch (error) {
    stream.destroy();
    throw error;
  }
  return stream;
}

function end(stream: Readable, streams: Set<Readable>): void {
  if (streams.delete(stream)) stream.push(null);
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
