import { Agent, request } from "node:http";
import { errorBodySchema } from "@shop/shared/errors";
import { and, isNotNull, isNull } from "drizzle-orm";
import fc from "fast-check";
import { uuidv7 } from "uuidv7";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { addresses, users } from "../../src/db/schema/accounts.ts";
import { orderMatters, orderViews } from "../../src/db/schema/customer-service.ts";
import { parcels } from "../../src/db/schema/parcels.ts";
import { productQuestions } from "../../src/db/schema/questions.ts";
import { searchRedirects, searchSynonyms } from "../../src/db/schema/search.ts";
import { hashPassword } from "../../src/infra/passwords.ts";
import { makeApiKey } from "../harness/api-keys.ts";
import { type Customer, insertCustomers } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { type FuzzedRequest, type Known, requestsTo, targets, vocabularyOf } from "../harness/fuzz.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { waitForStatus } from "../harness/load.ts";
import { orderOf, placedOrder } from "../harness/ordering.ts";
import { decided, expectMoneyAgrees, pay } from "../harness/paying.ts";
import { residentMegabytes } from "../harness/process.ts";
import { fromTrpc } from "../harness/test-client.ts";
import { timeLimit } from "../harness/time-limit.ts";
import { startTwoServers } from "../harness/two-servers.ts";
import { width } from "../harness/width.ts";

/** Another seed asks other things; the same one the same again. */
const seed = Number(process.env.FUZZ_SEED ?? 1);
const atOnce = 20;
/** How long anything may take, in milliseconds; and how much more memory a server may have in the end. */
const timeoutMs = 5_000;
const moreMegabytes = 100;
const stock = 100_000;
const roles = ["nobody", "customer", "other customer", "admin"] as const;

const servers = startTwoServers({
  RATE_LIMIT_EXCEPTIONS: "register=1000000/900,sign-in-address=1000000/900,payments=1000000/900",
});
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
afterAll(() => agent.destroy());

type Answer = { status: number; type: string; retryAfter: string | undefined; body: string; ms: number };

/**
 * Sends a request as it is. Rejects when no answer comes; but when a kept
 * connection was given up in that very moment, the request is sent again.
 */
function ask(origin: string, drawn: FuzzedRequest, on: Agent | false = agent): Promise<Answer> {
  const { method, path, headers, body } = drawn;
  const { hostname, port } = new URL(origin);
  const started = performance.now();
  return new Promise((done, fail) => {
    const call = request({ hostname, port, agent: on, method, path, headers, timeout: 60_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", fail);
      response.on("end", () =>
        done({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          retryAfter: response.headers["retry-after"],
          body: Buffer.concat(chunks).toString("utf8"),
          ms: performance.now() - started,
        }),
      );
    });
    call.on("timeout", () => call.destroy(new Error("no answer in time")));
    call.on("error", (error) => {
      if (call.reusedSocket && on !== false) done(ask(origin, drawn, false));
      else fail(error);
    });
    call.end(body);
  });
}

/** Whoever sends a longer head than the shop reads is cut off, and may be before it has read the refusal; in bytes. */
const longestHead = 14_000;
const sizeOfHead = ({ path, headers }: FuzzedRequest) => path.length + JSON.stringify(headers).length;

const leak = /node_modules|dist\/main\.js|\.ts:\d+|\$argon2|Failed query|DatabaseError|at async /;

/** What is wrong with an answer, if anything. */
function complaintOf(
  { method, path }: FuzzedRequest,
  { status, type, retryAfter, body, ms }: Answer,
): string | undefined {
  // A busy machine asks some to come again.
  if (status === 503 && retryAfter !== undefined) return undefined;
  if (status < 200 || status >= 500) return `status ${status}`;
  if (ms > timeoutMs && ms > timeLimit(timeoutMs)) return `took ${Math.round(ms)} ms`;
  if (leak.test(body)) return "tells of the inside";
  if (status < 400 || method === "HEAD") return undefined;
  if (type.startsWith("text/html"))
    return /^\/(api|trpc|uploads|static)\//.test(path) ? "answers with a page" : undefined;
  if (type !== "application/json; charset=utf-8") return `answers with ${type}`;
  try {
    const answer: unknown = JSON.parse(body);
    if (!path.startsWith("/trpc/") || z.looseObject({ code: z.string() }).safeParse(answer).success) {
      errorBodySchema.parse(answer);
    } else if (Array.isArray(answer)) answer.map(fromTrpc);
    else errorBodySchema.parse(fromTrpc(answer));
    return undefined;
  } catch (error) {
    return `answers in no known shape: ${error}`;
  }
}

