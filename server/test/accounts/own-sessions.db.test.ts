import { describe, expect, it } from "vitest";
import { z } from "zod";
import { startTestShop } from "../harness/shop.ts";
import {
  complaintsOf,
  goodPassword,
  isSignedIn,
  type Member,
  makeAdmin,
  makeCustomer,
  onAnotherDevice,
  TestClient,
  transports,
} from "../harness/test-client.ts";

const shop = startTestShop();

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const sessionsSchema = z.array(
  z.strictObject({
    _id: z.uuid(),
    device: z.string().nullable(),
    ip: z.string().nullable(),
    signedInAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    isCurrent: z.boolean(),
  }),
);

const sessionsOf = async (member: TestClient) =>
  sessionsSchema.parse((await member.trpc("query", "account.sessions")).body);

/** As if everything of the account had happened so many minutes earlier. */
async function passMinutes(member: Member, minutes: number): Promise<void> {
  await shop.pool.query(
    `update sessions set created_at = created_at - $2 * interval '1 minute',
       last_used_at = last_used_at - $2 * interval '1 minute',
       authenticated_at = authenticated_at - $2 * interval '1 minute' where user_id = $1`,
    [member.id, minutes],
  );
}

describe("the list of one's own sessions", () => {
  it("names each device and address, says which one this is, and shows nobody else's", async () => {
    const ada = await makeCustomer(shop);
    await makeCustomer(shop);
    const windows = new TestClient(shop, { "user-agent": firefox });
    await windows.does("REST", "signIn", { body: { email: ada.email, password: ada.password } });
    const seen = await sessionsOf(windows);
    expect(seen).toHaveLength(2);
    expect(seen.find(({ isCurrent }) => isCurrent)).toMatchObject({ device: "Firefox on Windows", ip: "127.0.0.1" });
  });

  it("tells when each was last used, to some minutes", async () => {
    const ada = await makeCustomer(shop);
    await passMinutes(ada, 60);
    const before = Date.now() - 60_000;
    await ada.does("REST", "profile");
    const [session] = await sessionsOf(ada);
    expect(Date.parse(session?.lastUsedAt ?? "")).toBeGreaterThan(before);
    expect(Date.parse(session?.signedInAt ?? "")).toBeLessThan(before);
  });

  it("ends one of them, or all others, and nobody else's", async () => {
    const ada = await makeCustomer(shop);
    const [phone, laptop, eve] = [await onAnotherDevice(ada), await onAnotherDevice(ada), await makeCustomer(shop)];
    const current = (await sessionsOf(phone)).find(({ isCurrent }) => isCurrent);
    expect((await eve.trpc("mutation", "account.endSession", { id: current?._id })).status).toBe(404);
    expect((await eve.trpc("mutation", "account.endSession", { id: "no id" })).status).toBe(404);
    expect((await ada.trpc("mutation", "account.endSession", { id: current?._id })).status).toBe(200);
    expect([await isSignedIn(phone), await isSignedIn(laptop), await isSignedIn(ada)]).toEqual([false, true, true]);
    expect((await ada.trpc("mutation", "account.endOtherSessions")).status).toBe(200);
    expect([await isSignedIn(laptop), await isSignedIn(ada), await isSignedIn(eve)]).toEqual([false, true, true]);
  });
});

it("An admin signs a user out everywhere, and the audit says so", async () => {
  const [admin, ada] = [await makeAdmin(shop), await makeCustomer(shop)];
  expect((await admin.trpc("mutation", "admin.users.signOut", { id: ada.id })).status).toBe(200);
  expect([await isSignedIn(ada), await isSignedIn(admin)]).toEqual([false, true]);
  const { rows } = await shop.pool.query("select act, subject from admin_acts where entity_id = $1", [ada.id]);
  expect(rows).toEqual([{ act: "signed out", subject: ada.name }]);
});

describe.each(transports)("a change of password or e-mail (%s)", (transport) => {
  const newPassword = "another good one 2";
  const changes = {
    password: (ada: Member) => ({ name: ada.name, email: ada.email, password: newPassword }),
    email: (ada: Member) => ({ name: ada.name, email: `new-${ada.email}` }),
  };

  it.each(["password", "email"] as const)("asks for the password ten minutes after it was typed: %s", async (what) => {
    const ada = await makeCustomer(shop);
    await passMinutes(ada, 11);
    const body = changes[what](ada);
    expect(await ada.does(transport, "updateProfile", { body })).toMatchObject({
      status: 403,
      code: "REAUTH_REQUIRED",
    });
    const wrong = await ada.does(transport, "reauthenticate", { body: { password: "not the password" } });
    expect(wrong).toMatchObject({ status: 401, code: "INVALID_CREDENTIALS" });
    expect((await ada.does(transport, "updateProfile", { body })).code).toBe("REAUTH_REQUIRED");
    expect((await ada.does(transport, "reauthenticate", { body: { password: ada.password } })).status).toBe(200);
    expect((await ada.does(transport, "updateProfile", { body })).status).toBe(200);
  });

  it("asks for nothing within ten minutes, nor for a change of the name alone", async () => {
    const ada = await makeCustomer(shop);
    await passMinutes(ada, 9);
    expect((await ada.does(transport, "updateProfile", { body: changes.email(ada) })).status).toBe(200);
    await passMinutes(ada, 60);
    const body = { name: "Countess", email: `new-${ada.email}` };
    expect((await ada.does(transport, "updateProfile", { body })).status).toBe(200);
  });

  it("is confirmed for the device that typed the password, and not for others", async () => {
    const ada = await makeCustomer(shop);
    const stolen = await onAnotherDevice(ada);
    await passMinutes(ada, 60);
    expect((await ada.does(transport, "reauthenticate", { body: { password: ada.password } })).status).toBe(200);
    expect((await stolen.does(transport, "updateProfile", { body: changes.password(ada) })).code).toBe(
      "REAUTH_REQUIRED",
    );
  });
});

describe.each(transports)("a new password (%s)", (transport) => {
  const register = (email: string, password: string) =>
    new TestClient(shop).does(transport, "register", { body: { name: "Ada", email, password } });

  it.each(["1234qwer", "Maverick", "13071989", "test shop", "TestShop1", "lovelace.1815@example.com"])(
    "is refused where many people or attackers would guess it: %s",
    async (password) => {
      const refused = await register("lovelace.1815@example.com", password);
      expect(refused).toMatchObject({ status: 400, code: "VALIDATION" });
      expect(complaintsOf(refused)).toEqual(["password"]);
    },
  );

  it("may be anything else", async () => {
    expect((await register(`grace-${transport}@example.com`, goodPassword)).code).toBeUndefined();
  });
});
