import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SoftPasskey } from "../harness/authenticator.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import {
  isSignedIn,
  type Member,
  makeAdmin,
  makeCustomer,
  type Reply,
  signedInSchema,
  TestClient,
} from "../harness/test-client.ts";

const shop = startTestShop();
const second = startTestShop({ besides: shop });
const origin = "http://localhost:3000";

const requestSchema = z.object({ challenge: z.string() });
const creationSchema = requestSchema.extend({ user: z.object({ id: z.string() }), rp: z.object({ id: z.string() }) });
const recordsSchema = z.array(
  z.strictObject({
    _id: z.uuid(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    isSuspended: z.literal(false),
  }),
);

const begin = async (member: TestClient) =>
  creationSchema.parse((await member.trpc("mutation", "account.passkeys.begin")).body);
const add = (member: TestClient, answer: unknown) => member.trpc("mutation", "account.passkeys.add", answer);
const passkeysOf = async (member: TestClient) =>
  recordsSchema.parse((await member.trpc("query", "account.passkeys.list")).body);

async function enroll(member: TestClient): Promise<SoftPasskey> {
  const passkey = new SoftPasskey(origin);
  expect((await add(member, passkey.create(await begin(member)))).status).toBe(200);
  return passkey;
}

const beginSignIn = async (client: TestClient) =>
  requestSchema.parse((await client.rest("POST", "/api/users/auth/passkey/options")).body);
const finish = (client: TestClient, answer: unknown): Promise<Reply> =>
  client.rest("POST", "/api/users/auth/passkey", answer);

const notAccepted = { status: 401, code: "INVALID_CREDENTIALS" };

/** As if the user had signed in an hour ago. */
async function passAnHour(member: Member): Promise<void> {
  const back = "update sessions set created_at = now() - interval '1 hour', authenticated_at = null where user_id = $1";
  await shop.pool.query(back, [member.id]);
}

describe("a passkey", () => {
  it("signs in without a name or a password, over either transport, with the same cookies", async () => {
    const ada = await makeCustomer(shop);
    const passkey = await enroll(ada);
    const rest = new TestClient(shop);
    const reply = await finish(rest, passkey.sign(await beginSignIn(rest)));
    expect(signedInSchema.parse(reply.body)).toMatchObject({ _id: ada.id, email: ada.email });
    expect([...rest.cookies.keys()].sort()).toEqual(["device", "session"]);
    const trpc = new TestClient(shop);
    const request = requestSchema.parse((await trpc.trpc("mutation", "account.beginPasskeySignIn")).body);
    const other = await trpc.trpc("mutation", "account.signInWithPasskey", passkey.sign(request));
    expect(other.status).toBe(200);
    expect([await isSignedIn(rest), await isSignedIn(trpc)]).toEqual([true, true]);
    expect((await passkeysOf(ada))[0]?.lastUsedAt).not.toBeNull();
  });

  it("is bound to the shop's public origin, whatever host a request names", async () => {
    const ada = await makeCustomer(shop);
    const headers = { host: "evil.example" };
    const asked = await ada.trpc("mutation", "account.passkeys.begin", undefined, headers);
    expect(creationSchema.parse(asked.body).rp.id).toBe("localhost");
  });

  it("is refused from another origin, for another site, without its user, and with somebody else's handle", async () => {
    const [ada, eve] = [await makeCustomer(shop), await makeCustomer(shop)];
    const passkey = await enroll(ada);
    const { user } = await begin(eve);
    const lies = [
      { origin: "https://evil.example" },
      { origin: `${origin}1` },
      { rpId: "evil.example" },
      { isVerified: false },
      { userHandle: user.id },
    ];
    for (const lie of lies) {
      const client = new TestClient(shop);
      const reply = await finish(client, passkey.sign(await beginSignIn(client), lie));
      expect(reply, JSON.stringify(lie)).toMatchObject(notAccepted);
      expect(client.cookies.size).toBe(0);
      if (!("userHandle" in lie)) {
        const made = await add(eve, new SoftPasskey(origin).create(await begin(eve), lie));
        expect(made, JSON.stringify(lie)).toMatchObject({ status: 400, code: "VALIDATION" });
      }
    }
    expect(await passkeysOf(eve)).toEqual([]);
  });

  it("signs each challenge once, also at another instance and at the same moment", async () => {
    const passkey = await enroll(await makeCustomer(shop));
    const answer = passkey.sign(await beginSignIn(new TestClient(shop)));
    const shops = [shop, second, shop, second];
    const replies = await Promise.all(shops.map((one) => finish(new TestClient(one), answer)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(await finish(new TestClient(second), answer)).toMatchObject(notAccepted);
  });

  it("answers only a challenge that the shop has issued, for this purpose, in the last five minutes", async () => {
    const ada = await makeCustomer(shop);
    const passkey = await enroll(ada);
    const client = new TestClient(shop);
    const invented = { challenge: Buffer.alloc(32).toString("base64url") };
    expect(await finish(client, passkey.sign(invented))).toMatchObject(notAccepted);
    expect(await finish(client, passkey.sign(await begin(ada)))).toMatchObject(notAccepted);
    const request = await beginSignIn(client);
    await shop.pool.query("update passkey_challenges set expires_at = now() where challenge = $1", [request.challenge]);
    expect(await finish(client, passkey.sign(request))).toMatchObject(notAccepted);
  });

  it("cannot be added by the challenge of another user, nor twice by the same", async () => {
    const [ada, eve] = [await makeCustomer(shop), await makeCustomer(shop)];
    const stolen = new SoftPasskey(origin).create(await begin(ada));
    expect(await add(eve, stolen)).toMatchObject({ status: 400, code: "VALIDATION" });
    const own = new SoftPasskey(origin).create(await begin(eve));
    const replies = await Promise.all([add(eve, own), add(eve, own)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await passkeysOf(eve)).toHaveLength(1);
  });

  it("that was copied gives itself away by its counter", async () => {
    const passkey = await enroll(await makeCustomer(shop));
    const sign = async (counter: number) => {
      const client = new TestClient(shop);
      return (await finish(client, passkey.sign(await beginSignIn(client), { counter }))).status;
    };
    expect([await sign(7), await sign(7), await sign(6), await sign(8)]).toEqual([200, 401, 401, 200]);
  });

  it("is added and removed only by whoever has shown who they are, and the owner gets a mail", async () => {
    const ada = await makeCustomer(shop);
    const passkey = await enroll(ada);
    const [record] = await passkeysOf(ada);
    const remove = () => ada.trpc("mutation", "account.passkeys.remove", { id: record?._id });
    await passAnHour(ada);
    const late = { status: 403, code: "REAUTH_REQUIRED" };
    expect(await ada.trpc("mutation", "account.passkeys.begin")).toMatchObject(late);
    expect(await remove()).toMatchObject(late);
    const request = requestSchema.parse((await ada.trpc("mutation", "account.beginPasskeyConfirmation")).body);
    const confirmed = await ada.trpc("mutation", "account.confirmWithPasskey", passkey.sign(request));
    expect(confirmed.status).toBe(200);
    const eve = await makeCustomer(shop);
    for (const id of [record?._id, "no-id", "a\u0000b"])
      expect((await eve.trpc("mutation", "account.passkeys.remove", { id })).status).toBe(404);
    expect((await remove()).status).toBe(200);
    expect(await finish(new TestClient(shop), passkey.sign(await beginSignIn(ada)))).toMatchObject(notAccepted);
    const { rows } = await shop.pool.query("select kind from mails where user_id = $1 order by created_at", [ada.id]);
    expect(rows.map(({ kind }) => kind)).toEqual(["welcome", "passkey added", "passkey removed"]);
  });

  it("of somebody else confirms nothing", async () => {
    const [ada, eve] = [await makeCustomer(shop), await makeCustomer(shop)];
    const passkey = await enroll(eve);
    await passAnHour(ada);
    const request = requestSchema.parse((await ada.trpc("mutation", "account.beginPasskeyConfirmation")).body);
    expect(await ada.trpc("mutation", "account.confirmWithPasskey", passkey.sign(request))).toMatchObject(notAccepted);
    expect(await ada.trpc("mutation", "account.passkeys.begin")).toMatchObject({ code: "REAUTH_REQUIRED" });
  });

  it("goes with the account", async () => {
    const [admin, ada] = [await makeAdmin(shop), await makeCustomer(shop)];
    const passkey = await enroll(ada);
    expect((await admin.rest("DELETE", `/api/users/${ada.id}`)).status).toBe(200);
    expect(await finish(new TestClient(shop), passkey.sign(await beginSignIn(ada)))).toMatchObject(notAccepted);
    expect((await shop.pool.query("select 1 from passkeys where user_id = $1", [ada.id])).rowCount).toBe(0);
  });
});

describe("sign-ins with passkeys", () => {
  const few = { points: 3, seconds: 900 };
  const strict = startTestShop({
    settings: { limits: { ...wideLimits, signInPerAddress: few, passkeyChallengesPerAddress: few } },
  });

  it("are limited for each address", async () => {
    const client = new TestClient(strict);
    const passkey = new SoftPasskey(origin);
    passkey.create({ challenge: "", user: { id: "AA" } });
    const request = await beginSignIn(client);
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await finish(client, passkey.sign(request))).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const begun = [];
    for (let n = 0; n < 3; n += 1) begun.push((await client.rest("POST", "/api/users/auth/passkey/options")).status);
    expect(begun).toEqual([200, 200, 429]);
  });
});
