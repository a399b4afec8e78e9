import { SignJWT, UnsecuredJWT } from "jose";
import { uuidv7 } from "uuidv7";
import { describe, expect, it, vi } from "vitest";
import { waitForLock } from "../harness/locks.ts";
import { startTestShop } from "../harness/shop.ts";
import {
  goodPassword,
  isSignedIn,
  type Member,
  makeAdmin,
  makeCustomer,
  onAnotherDevice,
  signedInSchema,
  TestClient,
  transports,
} from "../harness/test-client.ts";

const jwtSecret = "the secret with which these tests forge tokens";
const ours = "http://localhost:3000";
const shop = startTestShop({ settings: { jwtSecret } });

/** What a person types to get in. */
const wordsOf = ({ email, password }: Member) => ({ email, password });

const cookieOf = (client: TestClient) => client.cookies.get("session") ?? "";

/** Somebody who brings nothing but this token. */
function bearing(token: string): TestClient {
  const client = new TestClient(shop);
  client.cookies.set("session", token);
  return client;
}

/** The claims of a token that the shop handed out. */
function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

const now = () => Math.floor(Date.now() / 1_000);

/** A token as the shop makes them for a living session, but for what is said. */
async function forge(
  member: Member,
  { claims = {}, without = [], header = {}, secret = jwtSecret }: Forgery = {},
): Promise<string> {
  const all: Record<string, unknown> = { ...claimsOf(cookieOf(member)), ...claims };
  for (const name of without) delete all[name];
  return new SignJWT(all).setProtectedHeader({ alg: "HS256", ...header }).sign(new TextEncoder().encode(secret));
}
type Forgery = {
  claims?: Record<string, unknown>;
  without?: string[];
  header?: Record<string, unknown>;
  secret?: string;
};

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("the session cookie", () => {
  /** The attributes of the one cookie that an answer sets. */
  const attributesOf = (headers: Headers) => {
    const lines = headers.getSetCookie().filter((line) => !line.startsWith("device="));
    expect(lines).toHaveLength(1);
    const [pair = "", ...attributes] = (lines[0] ?? "").split("; ");
    return { name: pair.split("=")[0], value: pair.split("=")[1], attributes: attributes.sort() };
  };

  it.each(transports)(
    "is hidden from scripts and other sites, for this host and seven days, through %s",
    async (transport) => {
      const ada = await makeCustomer(shop);
      for (const [act, body] of [
        ["signIn", { email: ada.email, password: ada.password }],
        ["updateProfile", { name: "Ada", email: ada.email }],
        ["register", { name: "Ada", email: `${uuidv7()}@example.com`, password: goodPassword }],
      ] as const) {
        const reply = await ada.does(transport, act, { body });
        const { name, attributes } = attributesOf(reply.headers);
        expect(name).toBe("session");
        const age = attributes.find((attribute) => attribute.startsWith("Max-Age="));
        expect(attributes).toEqual(["HttpOnly", age, "Path=/", "SameSite=Strict"].sort());
        expect(Number(age?.slice(8))).toBeGreaterThan(604_800 - 60);
        expect(Number(age?.slice(8))).toBeLessThanOrEqual(604_800);
        const { expirationTime } = signedInSchema.parse(reply.body);
        expect(Math.abs(expirationTime - Date.now() - 604_800_000)).toBeLessThan(60_000);
      }
    },
  );

  it.each(transports)("is taken back with the attributes that it was given with, through %s", async (transport) => {
    const ada = await makeCustomer(shop);
    const reply = await ada.does(transport, "signOut");
    const { name, value, attributes } = attributesOf(reply.headers);
    expect({ name, value }).toEqual({ name: "session", value: "" });
    expect(attributes).toEqual(expect.arrayContaining(["HttpOnly", "Max-Age=0", "Path=/", "SameSite=Strict"]));
    expect(attributes.filter((attribute) => /^(domain|secure)/i.test(attribute))).toEqual([]);
    expect(ada.cookies.has("session")).toBe(false);
  });

  it("carries a token, and no answer does", async () => {
    const ada = await makeCustomer(shop);
    const token = cookieOf(ada);
    expect(Object.keys(claimsOf(token)).sort()).toEqual(["aud", "exp", "iat", "iss", "sid", "sub"]);
    for (const transport of transports) {
      for (const reply of [
        await ada.does(transport, "profile"),
        await ada.does(transport, "signIn", { body: wordsOf(ada) }),
        await ada.does(transport, "updateProfile", { body: { name: "Ada", email: ada.email } }),
      ]) {
        expect(JSON.stringify(reply.body)).not.toMatch(/eyJ|argon2|token|hash/i);
      }
    }
  });
});

