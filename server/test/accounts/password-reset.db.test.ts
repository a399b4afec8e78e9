import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { writeResetMails } from "../../src/domain/account/write-reset-mails.ts";
import { startMailing } from "../harness/mailing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import {
  complaintsOf,
  isSignedIn,
  type Member,
  makeAdmin,
  makeCustomer,
  type Reply,
  TestClient,
  transports,
} from "../harness/test-client.ts";

const shop = startTestShop();
const second = startTestShop({ besides: shop });
const strict = startTestShop({
  settings: {
    limits: {
      ...wideLimits,
      resetPerEmail: { points: 2, seconds: 900 },
      resetPerAddress: { points: 5, seconds: 900 },
      signInPerAccount: { points: 2, seconds: 900 },
    },
  },
});
const mailing = startMailing(shop);
const newPassword = "another horse 2";

const request = (email: string, on = shop) => new TestClient(on).rest("POST", "/api/users/password-reset", { email });
const confirm = (email: string, code: string, { password = newPassword, on = shop } = {}) =>
  new TestClient(on).rest("POST", "/api/users/password-reset/confirm", { email, code, password });

/** Looks up what was requested and sends it; gives the mails. */
async function sendCodes() {
  await writeResetMails(shop.db, expectNoItemError);
  return (await mailing.sendDue()).arrived;
}

function codeIn(text: string | undefined): string {
  const [, code = ""] = /^ {4}(\d{8})$/m.exec(text ?? "") ?? [];
  expect(code).toMatch(/^\d{8}$/);
  return code;
}

/** A code that the account was sent. */
async function sentCode({ email }: { email: string }): Promise<string> {
  expect((await request(email)).status).toBe(200);
  const mails = await sendCodes();
  expect(mails).toHaveLength(1);
  return codeIn(mails[0]?.text);
}

const otherThan = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, "0");
const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);
const canSignIn = async ({ email }: { email: string }, password: string, on = shop) =>
  (await new TestClient(on).does("REST", "signIn", { body: { email, password } })).status === 200;

beforeEach(async () => {
  await shop.pool.query("delete from mails");
});

/** Everything that the tables hold, as text. */
async function storedText(): Promise<string> {
  const names = z.array(z.object({ name: z.string() }));
  const tables = names.parse(
    (await shop.pool.query("select tablename as name from pg_tables where schemaname = 'public'")).rows,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => JSON.stringify((await shop.pool.query(`select t::text from ${name} t`)).rows)),
  );
  return texts.join("\n");
}

