import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type PaidOrders, paidOrdersPath, paidOrdersSchema } from "@shop/shared/order/order-list";
import { z } from "zod";

/** An open stream of paid orders, as a browser's order list has it. */
export type OrderStream = {
  status: number | undefined;
  headers: IncomingMessage["headers"];
  /** How often the list was told that it may lack orders. */
  reloads: () => number;
  /** How often it heard that the stream is still open. */
  pings: () => number;
  /** Everything that it was told of, the oldest first. */
  received: PaidOrders[];
  /** The ids of the orders that it was told of. */
  ids: () => string[];
  /** Ends with the stream. */
  ended: Promise<void>;
  close: () => void;
};

/** Opens the stream of paid orders of a shop, on a connection of its own. */
export async function openOrderStream(origin: string, { cookie }: { cookie: string }): Promise<OrderStream> {
  const headers = { accept: "text/event-stream", "accept-encoding": "gzip, deflate, br", cookie };
  const asked = request(origin + paidOrdersPath, { agent: false, headers });
  asked.end();
  const [answer] = z.tuple([z.custom<IncomingMessage>()]).parse(await once(asked, "response"));
  const received: PaidOrders[] = [];
  let [reloads, pings] = [0, 0];
  const onEvent = (text: string) => {
    const type = /^event: (.*)$/m.exec(text)?.[1];
    if (text === ":") pings += 1;
    if (type === "reload") reloads += 1;
    if (type === "orders") received.push(paidOrdersSchema.parse(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? "")));
  };
  return {
    status: answer.statusCode,
    headers: answer.headers,
    received,
    reloads: () => reloads,
    pings: () => pings,
    ids: () => received.flatMap(({ rows }) => rows.map(({ _id }) => _id)),
    // A stream that is cut has ended as well.
    ended: readEvents(answer, onEvent).catch(() => undefined),
    close: () => void answer.destroy(),
  };
}

async function readEvents(answer: IncomingMessage, onEvent: (text: string) => void): Promise<void> {
  let rest = "";
  for await (const piece of answer.setEncoding("utf8")) {
    const events = (rest + String(piece)).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) onEvent(event);
  }
}
