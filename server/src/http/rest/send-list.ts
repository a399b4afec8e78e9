import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** Streams rows as one JSON array, however many there are. A failure midway cuts the connection. */
export async function sendList<Row>(reply: FastifyReply, batches: AsyncGenerator<Row[]>): Promise<FastifyReply> {
  const rows = toJson(await begin(batches));
  return reply.type("application/json; charset=utf-8").send(Readable.from(rows));
}

/** Reads the first batch ahead: once a body has begun, a failure could not change the status any more. */
export async function begin<Row>(batches: AsyncGenerator<Row[]>): Promise<AsyncGenerator<Row[]>> {
  const first = await batches.next();
  return first.done === true ? batches : beginningWith(first.value, batches);
}

async function* beginningWith<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first;
  yield* rest;
}

async function* toJson<Row>(batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let separator = "[";
  for await (const batch of batches) {
    yield separator + batch.map((row) => JSON.stringify(row)).join(",");
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}