describe("a shop behind https", () => {
  const origin = "https://shop.example.com";
  const secure = startTestShop({ publicOrigin: origin, settings: { jwtSecret } });

  it("binds the cookie to its host and to https, and takes it under no other name", async () => {
    const ada = await makeCustomer(secure, {}, { origin, "sec-fetch-site": "same-origin" });
    expect([...ada.cookies.keys()]).toEqual(["__Host-session", "__Host-device"]);
    const reply = await ada.does("REST", "signIn", { body: wordsOf(ada) });
    const [line = ""] = reply.headers.getSetCookie();
    const attributes = line.split("; ").slice(1).sort();
    expect(attributes).toEqual([
      "HttpOnly",
      expect.stringMatching(/^Max-Age=\d+$/),
      "Path=/",
      "SameSite=Strict",
      "Secure",
    ]);
    expect(await isSignedIn(ada)).toBe(true);
    const renamed = new TestClient(secure);
    renamed.cookies.set("session", ada.cookies.get("__Host-session") ?? "");
    expect(await isSignedIn(renamed)).toBe(false);
    const left = await ada.does("tRPC", "signOut");
    expect(left.headers.getSetCookie()[0]).toMatch(/^__Host-session=; .*Path=\/.*Secure/);
  });

  it("takes no token of a shop at another address", async () => {
    const ada = await makeCustomer(secure);
    const own = claimsOf(ada.cookies.get("__Host-session") ?? "");
    const abroad = await new SignJWT({ ...own, iss: ours })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(jwtSecret));
    const client = new TestClient(secure);
    client.cookies.set("__Host-session", abroad);
    expect(await isSignedIn(client)).toBe(false);
  });
});

describe.each(transports)("signing out through %s", (transport) => {
  it("ends the session itself, not only the cookie, and on this device only", async () => {
    const ada = await makeCustomer(shop);
    const elsewhere = await onAnotherDevice(ada);
    const stolen = ada.copy();
    const reply = await ada.does(transport, "signOut");
    expect(reply).toMatchObject({ status: 200, body: { message: "Logged out successfully" } });
    expect(await isSignedIn(stolen)).toBe(false);
    expect(await isSignedIn(elsewhere)).toBe(true);
  });

  it("is harmless without a session, twice, and with a cookie that is none", async () => {
    const ada = await makeCustomer(shop);
    for (const client of [new TestClient(shop), ada, ada, bearing("garbage")]) {
      expect((await client.does(transport, "signOut")).status).toBe(200);
    }
  });
});

describe("signing in again", () => {
  it("starts a session of its own, whatever cookie came along, and ends the one that the browser had", async () => {
    const ada = await makeCustomer(shop);
    const first = ada.copy();
    const elsewhere = await onAnotherDevice(ada);
    const fixed = bearing("a-session-that-somebody-chose");
    await fixed.does("REST", "signIn", { body: wordsOf(ada) });
    await ada.does("REST", "signIn", { body: wordsOf(ada) });
    const sids = [first, ada, fixed].map((client) => claimsOf(cookieOf(client)).sid);
    expect(new Set(sids).size).toBe(3);
    expect(await isSignedIn(first)).toBe(false);
    expect(await isSignedIn(elsewhere)).toBe(true);
    await ada.does("REST", "signOut");
    expect(await isSignedIn(ada.copy())).toBe(false);
    expect(await isSignedIn(elsewhere)).toBe(true);
  });

  it("sweeps out the person's sessions that have run out", async () => {
    const ada = await makeCustomer(shop);
    await shop.pool.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [ada.id]);
    expect(await isSignedIn(ada)).toBe(false);
    await onAnotherDevice(ada);
    const { rowCount } = await shop.pool.query("select from sessions where user_id = $1", [ada.id]);
    expect(rowCount).toBe(1);
  });
});

