import { errorBodySchema } from "@shop/shared/errors";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import type { TestShop } from "./shop.ts";

/** A response, in the same shape for both transports. */
export type Reply = {
  status: number;
  /** Code of a refusal. */
  code: string | undefined;
  body: unknown;
  headers: Headers;
};

export const transports = ["REST", "tRPC"] as const;
export type Transport = (typeof transports)[number];

type Routes = {
  rest: { method: "GET" | "POST" | "PUT" | "DELETE"; path: (id: string) => string };
  trpc: { kind: "query" | "mutation"; procedure: string; idKey?: string };
  /** Status of success where it is not 200; tRPC knows no other. */
  restSuccess?: number;
};

/** The operations on accounts, reviews and the catalog, and how each is called over either transport. */
const routes = {
  signIn: {
    rest: { method: "POST", path: () => "/api/users/auth" },
    trpc: { kind: "mutation", procedure: "account.signIn" },
  },
  register: {
    rest: { method: "POST", path: () => "/api/users" },
    trpc: { kind: "mutation", procedure: "account.register" },
    restSuccess: 201,
  },
  signOut: {
    rest: { method: "POST", path: () => "/api/users/logout" },
    trpc: { kind: "mutation", procedure: "account.signOut" },
  },
  profile: {
    rest: { method: "GET", path: () => "/api/users/profile" },
    trpc: { kind: "query", procedure: "account.profile" },
  },
  updateProfile: {
    rest: { method: "PUT", path: () => "/api/users/profile" },
    trpc: { kind: "mutation", procedure: "account.updateProfile" },
  },
  reauthenticate: {
    rest: { method: "POST", path: () => "/api/users/reauth" },
    trpc: { kind: "mutation", procedure: "account.reauthenticate" },
  },
  deleteAccount: {
    rest: { method: "DELETE", path: () => "/api/users/profile" },
    trpc: { kind: "mutation", procedure: "account.deleteAccount" },
  },
  listUsers: {
    rest: { method: "GET", path: () => "/api/users" },
    trpc: { kind: "query", procedure: "admin.users.list" },
  },
  readUser: {
    rest: { method: "GET", path: (id) => `/api/users/${id}` },
    trpc: { kind: "query", procedure: "admin.users.byId", idKey: "id" },
  },
  updateUser: {
    rest: { method: "PUT", path: (id) => `/api/users/${id}` },
    trpc: { kind: "mutation", procedure: "admin.users.update", idKey: "id" },
  },
  deleteUser: {
    rest: { method: "DELETE", path: (id) => `/api/users/${id}` },
    trpc: { kind: "mutation", procedure: "admin.users.delete", idKey: "id" },
  },
  createReview: {
    rest: { method: "POST", path: (id) => `/api/products/${id}/reviews` },
    trpc: { kind: "mutation", procedure: "review.create", idKey: "productId" },
    restSuccess: 201,
  },
  readProduct: {
    rest: { method: "GET", path: (id) => `/api/products/${id}` },
    trpc: { kind: "query", procedure: "catalog.product", idKey: "id" },
  },
  createProduct: {
    rest: { method: "POST", path: () => "/api/products" },
    trpc: { kind: "mutation", procedure: "admin.products.create" },
    restSuccess: 201,
  },
  updateProduct: {
    rest: { method: "PUT", path: (id) => `/api/products/${id}` },
    trpc: { kind: "mutation", procedure: "admin.products.update", idKey: "id" },
  },
  deleteProduct: {
    rest: { method: "DELETE", path: (id) => `/api/products/${id}` },
    trpc: { kind: "mutation", procedure: "admin.products.delete", idKey: "id" },
  },
  createBrand: {
    rest: { method: "POST", path: () => "/api/brands" },
    trpc: { kind: "mutation", procedure: "admin.brands.create" },
    restSuccess: 201,
  },
  updateBrand: {
    rest: { method: "PUT", path: (id) => `/api/brands/${id}` },
    trpc: { kind: "mutation", procedure: "admin.brands.update", idKey: "id" },
  },
  deleteBrand: {
    rest: { method: "DELETE", path: (id) => `/api/brands/${id}` },
    trpc: { kind: "mutation", procedure: "admin.brands.delete", idKey: "id" },
  },
  createCategory: {
    rest: { method: "POST", path: () => "/api/categories" },
    trpc: { kind: "mutation", procedure: "admin.categories.create" },
    restSuccess: 201,
  },
  updateCategory: {
    rest: { method: "PUT", path: (id) => `/api/categories/${id}` },
    trpc: { kind: "mutation", procedure: "admin.categories.update", idKey: "id" },
  },
  deleteCategory: {
    rest: { method: "DELETE", path: (id) => `/api/categories/${id}` },
    trpc: { kind: "mutation", procedure: "admin.categories.delete", idKey: "id" },
  },
} satisfies Record<string, Routes>;
export type Act = keyof typeof routes;

