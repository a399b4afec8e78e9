import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { resetSecondFactor } from "../../src/domain/account/reset-second-factor.ts";
import { procedures, routes } from "../harness/access-matrix.ts";
import { SoftPasskey } from "../harness/authenticator.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import {
  isSignedIn,
  type Member,
  makeAdmin,
  makeCustomer,
  onAnotherDevice,
  type Reply,
  TestClient,
  transports,
} from "../harness/test-client.ts";

const shop = startTestShop();
const second = startTestShop({ besides: shop });
const mfaShop = startTestShop({ besides: shop, fixed: { adminSecondFactor: "required" } });
const few = { points: 3, seconds: 900 };
const strictShop = startTestShop({ besides: shop, settings: { limits: { ...wideLimits, signInPerAccount: few } } });
const origin = "http://localhost:3000";

const setupSchema = z.strictObject({ secret: z.string(), uri: z.string() });
const codesSchema = z.object({ codes: z.array(z.string()).length(10) });
const requestSchema = z.object({ challenge: z.string() });
const creationSchema = requestSchema.extend({ user: z.object({ id: z.string() }) });

const call = (member: TestClient, procedure: string, input?: unknown) =>
  member.trpc("mutation", `account.secondFactor.${procedure}`, input);

/** The code that an authenticator app shows now, or so many time steps later. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

type WithApp = { admin: Member; secret: string; used: string; codes: string[] };

/** An administrator who has set up an authenticator app, with a code that is used up. */
async function makeAdminWithApp(): Promise<WithApp> {
  const admin = await makeAdmin(shop);
  const { secret } = setupSchema.parse((await call(admin, "beginApp")).body);
  const used = codeOf(secret);
  const { codes } = codesSchema.parse((await call(admin, "confirmApp", { code: used })).body);
  return { admin, secret, used, codes };
}

/** As if the last code had been used long ago. */
const forgetCodes = ({ id }: Member) =>
  shop.pool.query("update authenticator_apps set last_step = 0 where user_id = $1", [id]);

type Credentials = Pick<Member, "email" | "password">;

/** As if the wrong codes had been entered days ago, after which nobody has to wait. */
const forgetTries = () => shop.pool.query("delete from rate_limits where key like 'code-%'");

function signIn(at: typeof shop, { email, password }: Credentials, code?: string): Promise<Reply> {
  const body = { email, password, ...(code === undefined ? {} : { code }) };
  return new TestClient(at).rest("POST", "/api/users/auth", body);
}

async function addPasskey(member: TestClient): Promise<SoftPasskey> {
  const passkey = new SoftPasskey(origin);
  const request = creationSchema.parse((await member.trpc("mutation", "account.passkeys.begin")).body);
  expect((await member.trpc("mutation", "account.passkeys.add", passkey.create(request))).status).toBe(200);
  return passkey;
}

async function enterWithPasskey(at: typeof shop, passkey: SoftPasskey): Promise<TestClient> {
  const client = new TestClient(at);
  const request = requestSchema.parse((await client.rest("POST", "/api/users/auth/passkey/options")).body);
  expect((await client.rest("POST", "/api/users/auth/passkey", passkey.sign(request))).status).toBe(200);
  return client;
}

const asked = { status: 403, code: "SECOND_FACTOR_REQUIRED" };
const wrong = { status: 401, code: "INVALID_CREDENTIALS" };