describe("a forgotten password", () => {
  it.each(transports)(
    "is replaced by a code from a mail, which ends all sessions and signs nobody in (%s)",
    async (transport) => {
      const ada = await makeCustomer(shop);
      await mailing.sendDue();
      const client = new TestClient(shop);
      const [path, resetPath] = ["/api/users/password-reset", "/api/users/password-reset/confirm"];
      const call = (procedure: string, rest: string, body: unknown) =>
        transport === "REST" ? client.rest("POST", rest, body) : client.trpc("mutation", procedure, body);
      const asked = await call("account.requestPasswordReset", path, { email: ` ${ada.email.toUpperCase()}` });
      expect(asked.body).toEqual({ message: "If there is an account for this address, we have sent it a code." });
      const [mail] = await sendCodes();
      expect(mail).toMatchObject({ recipient: ada.email, subject: "Your code for a new password at Test Shop" });
      const code = codeIn(mail?.text);
      const spaced = `${code.slice(0, 4)} ${code.slice(4)}`;
      const done = await call("account.resetPassword", resetPath, {
        email: ada.email,
        code: spaced,
        password: newPassword,
      });
      expect(outcomeOf(done)).toBe("200");
      expect(await isSignedIn(client)).toBe(false);
      expect(await isSignedIn(ada)).toBe(false);
      expect(await canSignIn(ada, ada.password)).toBe(false);
      expect(await canSignIn(ada, newPassword)).toBe(true);
      expect((await sendCodes()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
        [ada.email, "Your password was changed"],
      ]);
    },
  );

  it("gets the same answer for an address without an account, to which nothing is sent", async () => {
    const { email } = await makeCustomer(shop);
    await mailing.sendDue();
    const [known, unknown] = [await request(email), await request("nobody@example.com")];
    expect(unknown.body).toEqual(known.body);
    expect([unknown.status, known.status]).toEqual([200, 200]);
    expect((await sendCodes()).map(({ recipient }) => recipient)).toEqual([email]);
    const refusals = [await confirm(email, "00000000"), await confirm("nobody@example.com", "00000000")];
    expect(refusals.map(outcomeOf)).toEqual(["400 INVALID_CODE", "400 INVALID_CODE"]);
    expect(z.object({ message: z.string() }).parse(refusals[0]?.body).message).toBe(
      z.object({ message: z.string() }).parse(refusals[1]?.body).message,
    );
  });

  it("is linked to by the shop's own address, whatever the request says, with the code behind the #", async () => {
    const { email } = await makeCustomer(shop);
    await mailing.sendDue();
    const forged = { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    const headers = { ...forged, "content-type": "application/json" };
    const asked = { method: "POST", path: "/api/users/password-reset", headers, body: JSON.stringify({ email }) };
    expect((await send(shop.origin, asked)).status).toBe(200);
    const [mail] = await sendCodes();
    const code = codeIn(mail?.text);
    expect(mail?.source).not.toContain("evil.example");
    const values = new URLSearchParams({ email, code });
    expect(mail?.text).toContain(`http://localhost:3000/reset-password#${values}`);
  });

  it("lets who failed to remember it in with the new one", async () => {
    const ada = await makeCustomer(strict);
    for (let n = 0; n < 3; n += 1) expect(await canSignIn(ada, "wrong", strict)).toBe(false);
    await request(ada.email, strict);
    await writeResetMails(strict.db, expectNoItemError);
    const { rows } = await strict.pool.query("select id from password_resets where email = $1", [ada.email]);
    const code = strict.services.resetCodes.codeOf(z.object({ id: z.string() }).parse(rows[0]).id);
    expect(outcomeOf(await confirm(ada.email, code, { on: strict }))).toBe("200");
    expect(await canSignIn(ada, newPassword, strict)).toBe(true);
  });

  it("cannot be asked for without end, for known and unknown addresses alike", async () => {
    for (const email of [(await makeCustomer(strict)).email, "unknown@example.com"]) {
      await strict.pool.query("delete from rate_limits");
      const outcomes = [];
      for (let n = 0; n < 3; n += 1) outcomes.push(outcomeOf(await request(email, strict)));
      expect(outcomes).toEqual(["200", "200", "429 RATE_LIMITED"]);
    }
    const tries = [];
    for (let n = 0; n < 4; n += 1) tries.push(outcomeOf(await confirm("any@example.com", "12345678", { on: strict })));
    expect(tries.at(-1)).toBe("429 RATE_LIMITED");
  });
});

describe("a code for a new password", () => {
  let ada: Member;
  let code: string;
  beforeEach(async () => {
    ada = await makeCustomer(shop);
    await mailing.sendDue();
    code = await sentCode(ada);
  });

  it("works for ten minutes", async () => {
    await shop.pool.query("update password_resets set created_at = created_at - interval '10 minutes'");
    expect(outcomeOf(await confirm(ada.email, code))).toBe("400 INVALID_CODE");
    await shop.pool.query("update password_resets set created_at = created_at + interval '9 minutes'");
    expect(outcomeOf(await confirm(ada.email, code))).toBe("200");
  });

  it("is of no use after five wrong tries, however parallel, on whichever instance", async () => {
    const tries = Array.from({ length: 12 }, (_, n) =>
      confirm(ada.email, otherThan(code), { on: n % 2 === 0 ? shop : second }),
    );
    for (const reply of await Promise.all(tries)) expect(outcomeOf(reply)).toBe("400 INVALID_CODE");
    const { rows } = await shop.pool.query("select attempts from password_resets where user_id = $1", [ada.id]);
    expect(rows).toEqual([{ attempts: 5 }]);
    expect(outcomeOf(await confirm(ada.email, code))).toBe("400 INVALID_CODE");
    expect(await canSignIn(ada, ada.password)).toBe(true);
  });

  it("works once, also for parallel requests to two instances", async () => {
    const replies = await Promise.all([shop, second, shop, second].map((on) => confirm(ada.email, code, { on })));
    expect(replies.map(outcomeOf).sort()).toEqual(["200", ...Array.from({ length: 3 }, () => "400 INVALID_CODE")]);
    expect(outcomeOf(await confirm(ada.email, code))).toBe("400 INVALID_CODE");
    expect(await sendCodes()).toHaveLength(1);
  });

  it("is of no use once there is a newer one", async () => {
    const newer = await sentCode(ada);
    expect(outcomeOf(await confirm(ada.email, code))).toBe("400 INVALID_CODE");
    expect(outcomeOf(await confirm(ada.email, newer))).toBe("200");
  });

  it("is of no use for another account", async () => {
    const bob = await makeCustomer(shop);
    await request(bob.email);
    await writeResetMails(shop.db, expectNoItemError);
    expect(outcomeOf(await confirm(bob.email, code))).toBe("400 INVALID_CODE");
  });

  it("survives a password that is too weak", async () => {
    for (const password of ["short", "password123", "testshop", ada.email]) {
      const refused = await confirm(ada.email, code, { password });
      expect(outcomeOf(refused), password).toBe("400 VALIDATION");
      expect(complaintsOf(refused)).toEqual(["password"]);
    }
    expect(outcomeOf(await confirm("nobody@example.com", code, { password: "short" }))).toBe("400 VALIDATION");
    expect(outcomeOf(await confirm(ada.email, code))).toBe("200");
  });

  it("is in no table and in no line of the log", async () => {
    await confirm(ada.email, otherThan(code));
    await confirm(ada.email, code);
    const email = await storedText();
    expect(email).toContain(ada.email);
    expect(email).not.toContain(code);
    expect([...shop.logLines, ...second.logLines].join("\n")).not.toContain(code);
    expect(shop.logLines.join("\n")).toContain("password reset");
  });

  it("is not sent late", async () => {
    await request(ada.email);
    await writeResetMails(shop.db, expectNoItemError);
    await shop.pool.query("update password_resets set created_at = created_at - interval '10 minutes'");
    expect((await mailing.sendDue()).arrived).toEqual([]);
    const { rows } = await shop.pool.query(
      "select status, detail from mails where kind = 'reset code' and status <> 'sent'",
    );
    expect(rows).toEqual([{ status: "skipped", detail: "The code is not valid any more" }]);
  });

  it("ends with the account", async () => {
    const admin = await makeAdmin(shop);
    expect((await admin.does("REST", "deleteUser", { id: ada.id })).status).toBe(200);
    expect(outcomeOf(await confirm(ada.email, code))).toBe("400 INVALID_CODE");
    const { rows } = await shop.pool.query("select id from password_resets where user_id = $1", [ada.id]);
    expect(rows).toEqual([]);
  });
});
