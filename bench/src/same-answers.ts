import { isDeepStrictEqual } from "node:util";
import type { Scenario } from "./scenarios.ts";

/**
 * Throws unless the bare server and both doors of the shop answer a scenario
 * with the same content, uncompressed and on a connection that stays open. No
 * figure is bought with a wrong or a smaller answer.
 */
export async function verifySameAnswers(scenario: Scenario, shop: string, bare: string): Promise<void> {
  const expected = await ask(bare + scenario.bare);
  const rest = await ask(shop + scenario.rest);
  const trpc = await ask(shop + scenario.trpc);
  if (!isDeepStrictEqual(rest, expected)) throw differing(scenario.name, "REST", expected, rest);
  const data = field(field(trpc, "result"), "data");
  if (!isDeepStrictEqual(data, expected)) throw differing(scenario.name, "tRPC", expected, data);
}

async function ask(address: string): Promise<unknown> {
  const response = await fetch(address, { headers: { "accept-encoding": "identity" } });
  const connection = response.headers.get("connection");
  if (!response.ok || response.headers.has("content-encoding") || (connection ?? "keep-alive") !== "keep-alive") {
    throw new Error(`${address} answers ${response.status}, connection ${connection}`);
  }
  const body: unknown = await response.json();
  const isEmpty = isDeepStrictEqual(field(body, "products"), []);
  if (isEmpty) throw new Error(`${address} finds nothing`);
  return body;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function differing(scenario: string, door: string, expected: unknown, found: unknown): Error {
  const show = (value: unknown) => JSON.stringify(value)?.slice(0, 2_000);
  return new Error(`${scenario}: ${door} differs from the bare server\n${show(expected)}\n${show(found)}`);
}