const secret = /\$argon2|eyJhbGciOi/;

/** Whether a line of the log reports a fault. That a busy database kept somebody waiting too long is counted by its 503. */
function isFault(line: string): boolean {
  return /"level":[56]0/.test(line) && !/"type":"DatabaseError","message":"unavailable /.test(line);
}

/** What may end the session that it comes with; it is asked with one of its own, so that the others go on. */
const endsSessions = /logout|signOut|users\/profile|updateProfile|deleteAccount/;
const lastTargets = targets.map(({ name }) => name).filter((name) => endsSessions.test(name));

/** The cookie with which somebody asks a target. */
type Caller = (target: string) => string;

/** Somebody who asks, and others in the same role for the targets that end sessions. */
async function makeCaller(more: { isAdmin?: boolean } = {}): Promise<{ customer: Customer; caller: Caller }> {
  const [customer, ...others] = await insertCustomers(servers.db, 1 + lastTargets.length, more);
  if (customer === undefined) throw new Error("nobody was made");
  return { customer, caller: (target) => (others[lastTargets.indexOf(target)] ?? customer).cookie };
}

/** People, products and orders for some hundred requests; what those do to them does not matter. */
async function makeWorld(sold: readonly string[], passwordHash: string): Promise<{ known: Known; callers: Caller[] }> {
  const { db } = servers;
  const accounts = await insertCustomers(db, 4);
  // Nobody can name those who ask, so nobody can delete them.
  const [customer, other, admin] = [await makeCaller(), await makeCaller(), await makeCaller({ isAdmin: true })];
  await db
    .update(users)
    .set({ passwordHash })
    .where(and(isNull(users.deletedAt), isNotNull(users.email)));
  const names = [`Brand ${seed}`, "Category"];
  const nameIds = [await makeBrand(db), await makeCategory(db)];
  const products = await Promise.all(Array.from({ length: 5 }, () => makeProduct(db)));
  const orders: string[] = [];
  const payments: string[] = [];
  const { origin } = servers.at(0);
  for (const [n, payer] of [customer.customer, other.customer, ...accounts.slice(0, 2)].entries()) {
    for (let round = 0; round < 3; round += 1) {
      const order = await placedOrder(origin, payer, orderOf([{ product: sold[n] ?? "", qty: 1 + round }]));
      orders.push(order._id);
      if (round === 2) continue;
      const id = await decided({ origin, simulator: servers.simulator }, payer, order._id);
      payments.push(id);
      if (round === 1) await pay({ origin }, payer, order._id, { id });
    }
  }
  // Of two orders only, so that an order and a matter of its own come together now and then.
  const matters = orders
    .slice(0, 2)
    .flatMap((orderId) =>
      (["disputed", "payment refused"] as const).map((kind) => ({ id: uuidv7(), orderId, kind, reference: kind })),
    );
  await db.insert(orderMatters).values(matters);
  const callers = [() => "", customer.caller, other.caller, admin.caller];
  const ids = matters.map(({ id }) => id);
  const records = await makeRecords([customer.customer, other.customer], orders, products[0] ?? "");
  return { known: { accounts, products, sold, names, nameIds, orders, payments, matters: ids, records }, callers };
}

/** What belongs to customers, orders and the search, for the targets that name it. */
async function makeRecords(
  owners: readonly Customer[],
  orderIds: readonly string[],
  productId: string,
): Promise<Known["records"]> {
  const { db } = servers;
  const some = [uuidv7(), uuidv7(), uuidv7()];
  const owned = owners.flatMap(({ id: userId }) =>
    some.map((suffix, place) => ({
      id: uuidv7(),
      userId,
      place,
      address: `${suffix} Main Street`,
      isDefault: place === 0,
      city: "Springfield",
      postalCode: "12345",
      country: "USA",
    })),
  );
  const sent = orderIds.map((orderId) => ({
    id: uuidv7(),
    orderId,
    carrier: "ups" as const,
    trackingNumber: uuidv7(),
  }));
  const views = some.map((id) => ({ id, name: `View ${id.slice(-20)}`, parameters: {} }));
  const groups = some.map((id) => ({ id, words: [`a${id.slice(-8)}`, `b${id.slice(-8)}`] }));
  const redirects = some.map((id) => ({ id, phrase: id, key: id, path: "/cart" }));
  await db.insert(addresses).values(owned);
  await db.insert(parcels).values(sent);
  await db.insert(orderViews).values(views);
  const asked = some.map((id) => ({ id, productId, userId: owners[0]?.id ?? "", text: "Is it heavy?" }));
  await db.insert(productQuestions).values(asked);
  await db.insert(searchSynonyms).values(groups);
  await db.insert(searchRedirects).values(redirects);
  const [userId = ""] = owners.map(({ id }) => id);
  const keys = await Promise.all(some.map(() => makeApiKey(db, { scope: "read", userId })));
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  return [
    { targets: /addresses/, ids: idsOf(owned) },
    { targets: /\/parcels\/|changeParcel|removeParcel/, ids: idsOf(sent) },
    { targets: /removeView/, ids: idsOf(views) },
    { targets: /synonyms/, ids: idsOf(groups) },
    { targets: /redirects/, ids: idsOf(redirects) },
    { targets: /apiKeys/, ids: idsOf(keys) },
    { targets: /question/, ids: idsOf(asked) },
  ];
}