describe("signing in as an administrator with an authenticator app", () => {
  it.each(transports)("takes the password and then a code, through %s", async (transport) => {
    const { admin, secret } = await makeAdminWithApp();
    const client = new TestClient(shop);
    const { email, password } = admin;
    expect(await client.does(transport, "signIn", { body: { email, password } })).toMatchObject(asked);
    expect(client.cookies.size).toBe(0);
    const body = { email, password, code: codeOf(secret, 1) };
    expect((await client.does(transport, "signIn", { body })).status).toBe(200);
    expect((await client.rest("GET", "/api/users")).status).toBe(200);
  });

  it("says nothing of the second factor to whoever does not know the password", async () => {
    const { admin, secret } = await makeAdminWithApp();
    const plain = await makeAdmin(shop);
    const replies = [];
    for (const member of [admin, plain]) {
      for (const code of [undefined, codeOf(secret, 1), "000000"]) {
        replies.push(await signIn(shop, { email: member.email, password: "wrong" }, code));
      }
    }
    const said = replies.map(({ status, body }) => ({ status, message: Reflect.get(Object(body), "message") }));
    for (const one of said) expect(one).toEqual({ status: 401, message: "Invalid email or password" });
  });

  it("takes each code of the app once, at the same moment and at two instances too, and none that is older", async () => {
    const { admin, secret, used } = await makeAdminWithApp();
    expect(await signIn(shop, admin, used)).toMatchObject(wrong);
    await forgetCodes(admin);
    await forgetTries();
    const code = codeOf(secret);
    const replies = await Promise.all([shop, second, shop, second].map((one) => signIn(one, admin, code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    await forgetTries();
    expect(await signIn(second, admin, code)).toMatchObject(wrong);
    expect(await signIn(shop, admin, codeOf(secret, -1))).toMatchObject(wrong);
  });

  it("lets whoever knows the password try three codes a day and then ever fewer, and tells the owner", async () => {
    const { admin, secret, codes } = await makeAdminWithApp();
    await shop.pool.query("delete from mails");
    const guess = (n: number) => signIn(n % 2 === 0 ? shop : second, admin, String(n).padStart(6, "0"));
    const replies = [];
    for (let n = 0; n < 4; n += 1) replies.push(await guess(n));
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    const atOnce = await Promise.all([4, 5, 6, 7, 8].map(guess));
    expect(new Set(atOnce.map(({ status }) => status))).toEqual(new Set([429]));
    expect(Number(atOnce[0]?.headers.get("retry-after"))).toBeGreaterThan(30);
    expect(await signIn(shop, admin, codeOf(secret, 1))).toMatchObject({ status: 429, code: "RATE_LIMITED" });
    const { rows } = await shop.pool.query("select recipient from mails where kind = 'wrong codes'");
    expect(rows).toEqual([{ recipient: admin.email }]);
    const known = new TestClient(shop);
    for (const [name, value] of admin.cookies) known.cookies.set(name, value);
    const body = { email: admin.email, password: admin.password, code: codes[0] };
    expect((await known.rest("POST", "/api/users/auth", body)).status).toBe(200);
  });

  it("waits twice as long after each further wrong code, an hour at most, and forgets them after a right one", async () => {
    const { admin, secret } = await makeAdminWithApp();
    const pauses: number[] = [];
    const pass = () => shop.pool.query("update rate_limits set expire = 0 where key like 'code-pause%'");
    for (let n = 0; n < 3; n += 1) expect((await signIn(shop, admin, "000000")).status).toBe(401);
    for (let n = 0; n < 10; n += 1) {
      expect((await signIn(shop, admin, "000000")).status).toBe(401);
      const refused = await signIn(shop, admin, "000000");
      expect(refused.status).toBe(429);
      pauses.push(Number(refused.headers.get("retry-after")));
      await pass();
    }
    expect(pauses.map((seconds) => Math.round(seconds / 60))).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
    expect((await signIn(shop, admin, codeOf(secret, 1))).status).toBe(200);
    expect((await signIn(shop, admin, "000000")).status).toBe(401);
    expect((await signIn(shop, admin, "000000")).status).toBe(401);
  });

  it("takes each recovery code once, however it is typed, and old ones not after new ones were made", async () => {
    const { admin, codes } = await makeAdminWithApp();
    const [first = "", next = "", last = ""] = codes;
    const replies = await Promise.all([shop, second, shop].map((one) => signIn(one, admin, first)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await signIn(shop, admin, ` ${next.toUpperCase().replaceAll("-", " ")} `)).status).toBe(200);
    const renewed = codesSchema.parse((await call(admin, "renewCodes")).body);
    expect(await signIn(shop, admin, last)).toMatchObject(wrong);
    expect((await signIn(shop, admin, renewed.codes[0])).status).toBe(200);
    const eve = await makeAdminWithApp();
    expect(await signIn(shop, eve.admin, renewed.codes[1])).toMatchObject(wrong);
  });

  it("runs into the limits of sign-ins with wrong codes, and not with the question for one", async () => {
    const { admin, secret } = await makeAdminWithApp();
    for (let n = 0; n < 5; n += 1) expect(await signIn(strictShop, admin)).toMatchObject(asked);
    for (let n = 0; n < 3; n += 1) expect(await signIn(strictShop, admin, "000000")).toMatchObject(wrong);
    const limited = { status: 429, code: "RATE_LIMITED" };
    expect(await signIn(strictShop, admin, codeOf(secret, 1))).toMatchObject(limited);
    expect(await signIn(strictShop, admin)).toMatchObject(limited);
  });

  it("asks customers for nothing, whatever code they send", async () => {
    const ada = await makeCustomer(shop);
    await addPasskey(ada);
    expect((await signIn(shop, ada)).status).toBe(200);
    expect((await signIn(shop, ada, "000000")).status).toBe(200);
  });
});

describe("setting up a second factor", () => {
  it("ends all other sessions, stores neither the secret nor the codes readably, and tells the owner", async () => {
    const admin = await makeAdmin(shop);
    const other = await onAnotherDevice(admin);
    const { secret, uri } = setupSchema.parse((await call(admin, "beginApp")).body);
    expect(uri).toContain(`secret=${secret}`);
    expect((await signIn(shop, admin)).status).toBe(200);
    expect(await call(admin, "confirmApp", { code: "000000" })).toMatchObject({ status: 400, code: "VALIDATION" });
    const { codes } = codesSchema.parse((await call(admin, "confirmApp", { code: codeOf(secret) })).body);
    expect([await isSignedIn(admin), await isSignedIn(other)]).toEqual([true, false]);
    const stored = await shop.pool.query(
      "select secret as text from authenticator_apps union all select code_hash from recovery_codes",
    );
    const text = JSON.stringify(stored.rows);
    for (const known of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))]) {
      expect(text).not.toContain(known);
    }
    const { rows } = await shop.pool.query("select kind from mails where user_id = $1 order by created_at", [admin.id]);
    expect(rows.map(({ kind }) => kind)).toContain("second factor changed");
    expect((await call(admin, "removeApp")).status).toBe(200);
    expect((await signIn(shop, admin)).status).toBe(200);
    expect(await signIn(shop, admin, codes[0])).toMatchObject({ status: 200 });
  });

  it("needs a fresh password, and the first factor where there is one", async () => {
    const { admin } = await makeAdminWithApp();
    await shop.pool.query("update sessions set created_at = now() - interval '1 hour' where user_id = $1", [admin.id]);
    for (const act of ["beginApp", "removeApp", "renewCodes"]) {
      expect(await call(admin, act), act).toMatchObject({ status: 403, code: "REAUTH_REQUIRED" });
    }
    // As a session that was opened before the account became an administrator's.
    await shop.pool.query(
      "update sessions set created_at = now(), has_second_factor = false, authenticated_at = now() where user_id = $1",
      [admin.id],
    );
    for (const act of ["beginApp", "removeApp", "renewCodes"]) expect(await call(admin, act), act).toMatchObject(asked);
    expect(await admin.trpc("mutation", "account.passkeys.begin")).toMatchObject(asked);
  });

  it("with a passkey makes the password alone too little, and recovery codes open it as well", async () => {
    const admin = await makeAdmin(shop);
    const passkey = await addPasskey(admin);
    expect(await signIn(shop, admin)).toMatchObject(asked);
    const { codes } = codesSchema.parse((await call(admin, "renewCodes")).body);
    expect((await signIn(shop, admin, codes[0])).status).toBe(200);
    expect((await (await enterWithPasskey(shop, passkey)).rest("GET", "/api/users")).status).toBe(200);
  });

  it("is undone from the command line for whoever has lost everything, and the audit says so", async () => {
    const { admin } = await makeAdminWithApp();
    await addPasskey(admin);
    expect(await resetSecondFactor(shop.db, ` ${admin.email.toUpperCase()}`)).toBe(true);
    expect(await resetSecondFactor(shop.db, "nobody@example.com")).toBe(false);
    expect(await isSignedIn(admin)).toBe(false);
    expect((await signIn(shop, admin)).status).toBe(200);
    const { rows } = await shop.pool.query("select act, changes from admin_acts where entity_id = $1", [admin.id]);
    expect(rows).toEqual([{ act: "second factor reset", changes: {} }]);
  });
});

