import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { passwordCost } from "../harness/password-cost.ts";
import { startTestShop } from "../harness/shop.ts";
import {
  accountDetailSchema,
  accountSchema,
  complaintsOf,
  goodPassword,
  isSignedIn,
  makeAdmin,
  makeCustomer,
  onAnotherDevice,
  type Reply,
  signedInSchema,
  storedState,
  storedUser,
  successOf,
  TestClient,
  transports,
} from "../harness/test-client.ts";

const shop = startTestShop();
const freshEmail = () => `${uuidv7()}@example.com`;

/** Whether somebody gets in with these words. */
async function signsIn(email: string, password: string): Promise<boolean> {
  const { status } = await new TestClient(shop).rest("POST", "/api/users/auth", { email, password });
  expect([200, 401]).toContain(status);
  return status === 200;
}

/** A reply without what differs from request to request. */
function comparable({ status, body, headers }: Reply) {
  const { requestId: _requestId, ...rest } = z.record(z.string(), z.unknown()).parse(body);
  const stored = [...headers].filter(([name]) => name !== "date" && name !== "x-request-id");
  return { status, body: rest, headers: Object.fromEntries(stored) };
}

describe.each(transports)("registering through %s", (transport) => {
  it("makes a customer and signs them in", async () => {
    const client = new TestClient(shop);
    const email = freshEmail();
    const reply = await client.does(transport, "register", { body: { name: "Ada", email, password: goodPassword } });
    expect(reply.status).toBe(successOf(transport, "register"));
    expect(signedInSchema.parse(reply.body)).toMatchObject({ name: "Ada", email, isAdmin: false });
    const profile = await client.does(transport, "profile");
    expect(profile.body).toEqual(reply.body);
  });

  it("keeps one account an e-mail, whatever its case, the spaces around it and the spelling of accents", async () => {
    const local = `jos\u00e9-${uuidv7()}`;
    const first = await new TestClient(shop).does(transport, "register", {
      body: { name: "Jos\u00e9", email: `${local}@x.io`, password: goodPassword },
    });
    expect(signedInSchema.parse(first.body).email).toBe(`${local}@x.io`);
    const variants = [local, ` ${local.toUpperCase()}`, local.normalize("NFD"), local.normalize("NFD").toUpperCase()];
    for (const variant of variants) {
      const reply = await new TestClient(shop).does(transport, "register", {
        body: { name: "Other", email: `${variant}@X.IO `, password: goodPassword },
      });
      expect(reply, variant).toMatchObject({
        status: 409,
        code: "EMAIL_TAKEN",
        body: { message: "User already exists" },
      });
      expect(await signsIn(`${variant}@X.io`, goodPassword), variant).toBe(true);
    }
    const { rows } = await shop.pool.query("select email from users where email ilike $1", [`%${local.slice(-36)}%`]);
    expect(rows).toEqual([{ email: `${local}@x.io` }]);
  });

  it("lets exactly one of twenty simultaneous registrations of one e-mail through", async () => {
    const email = freshEmail();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        new TestClient(shop).does(transport, "register", {
          body: { name: `Racer ${n}`, email: n % 2 === 0 ? email : email.toUpperCase(), password: goodPassword },
        }),
      ),
    );
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses).toEqual([successOf(transport, "register"), ...Array.from({ length: 19 }, () => 409)]);
    const { rows } = await shop.pool.query("select id from users where email = $1", [email]);
    expect(rows).toHaveLength(1);
  });

  it("ignores powers, ids and dates that the caller claims", async () => {
    const email = freshEmail();
    const claimed = uuidv7();
    const reply = await new TestClient(shop).does(transport, "register", {
      body: {
        name: "Ada",
        email,
        password: goodPassword,
        isAdmin: true,
        is_admin: true,
        role: "admin",
        _id: claimed,
        id: claimed,
        createdAt: "2001-01-01",
        deletedAt: "2001-01-01",
        passwordHash: "x",
      },
    });
    const account = signedInSchema.parse(reply.body);
    expect(account.isAdmin).toBe(false);
    expect(account._id).not.toBe(claimed);
    expect(await storedUser(shop, account._id)).toMatchObject({ is_admin: false, deleted_at: null });
    const { rows } = await shop.pool.query(
      "select created_at > now() - interval '1 hour' as is_new from users where id = $1",
      [account._id],
    );
    expect(rows).toEqual([{ is_new: true }]);
  });

  it("refuses passwords that are too short, too common, blank or one character over and over", async () => {
    const before = await storedState(shop);
    for (const password of [
      "1234567",
      "password",
      "PassWord",
      "        ",
      "\u00a0".repeat(9),
      "zzzzzzzzzz",
      "🦊".repeat(7),
    ]) {
      const reply = await new TestClient(shop).does(transport, "register", {
        body: { name: "Ada", email: freshEmail(), password },
      });
      expect(reply, password).toMatchObject({ status: 400, code: "VALIDATION" });
      expect(complaintsOf(reply), password).toEqual(["password"]);
    }
    expect(await storedState(shop)).toEqual(before);
  });

  it("takes any composition of a password and compares it exactly", async () => {
    const passwords = [
      "🦊🐳 Ünïcödé \u202e ".repeat(4).slice(0, 64),
      "  leading and trailing  ",
      "🦊".repeat(64) + "🐳".repeat(64),
      'a\tb, "quoted" \\ and \' more',
    ];
    for (const password of passwords) {
      const email = freshEmail();
      const client = new TestClient(shop);
      const reply = await client.does(transport, "register", { body: { name: "Ada", email, password } });
      expect(reply.status, password).toBe(successOf(transport, "register"));
      const tries = [password, password.trim(), password.toUpperCase(), password.slice(0, -1), `${password} `];
      for (const attempt of tries) {
        const fitting = await client.does(transport, "signIn", { body: { email, password: attempt } });
        expect([200, 400, 401]).toContain(fitting.status);
        expect(fitting.status === 200, `${password} tried with ${attempt}`).toBe(attempt === password);
      }
    }
  });
});