it("Nothing that is sent to any path or procedure, by anybody, breaks the shop", async () => {
  const perWorld = 2_000;
  const sold = await Promise.all(Array.from({ length: 4 }, () => makeProduct(servers.db, { countInStock: stock })));
  const passwordHash = await hashPassword("a password of some length");
  const statuses: Record<number, number> = {};
  const good = new Set<string>();
  const complaints: string[] = [];
  let memory: number[] = [];
  let sent = 0;

  while (sent < width.fuzzedRequests) {
    const { known, callers } = await makeWorld(sold, passwordHash);
    const words = vocabularyOf(known);
    const drawers = targets.map((target) => callers.map((caller) => requestsTo(target, words, caller(target.name))));
    const upTo = Math.min(sent + perWorld, width.fuzzedRequests);
    const work = Array.from({ length: atOnce }, async () => {
      while (sent < upTo) {
        const n = sent;
        sent += 1;
        const place = n % targets.length;
        const role = Math.floor(n / targets.length) % roles.length;
        const [target, drawer] = [targets[place], drawers[place]?.[role]];
        if (target === undefined || drawer === undefined) throw new Error("there is one for each place and role");
        const [drawn] = fc.sample(drawer, { seed: seed * 1_000_003 + n, numRuns: 1 });
        if (drawn === undefined) throw new Error("nothing was drawn");
        const answer = await ask(servers.at(n).origin, drawn).catch((error: unknown) => String(error));
        const complaint =
          typeof answer !== "string"
            ? complaintOf(drawn, answer)
            : sizeOfHead(drawn) > longestHead
              ? undefined
              : `no answer: ${answer}`;
        if (typeof answer !== "string") {
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
          if (answer.status < 300) good.add(target.name);
        }
        if (complaint === undefined) continue;
        const { method, path, headers, body } = drawn;
        const said = typeof answer === "string" ? "" : answer.body.slice(0, 200);
        complaints.push(
          `#${n} ${roles[role]}: ${complaint} to ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${String(body).slice(0, 500)}: ${said}`,
        );
      }
    });
    await Promise.all(work);
    // The first half fills caches and grows the heap to its size; what leaks grows on in the second.
    if (sent <= width.fuzzedRequests / 2) memory = servers.shops.map(({ pid }) => residentMegabytes(pid));
  }

  console.log(
    `${good.size} of ${targets.length} targets were got through to by ${sent} requests drawn from seed ${seed}, answered with ${JSON.stringify(statuses)}`,
  );
  expect(complaints.slice(0, 20)).toEqual([]);
  expect(statuses[503] ?? 0).toBeLessThan(20);
  for (const [n, shop] of servers.shops.entries()) {
    expect(shop.isRunning()).toBe(true);
    await waitForStatus(`${shop.origin}/readyz`, 200, 60_000);
    expect(residentMegabytes(shop.pid) - (memory[n] ?? 0)).toBeLessThan(moreMegabytes);
    const output = shop.output.join("\n").split("\n");
    expect(output.filter((line) => isFault(line) || secret.test(line))).toEqual([]);
  }
  // Nonsense that is refused by the validation would show nothing of what is behind it.
  const never = targets.map(({ name }) => name).filter((name) => !good.has(name));
  expect(never.length, never.join(", ")).toBeLessThan(width.fuzzedMissMax * targets.length);
  await expectInvariants(servers.pool, Object.fromEntries(sold.map((id) => [id, stock])));
  await expectMoneyAgrees(servers);
}, 600_000);