describe("with ADMIN_MFA=required", () => {
  const barred = { status: 403, code: "SECOND_FACTOR_SETUP_REQUIRED" };
  const unknownId = "01900000-0000-7000-8000-000000000000";
  const isSetup = (name: string) => name.startsWith("account.secondFactor.");

  /** What every path and procedure for administrators answers. */
  async function walk(cookie: string): Promise<Map<string, Reply>> {
    const client = new TestClient(mfaShop, { cookie });
    const replies = new Map<string, Reply>();
    for (const [route, who] of Object.entries(routes)) {
      const [method = "", path = ""] = route.split(" ");
      const body = method === "POST" || method === "PUT" ? {} : undefined;
      // The export is no JSON where it is allowed.
      const name = path === "/api/orders.csv" ? `${path}?state=nonsense` : path.replace(":id", unknownId);
      if (who === "admin") replies.set(route, await client.rest(method, name, body));
    }
    for (const [name, { type, who }] of Object.entries(procedures)) {
      if (who === "admin" && !isSetup(name)) replies.set(name, await client.trpc(type, name, { id: 7 }));
    }
    return replies;
  }

  it("every path for administrators is closed to a session without a second factor, and open to one with", async () => {
    const admin = await makeAdmin(mfaShop);
    for (const [name, reply] of await walk(admin.cookieHeader)) expect(reply, name).toMatchObject(barred);
    const profile = await admin.rest("GET", "/api/users/profile");
    expect(profile.body).toMatchObject({ isAdmin: true });
    expect(await admin.trpc("query", "account.secondFactor.state")).toMatchObject({
      body: { hasApp: false, hasPasskey: false, recoveryCodes: 0, isRequired: true, isShown: false },
    });
    const passkey = await addPasskey(admin);
    expect((await admin.rest("GET", "/api/users")).status).toBe(200);
    const { cookieHeader } = await enterWithPasskey(mfaShop, passkey);
    for (const [name, reply] of await walk(cookieHeader)) expect(reply.status, name).not.toBe(403);
  });

  it("is as before where it is off", async () => {
    const admin = await makeAdmin(shop);
    expect((await admin.rest("GET", "/api/users")).status).toBe(200);
    expect((await (await onAnotherDevice(admin)).rest("GET", "/api/users")).status).toBe(200);
  });

  it("closes them again when the last factor is removed", async () => {
    const admin = await makeAdmin(mfaShop);
    await addPasskey(admin);
    const list = z.array(z.object({ _id: z.string() }));
    const [record] = list.parse((await admin.trpc("query", "account.passkeys.list")).body);
    expect((await admin.trpc("mutation", "account.passkeys.remove", { id: record?._id })).status).toBe(200);
    expect(await admin.rest("GET", "/api/users")).toMatchObject(barred);
  });
});