describe.each(transports)("signing in through %s", (transport) => {
  it("answers who it is, with these fields and no others", async () => {
    const ada = await makeCustomer(shop);
    const client = new TestClient(shop);
    const reply = await client.does(transport, "signIn", {
      body: { email: ` ${ada.email.toUpperCase()}\u00a0`, password: goodPassword },
    });
    expect(reply.status).toBe(200);
    expect(signedInSchema.parse(reply.body)).toMatchObject({ _id: ada.id, email: ada.email, isAdmin: false });
    expect(await isSignedIn(client)).toBe(true);
  });

  it("tells an unknown e-mail and a wrong password apart by nothing", async () => {
    const { email } = await makeCustomer(shop);
    const unknown = freshEmail();
    const ask = (body: unknown) => new TestClient(shop).does(transport, "signIn", { body });
    const wrong = await ask({ email, password: "wrong password" });
    expect(wrong).toMatchObject({ status: 401, code: "INVALID_CREDENTIALS" });
    expect(wrong.headers.getSetCookie()).toEqual([]);
    expect(comparable(await ask({ email: unknown, password: "wrong password" }))).toEqual(comparable(wrong));
  });

  it("lets nobody in with the accounts of tutorials or of deleted people", async () => {
    for (const [email, password] of [
      ["admin@email.com", "123456"],
      ["admin@example.com", "admin-demo-2026"],
    ] as const) {
      expect(await new TestClient(shop).does(transport, "signIn", { body: { email, password } }), email).toMatchObject({
        status: 401,
      });
    }
    const admin = await makeAdmin(shop);
    const gone = await makeCustomer(shop);
    await admin.does(transport, "deleteUser", { id: gone.id });
    for (const password of [goodPassword, "none", "null"]) {
      const reply = await new TestClient(shop).does(transport, "signIn", { body: { email: gone.email, password } });
      expect(reply).toMatchObject({ status: 401, code: "INVALID_CREDENTIALS" });
    }
  });
});

describe("a stored password", () => {
  beforeAll(passwordCost.restore);
  afterAll(passwordCost.lower);

  it("is an argon2id hash at the agreed cost, salted for each person", async () => {
    const one = await storedUser(shop, (await makeCustomer(shop)).id);
    const other = await storedUser(shop, (await makeCustomer(shop)).id);
    for (const { password_hash } of [one, other]) {
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43,}$/);
    }
    expect(one.password_hash).not.toBe(other.password_hash);
  });

  it("is hashed the same way when it is changed", async () => {
    const ada = await makeCustomer(shop);
    const { password_hash: before } = await storedUser(shop, ada.id);
    await ada.rest("PUT", "/api/users/profile", { name: "Ada", email: ada.email, password: "another horse 2" });
    const { password_hash: after } = await storedUser(shop, ada.id);
    expect(after).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(after).not.toBe(before);
  });

  it("appears in no log line, hashed or not, and neither do e-mails and tokens", async () => {
    const ada = await makeCustomer(shop, { password: "very secret words 77" });
    await onAnotherDevice(ada);
    await ada.rest("PUT", "/api/users/profile", { name: "Ada", email: ada.email, password: "very secret words 78" });
    await new TestClient(shop).rest("POST", "/api/users", {
      name: "Ada",
      email: ada.email,
      password: "very secret words 79",
    });
    const logged = shop.logLines.join("");
    expect(logged).toContain("/api/users/profile");
    for (const secret of ["very secret words", "argon2id", ada.email, ada.cookies.get("session") ?? "no cookie"]) {
      expect(logged, secret).not.toContain(secret);
    }
  });
});