describe.each(transports)("a new password through %s", (transport) => {
  const change = (member: Member, password: string) =>
    member.does(transport, "updateProfile", { body: { name: "Ada", email: member.email, password } });

  it("ends all other sessions and goes on with a fresh one here", async () => {
    const ada = await makeCustomer(shop);
    const stolen = ada.copy();
    const elsewhere = await onAnotherDevice(ada);
    expect((await change(ada, "another horse 2")).status).toBe(200);
    expect(await isSignedIn(ada)).toBe(true);
    expect(await isSignedIn(stolen)).toBe(false);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect((await new TestClient(shop).does(transport, "signIn", { body: wordsOf(ada) })).status).toBe(401);
  });

  it("leaves nothing to those who were signing in with the old one at that moment", async () => {
    const ada = await makeCustomer(shop);
    const thieves = Array.from({ length: 24 }, () => new TestClient(shop));
    const tries = thieves.slice(0, 8).map((thief) => thief.does(transport, "signIn", { body: wordsOf(ada) }));
    const changed = change(ada, "another horse 2");
    tries.push(...thieves.slice(8).map((thief) => thief.does(transport, "signIn", { body: wordsOf(ada) })));
    const replies = await Promise.all(tries);
    expect((await changed).status).toBe(200);
    for (const { status } of replies) expect([200, 401]).toContain(status);
    for (const thief of thieves) expect(await isSignedIn(thief)).toBe(false);
    expect(await isSignedIn(ada)).toBe(true);
  });

  it("ends a change that another session had begun before", async () => {
    const ada = await makeCustomer(shop);
    const thief = ada.copy();
    const client = await shop.pool.connect();
    try {
      await client.query("begin");
      await client.query("select from users where id = $1 for update", [ada.id]);
      const body = { name: "Thief", email: ada.email, password: "the password of a thief" };
      const stealing = thief.does("REST", "updateProfile", { body });
      await waitForLock(shop.pool);
      await client.query("delete from sessions where user_id = $1", [ada.id]);
      await client.query("commit");
      expect(await stealing).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    } finally {
      client.release();
    }
    expect((await new TestClient(shop).does("REST", "signIn", { body: wordsOf(ada) })).status).toBe(200);
  });

  it("is not what a change of name is: the other sessions go on", async () => {
    const ada = await makeCustomer(shop);
    const elsewhere = await onAnotherDevice(ada);
    expect((await change(ada, "")).status).toBe(200);
    expect(await isSignedIn(elsewhere)).toBe(true);
  });
});