/** How an act is asked for. */
export function routeOf(act: Act): Routes {
  return routes[act];
}

/** What an act answers when it goes well. */
export function successOf(transport: Transport, act: Act): number {
  return transport === "REST" ? (routeOf(act).restSuccess ?? 200) : 200;
}

/** What is asked: the id in the path, if any, and the body. */
export type Ask = { id?: string; body?: unknown; headers?: Record<string, string> };

const dataSchema = z.object({ result: z.object({ data: z.unknown() }) });
const refusalSchema = z.object({ error: z.object({ message: z.string(), data: z.record(z.string(), z.unknown()) }) });

/** The answer of one tRPC call in the shape of a REST body. */
export function fromTrpc(answer: unknown): unknown {
  const data = dataSchema.safeParse(answer);
  if (data.success) return data.data.result.data;
  const { error } = refusalSchema.parse(answer);
  const { path: _path, httpStatus: _status, ...rest } = error.data;
  return { message: error.message, ...rest };
}

/** Somebody with a browser's cookie jar: what the shop hands out goes along with the next request. */
export class TestClient {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly shop: TestShop,
    /** Headers that go along with everything. */
    private readonly always: Record<string, string> = {},
  ) {}

  /** Somebody who holds a copy of this one's cookies. */
  copy(): TestClient {
    const copy = new TestClient(this.shop, this.always);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  /** The `Cookie` header of the next request. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Sends a request as it is. */
  async send(
    path: string,
    { headers, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const cookie = this.cookies.size === 0 ? {} : { cookie: this.cookieHeader };
    const all = { ...this.always, ...cookie, ...headers };
    const response = await fetch(this.shop.origin + path, { ...init, headers: all });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    const isGone = attributes.some((attribute) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute));
    if (isGone) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }

  /** A REST call; a body is sent as JSON. */
  async rest(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { "content-type": "application/json" };
    return toReply(await this.send(path, { method, ...json, headers: { ...type, ...headers } }), (answer) => answer);
  }

  /** A tRPC call. */
  async trpc(
    kind: "query" | "mutation",
    procedure: string,
    input?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const text = input === undefined ? undefined : JSON.stringify(input);
    const asked =
      kind === "query"
        ? this.send(`/trpc/${procedure}${text === undefined ? "" : `?input=${encodeURIComponent(text)}`}`, { headers })
        : this.send(`/trpc/${procedure}`, {
            method: "POST",
            headers: { "content-type": "application/json", ...headers },
            ...(text === undefined ? {} : { body: text }),
          });
    return toReply(await asked, fromTrpc);
  }

  /** An operation over either transport. */
  does(transport: Transport, act: Act, { id = "", body, headers }: Ask = {}): Promise<Reply> {
    const { rest, trpc } = routeOf(act);
    if (transport === "REST") return this.rest(rest.method, rest.path(encodeURIComponent(id)), body, headers);
    const input = trpc.idKey === undefined ? body : withId(trpc.idKey, id, body);
    return this.trpc(trpc.kind, trpc.procedure, input, headers);
  }
}