describe.each(transports)("one's own profile through %s", (transport) => {
  const change = (account: TestClient, body: unknown) => account.does(transport, "updateProfile", { body });

  it("changes name and e-mail, and leaves the password when none or an empty one is sent", async () => {
    const ada = await makeCustomer(shop);
    const { password_hash } = await storedUser(shop, ada.id);
    for (const more of [{}, { password: "" }]) {
      const email = freshEmail();
      const reply = await change(ada, { name: "  Ada King ", email: email.toUpperCase(), ...more });
      expect(reply.status).toBe(200);
      expect(signedInSchema.parse(reply.body)).toMatchObject({ _id: ada.id, name: "Ada King", email });
      expect(await storedUser(shop, ada.id)).toMatchObject({ name: "Ada King", email, password_hash });
      expect(await signsIn(email, goodPassword)).toBe(true);
    }
    expect(await signsIn(ada.email, goodPassword)).toBe(false);
  });

  it("takes a new password in place of the old one", async () => {
    const ada = await makeCustomer(shop);
    expect((await change(ada, { name: "Ada", email: ada.email, password: "another horse 2" })).status).toBe(200);
    expect(await signsIn(ada.email, "another horse 2")).toBe(true);
    expect(await signsIn(ada.email, goodPassword)).toBe(false);
  });

  it("refuses a weak password and an e-mail that somebody has, and changes nothing then", async () => {
    const ada = await makeCustomer(shop);
    const other = await makeCustomer(shop);
    const before = await storedState(shop);
    const taken = await change(ada, {
      name: "New",
      email: ` ${other.email.toUpperCase()}`,
      password: "another horse 2",
    });
    expect(taken).toMatchObject({ status: 409, code: "EMAIL_TAKEN", body: { message: "User already exists" } });
    for (const password of ["1234567", "password", "        "]) {
      const weak = await change(ada, { name: "New", email: ada.email, password });
      expect(weak).toMatchObject({ status: 400, code: "VALIDATION" });
      expect(complaintsOf(weak)).toEqual(["password"]);
    }
    expect(await storedState(shop)).toEqual(before);
  });

  it("gives nobody powers or another's account", async () => {
    const ada = await makeCustomer(shop);
    const other = await makeCustomer(shop, { name: "Other" });
    const untouched = await storedUser(shop, other.id);
    const reply = await change(ada, {
      name: "Ada 2",
      email: ada.email,
      isAdmin: true,
      is_admin: true,
      _id: other.id,
      id: other.id,
      userId: other.id,
      passwordHash: "x",
    });
    expect(signedInSchema.parse(reply.body)).toMatchObject({ _id: ada.id, name: "Ada 2", isAdmin: false });
    expect(await storedUser(shop, ada.id)).toMatchObject({ name: "Ada 2", is_admin: false });
    expect(await storedUser(shop, other.id)).toEqual(untouched);
    expect((await ada.does(transport, "listUsers")).status).toBe(403);
  });
});