describe.each(transports)("what an administrator does to an account through %s", (transport) => {
  it("reaches a deleted person at once, on every private path", async () => {
    const admin = await makeAdmin(shop);
    const ada = await makeCustomer(shop);
    const elsewhere = await onAnotherDevice(ada);
    expect((await admin.does(transport, "deleteUser", { id: ada.id })).status).toBe(200);
    const asked = [
      await ada.does(transport, "profile"),
      await ada.does(transport, "updateProfile", { body: { name: "Ada", email: ada.email } }),
      await ada.does(transport, "createReview", { id: uuidv7(), body: { rating: 5, comment: "Still here" } }),
      await ada.does(transport, "listUsers"),
      await ada.rest("GET", "/api/orders/mine"),
      await elsewhere.does(transport, "profile"),
    ];
    for (const reply of asked) expect(reply).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
  });

  it("does not wait for those who were signing in at that moment", async () => {
    const admin = await makeAdmin(shop);
    const ada = await makeCustomer(shop);
    const devices = Array.from({ length: 12 }, () => new TestClient(shop));
    const tries = devices.map((device) => device.does(transport, "signIn", { body: wordsOf(ada) }));
    await admin.does(transport, "deleteUser", { id: ada.id });
    await Promise.all(tries);
    for (const device of devices) expect(await isSignedIn(device)).toBe(false);
    const { rowCount } = await shop.pool.query("select from sessions where user_id = $1", [ada.id]);
    expect(rowCount).toBe(0);
  });

  it("gives and takes the role at once, and ends the sessions that were opened with another one", async () => {
    const admin = await makeAdmin(shop);
    const ada = await makeCustomer(shop);
    const make = (isAdmin: boolean) =>
      admin.does(transport, "updateUser", { id: ada.id, body: { name: "Ada", email: ada.email, isAdmin } });
    const comesBack = () => ada.does(transport, "signIn", { body: wordsOf(ada) });
    expect((await ada.does(transport, "listUsers")).status).toBe(403);
    await make(true);
    expect((await ada.does(transport, "listUsers")).status).toBe(401);
    await comesBack();
    expect((await ada.does(transport, "listUsers")).status).toBe(200);
    expect(await ada.does(transport, "profile")).toMatchObject({ body: { isAdmin: true } });
    await make(false);
    expect((await ada.does(transport, "listUsers")).status).toBe(401);
    await comesBack();
    expect((await ada.does(transport, "listUsers")).status).toBe(403);
    expect((await ada.does(transport, "deleteUser", { id: admin.id })).status).toBe(403);
    expect(await ada.does(transport, "profile")).toMatchObject({ body: { isAdmin: false } });
  });

  it("leaves the sessions of an account whose role stays", async () => {
    const [admin, ada] = [await makeAdmin(shop), await makeCustomer(shop)];
    const body = { name: "Lovelace", email: ada.email, isAdmin: false };
    expect((await admin.does(transport, "updateUser", { id: ada.id, body })).status).toBe(200);
    expect((await ada.does(transport, "profile")).status).toBe(200);
  });
});