/** Where REST has the id in its path, tRPC has it beside the fields of the body. */
function withId(idKey: string, id: string, body: unknown): unknown {
  const fields = typeof body === "object" && body !== null ? body : {};
  return { ...fields, [idKey]: id };
}

/** A response, in the same shape for both transports. */
export async function toReply(response: Response, unwrap: (answer: unknown) => unknown): Promise<Reply> {
  const text = await response.text();
  const body = text === "" ? undefined : unwrap(JSON.parse(text));
  const refusal = errorBodySchema.safeParse(body);
  return { status: response.status, code: refusal.data?.code, body, headers: response.headers };
}

/** What signing in and registering answer: these fields and no others. */
export const signedInSchema = z.strictObject({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  expirationTime: z.number(),
});

/** A person as administrators see them: these fields and no others. */
export const accountSchema = z.strictObject({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
});

/** The same, as an edit screen needs it. */
export const accountDetailSchema = accountSchema.extend({ version: z.int(), updatedAt: z.iso.datetime() });

/** The fields that a refusal complains about. */
export function complaintsOf(reply: Reply): string[] {
  return (errorBodySchema.parse(reply.body).errors ?? []).map((error) => error.path);
}

export type Member = TestClient & { id: string; name: string; email: string; password: string };

export const goodPassword = "correct horse 1";

/** Registers a customer as people do; they are signed in. */
export async function makeCustomer(
  shop: TestShop,
  more: { name?: string; email?: string; password?: string } = {},
  headers: Record<string, string> = {},
): Promise<Member> {
  const fields = { name: "Ada", email: `${uuidv7()}@example.com`, password: goodPassword, ...more };
  const client = new TestClient(shop, headers);
  const reply = await client.rest("POST", "/api/users", fields);
  const { _id } = signedInSchema.parse(reply.body);
  return Object.assign(client, { ...fields, id: _id });
}

/** A customer to whom somebody with access to the database has given the administrator's role. */
export async function makeAdmin(shop: TestShop, more: { name?: string; email?: string } = {}): Promise<Member> {
  const member = await makeCustomer(shop, { name: "Admin", ...more });
  await shop.pool.query("update users set is_admin = true where id = $1", [member.id]);
  return member;
}

/** The same person on another device. */
export async function onAnotherDevice({ shop, email, password }: Member): Promise<TestClient> {
  const client = new TestClient(shop);
  const reply = await client.rest("POST", "/api/users/auth", { email, password });
  signedInSchema.parse(reply.body);
  return client;
}

/** Whether a customer's cookie opens private paths. */
export async function isSignedIn(client: TestClient): Promise<boolean> {
  const { status } = await client.does("REST", "profile");
  if (status !== 200 && status !== 401) throw new Error(`the profile answered ${status}`);
  return status === 200;
}

const storedUserSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  password_hash: z.string().nullable(),
  is_admin: z.boolean(),
  deleted_at: z.date().nullable(),
});

/** An account as the database has it. */
export async function storedUser(shop: TestShop, id: string) {
  const { rows } = await shop.pool.query("select * from users where id = $1", [id]);
  return storedUserSchema.parse(rows[0]);
}

/** Everything that accounts, reviews and the catalog are made of, to see that nothing changed. */
export async function storedState(shop: TestShop): Promise<unknown> {
  const read = async (statement: string) => (await shop.pool.query(statement)).rows;
  return {
    users: await read("select * from users order by id"),
    sessions: await read("select * from sessions order by id"),
    acts: await read("select * from admin_acts order by id"),
    reviews: await read("select * from reviews order by id"),
    products: await read("select * from products order by id"),
    brands: await read("select * from brands order by id"),
    categories: await read("select * from categories order by id"),
  };
}