describe.each(transports)("administering accounts through %s", (transport) => {
  it("lists and reads living people with these fields and no others, newest first", async () => {
    const admin = await makeAdmin(shop);
    const older = await makeCustomer(shop, { name: "Older" });
    const newer = await makeCustomer(shop, { name: "Newer" });
    const gone = await makeCustomer(shop, { name: "Gone" });
    await admin.does(transport, "deleteUser", { id: gone.id });
    const accounts = z.array(accountSchema).parse((await admin.does(transport, "listUsers")).body);
    expect(accounts.slice(0, 3).map((account) => account._id)).toEqual([newer.id, older.id, admin.id]);
    expect(accounts.map((account) => account._id)).not.toContain(gone.id);
    const { body } = await admin.does(transport, "readUser", { id: older.id });
    expect(accountDetailSchema.parse(body)).toMatchObject({
      _id: older.id,
      name: "Older",
      email: older.email,
      isAdmin: false,
      version: 1,
    });
  });

  it("changes the person in the path, whoever the body names, and never a password", async () => {
    const admin = await makeAdmin(shop);
    const ada = await makeCustomer(shop);
    const other = await makeCustomer(shop);
    const untouched = await storedUser(shop, other.id);
    const { password_hash } = await storedUser(shop, ada.id);
    const reply = await admin.does(transport, "updateUser", {
      id: ada.id,
      body: {
        userId: other.id,
        _id: other.id,
        name: "Changed",
        email: ada.email,
        isAdmin: false,
        password: "taken over 99",
        passwordHash: "x",
      },
    });
    expect(reply.status).toBe(200);
    expect(accountDetailSchema.parse(reply.body)).toMatchObject({
      _id: ada.id,
      name: "Changed",
      email: ada.email,
      isAdmin: false,
      version: 2,
    });
    expect(await storedUser(shop, ada.id)).toMatchObject({ name: "Changed", password_hash });
    expect(await storedUser(shop, other.id)).toEqual(untouched);
    expect(await signsIn(ada.email, goodPassword)).toBe(true);
    expect(await signsIn(ada.email, "taken over 99")).toBe(false);
  });

  it("refuses an e-mail that another has, and lets another administrator be edited", async () => {
    const admin = await makeAdmin(shop);
    const colleague = await makeAdmin(shop);
    const ada = await makeCustomer(shop);
    const body = { name: "Colleague", email: ada.email.toUpperCase(), isAdmin: true };
    const taken = await admin.does(transport, "updateUser", { id: colleague.id, body });
    expect(taken).toMatchObject({ status: 409, code: "EMAIL_TAKEN" });
    const edited = await admin.does(transport, "updateUser", {
      id: colleague.id,
      body: { ...body, email: colleague.email },
    });
    expect(edited).toMatchObject({ status: 200, body: { name: "Colleague", isAdmin: true } });
  });

  it("refuses a change that starts from a state which somebody has changed meanwhile", async () => {
    const [admin, colleague] = [await makeAdmin(shop), await makeAdmin(shop)];
    const ada = await makeCustomer(shop);
    const seen = accountDetailSchema.parse((await admin.does(transport, "readUser", { id: ada.id })).body);
    const change = { email: ada.email, isAdmin: false, version: seen.version };
    const first = await colleague.does(transport, "updateUser", { id: ada.id, body: { ...change, name: "First" } });
    expect(first.status).toBe(200);
    const second = await admin.does(transport, "updateUser", { id: ada.id, body: { ...change, name: "Second" } });
    expect(second).toMatchObject({ status: 409, code: "STALE" });
    expect((await storedUser(shop, ada.id)).name).toBe("First");

    await ada.does(transport, "updateProfile", { body: { name: "Myself", email: ada.email } });
    const { version } = accountDetailSchema.parse(first.body);
    const third = await admin.does(transport, "updateUser", {
      id: ada.id,
      body: { ...change, name: "Third", version },
    });
    expect(third).toMatchObject({ status: 409, code: "STALE" });
    const anyway = { ...change, name: "Anyway", version: undefined };
    expect((await admin.does(transport, "updateUser", { id: ada.id, body: anyway })).status).toBe(200);
    expect((await storedUser(shop, ada.id)).name).toBe("Anyway");
  });

  it("deletes a person: nobody finds them any more, and their row keeps neither name, e-mail nor password", async () => {
    const admin = await makeAdmin(shop);
    const ada = await makeCustomer(shop);
    const deleted = await admin.does(transport, "deleteUser", { id: ada.id });
    expect(deleted).toMatchObject({ status: 200, body: { message: "User deleted" } });
    expect(await storedUser(shop, ada.id)).toMatchObject({ name: "Deleted user", email: null, password_hash: null });
    const body = { name: "Back", email: ada.email, isAdmin: true };
    for (const again of [
      await admin.does(transport, "deleteUser", { id: ada.id }),
      await admin.does(transport, "readUser", { id: ada.id }),
      await admin.does(transport, "updateUser", { id: ada.id, body }),
    ]) {
      expect(again).toMatchObject({ status: 404, code: "NOT_FOUND", body: { message: "User not found" } });
    }
    expect(await storedUser(shop, ada.id)).toMatchObject({ name: "Deleted user", email: null, is_admin: false });
  });

  it("frees the e-mail of a deleted person for a new and empty account", async () => {
    const admin = await makeAdmin(shop);
    const first = await makeCustomer(shop);
    await admin.does(transport, "deleteUser", { id: first.id });
    const second = await makeCustomer(shop, { email: first.email });
    expect(second.id).not.toBe(first.id);
    expect(await second.rest("GET", "/api/orders/mine")).toMatchObject({ status: 200, body: [] });
    expect(await isSignedIn(first)).toBe(false);
  });

  it("never deletes an administrator, another's account or one's own", async () => {
    const admin = await makeAdmin(shop);
    const colleague = await makeAdmin(shop);
    for (const { id } of [colleague, admin]) {
      const reply = await admin.does(transport, "deleteUser", { id });
      expect(reply).toMatchObject({
        status: 403,
        code: "FORBIDDEN",
        body: { message: "Admin users cannot be deleted" },
      });
      expect(await storedUser(shop, id)).toMatchObject({ deleted_at: null, is_admin: true });
    }
    expect(await isSignedIn(colleague)).toBe(true);
  });
});