describe("a token", () => {
  /** Expects that nobody gets in with any of these. */
  async function expectRefused(tokens: Record<string, string | Promise<string>>): Promise<void> {
    for (const [what, token] of Object.entries(tokens)) {
      for (const transport of transports) {
        const reply = await bearing(await token).does(transport, "profile");
        expect(reply, `${what} through ${transport}`).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
      }
    }
  }

  it("that is forged just as the shop makes them is accepted, so that the following mean something", async () => {
    const ada = await makeCustomer(shop);
    expect(await isSignedIn(bearing(await forge(ada)))).toBe(true);
  });

  it("without a signature is refused, however the algorithm is spelt", async () => {
    const ada = await makeCustomer(shop);
    const claims = claimsOf(cookieOf(ada));
    const [header = "", payload = "", signature = ""] = cookieOf(ada).split(".");
    const bare = new UnsecuredJWT(claims).encode();
    const spelt = ["none", "None", "nOnE", "", "HS256 "].map((alg): [string, string] => [
      `alg ${alg}`,
      `${part({ alg })}.${payload}.`,
    ]);
    const signed = ["none", "None"].map((alg): [string, string] => [
      `alg ${alg}, signed`,
      `${part({ alg })}.${payload}.${signature}`,
    ]);
    await expectRefused({
      ...Object.fromEntries([...spelt, ...signed]),
      "made without security": bare,
      "with an empty signature": `${header}.${payload}.`,
      "with two parts": `${header}.${payload}`,
      "without a header": `.${payload}.${signature}`,
    });
  });

  it("of another algorithm or with a key of its own is refused", async () => {
    const ada = await makeCustomer(shop);
    const [, payload = "", signature = ""] = cookieOf(ada).split(".");
    const key = { kty: "oct", k: Buffer.from(jwtSecret).toString("base64url") };
    await expectRefused({
      HS384: forge(ada, { header: { alg: "HS384" }, secret: jwtSecret.padEnd(48, "x") }),
      "HS384 with the right secret": new SignJWT(claimsOf(cookieOf(ada)))
        .setProtectedHeader({ alg: "HS384" })
        .sign(new TextEncoder().encode(jwtSecret)),
      "HS512 with the right secret": new SignJWT(claimsOf(cookieOf(ada)))
        .setProtectedHeader({ alg: "HS512" })
        .sign(new TextEncoder().encode(jwtSecret)),
      RS256: `${part({ alg: "RS256" })}.${payload}.${signature}`,
      ES256: `${part({ alg: "ES256" })}.${payload}.${signature}`,
      "a wrong secret": forge(ada, { secret: "another secret of the same length as the real one" }),
      "an empty secret's signature": forge(ada, { secret: "\u0000" }),
      "its own key": forge(ada, { header: { jwk: key }, secret: "\u0000".repeat(32) }),
      "a key from elsewhere": forge(ada, { header: { jku: "http://127.0.0.1:1/keys" }, secret: "\u0000".repeat(32) }),
      "a certificate from elsewhere": forge(ada, {
        header: { x5u: "http://127.0.0.1:1/" },
        secret: "\u0000".repeat(32),
      }),
      "a file as the key": forge(ada, { header: { kid: "../../../../dev/null" }, secret: "\u0000" }),
      "a query as the key": forge(ada, { header: { kid: "x' union select 'k" }, secret: "k" }),
    });
  });

  it("that was altered anywhere is refused", async () => {
    const ada = await makeCustomer(shop);
    const other = await makeCustomer(shop);
    const token = cookieOf(ada);
    const [header = "", payload = "", signature = ""] = token.split(".");
    const altered: Record<string, string> = {
      "another's name on it": `${header}.${part({ ...claimsOf(token), sub: other.id })}.${signature}`,
      "a later end": `${header}.${part({ ...claimsOf(token), exp: now() + 9_999_999 })}.${signature}`,
      "another's signature": `${header}.${payload}.${cookieOf(other).split(".")[2]}`,
      "cut short": token.slice(0, -5),
      "a part too many": `${token}.${signature}`,
      "only dots": "...",
      nothing: "",
      words: "null",
      "a list": part([1]),
    };
    // The middle of a part: the very last character may hold bits that mean nothing.
    for (const [n, text] of [header, payload, signature].entries()) {
      const at = Math.floor(text.length / 2);
      const parts = [header, payload, signature];
      parts[n] = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
      altered[`part ${n} changed`] = parts.join(".");
    }
    await expectRefused(altered);
  });

  it("of a hundred kilobytes is refused and leaves the shop running", async () => {
    const ada = await makeCustomer(shop);
    const long = await bearing("a".repeat(100_000)).send("/api/users/profile");
    expect(long.status).toBe(431);
    await long.text();
    expect(await isSignedIn(ada)).toBe(true);
  });

  it("outside its time, or that never ends, is refused", async () => {
    const ada = await makeCustomer(shop);
    await expectRefused({
      expired: forge(ada, { claims: { exp: now() - 1 } }),
      "expired long ago": forge(ada, { claims: { iat: 0, exp: 1 } }),
      "not valid yet": forge(ada, { claims: { nbf: now() + 3_600 } }),
      "without an end": forge(ada, { without: ["exp"] }),
      "with an end in words": forge(ada, { claims: { exp: String(now() + 3_600) } }),
      "without a beginning": forge(ada, { without: ["iat"] }),
    });
    await shop.pool.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [ada.id]);
    await expectRefused({ "of a session that ended before it": forge(ada) });
  });

  it("for something else, of somebody else or of no session is refused", async () => {
    const ada = await makeCustomer(shop);
    const other = await makeCustomer(shop);
    const admin = await makeAdmin(shop);
    const elsewhere = claimsOf(cookieOf(other));
    await expectRefused({
      "another audience": forge(ada, { claims: { aud: "password-reset" } }),
      "no audience": forge(ada, { without: ["aud"] }),
      "another issuer": forge(ada, { claims: { iss: "https://elsewhere.example.com" } }),
      "no issuer": forge(ada, { without: ["iss"] }),
      "no person": forge(ada, { without: ["sub"] }),
      "no session": forge(ada, { without: ["sid"] }),
      "an unknown session": forge(ada, { claims: { sid: uuidv7() } }),
      "a session that is no id": forge(ada, { claims: { sid: "' or true --" } }),
      "a session that is a list": forge(ada, { claims: { sid: [claimsOf(cookieOf(ada)).sid] } }),
      "an unknown person": forge(ada, { claims: { sub: uuidv7() } }),
      "another's session": forge(ada, { claims: { sid: elsewhere.sid } }),
      "an administrator with one's own session": forge(ada, { claims: { sub: admin.id } }),
    });
  });

  it("gives no role by saying so", async () => {
    const ada = await makeCustomer(shop);
    const boasting = bearing(await forge(ada, { claims: { isAdmin: true, role: "admin" } }));
    expect((await boasting.does("REST", "listUsers")).status).toBe(403);
    expect((await boasting.does("tRPC", "listUsers")).status).toBe(403);
  });

  it("is taken from the cookie only", async () => {
    const ada = await makeCustomer(shop);
    const token = cookieOf(ada);
    const nobody = new TestClient(shop);
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: token },
      { "x-access-token": token },
      { "x-session": token },
      { cookie: `token=${token}; jwt=${token}; __Host-session=${token}` },
    ]) {
      for (const transport of transports)
        expect((await nobody.does(transport, "profile", { headers })).status).toBe(401);
    }
    for (const query of ["token", "session", "access_token", "jwt"]) {
      expect((await nobody.send(`/api/users/profile?${query}=${token}`)).status).toBe(401);
      expect((await nobody.send(`/trpc/account.profile?${query}=${token}`)).status).toBe(401);
    }
    const body = { name: "Ada", email: ada.email, token, session: token };
    expect((await nobody.does("REST", "updateProfile", { body })).status).toBe(401);
  });

  it("twice in one request is either good or refused, never an error", async () => {
    const ada = await makeCustomer(shop);
    const token = cookieOf(ada);
    const nobody = new TestClient(shop);
    for (const cookie of [
      `session=garbage; session=${token}`,
      `session=${token}; session=garbage`,
      `session=; session=${token}`,
      `session="${token}"`,
      "session",
      "session=%E0%A4%A",
      ";;;=;",
      `${"a=b; ".repeat(500)}session=${token}`,
    ]) {
      for (const transport of transports) {
        const { status } = await nobody.does(transport, "profile", { headers: { cookie } });
        expect([200, 401], cookie.slice(0, 60)).toContain(status);
      }
    }
  });
});

describe("a session of two seconds", () => {
  const brief = startTestShop({ settings: { sessionMs: 2_000 } });

  it("ends by itself, for the shop and for the browser", async () => {
    const ada = await makeCustomer(brief);
    const stolen = ada.copy();
    const { headers } = await ada.does("REST", "signIn", { body: wordsOf(ada) });
    expect(headers.getSetCookie()[0]).toMatch(/Max-Age=[0-2];/);
    await vi.waitFor(async () => expect(await isSignedIn(stolen)).toBe(false), { timeout: 60_000, interval: 100 });
  });
});

describe("private answers", () => {
  it("are kept by no cache", async () => {
    const admin = await makeAdmin(shop);
    const ada = await makeCustomer(shop);
    for (const transport of transports) {
      const replies = [
        await ada.does(transport, "signIn", { body: wordsOf(ada) }),
        await ada.does(transport, "profile"),
        await ada.does(transport, "updateProfile", { body: { name: "Ada", email: ada.email } }),
        await admin.does(transport, "listUsers"),
        await admin.does(transport, "readUser", { id: ada.id }),
        await ada.does(transport, "listUsers"),
        await new TestClient(shop).does(transport, "profile"),
        await ada.does(transport, "signOut"),
      ];
      for (const reply of replies) expect(reply.headers.get("cache-control")).toBe("no-store");
    }
    const orders = await admin.rest("GET", "/api/orders/mine");
    expect(orders.headers.get("cache-control")).toBe("no-store");
  });
});
