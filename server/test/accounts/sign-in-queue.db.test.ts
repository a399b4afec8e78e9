import { setTimeout } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { requestPasswordReset } from "../../src/domain/account/password-reset.ts";
import { writeResetMails } from "../../src/domain/account/write-reset-mails.ts";
import { checkPassword, hashPassword, newPasswordQueue, passwordQueue } from "../../src/infra/passwords.ts";
import { holdHashing } from "../harness/held-hashing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import { goodPassword, makeCustomer, TestClient } from "../harness/test-client.ts";

const times = <Item>(n: number, make: (n: number) => Item) => Array.from({ length: n }, (_, index) => make(index));
const from = (address: string) => ({ "x-forwarded-for": address });

/** Work that waits until it is let go. */
function newBarrier() {
  let go = () => {};
  const opened = new Promise<void>((open) => {
    go = open;
  });
  return { opened, go };
}

describe("people who sign in beside an address that floods the queues with right passwords", () => {
  const shop = startTestShop({ trustedProxies: ["127.0.0.1"] });

  it("are let in, and register, before it", async () => {
    const flooding = "203.0.113.1";
    const members = await Promise.all(times(4, () => makeCustomer(shop, {}, from("198.51.100.1"))));
    const signIn = (email = "", address = flooding) =>
      new TestClient(shop).rest("POST", "/api/users/auth", { email, password: goodPassword }, from(address));
    const register = (address: string) => {
      const body = { name: "Ada", email: `${uuidv7()}@example.com`, password: goodPassword };
      return new TestClient(shop).rest("POST", "/api/users", body, from(address));
    };
    const { opened, go } = newBarrier();
    const release = holdHashing(() => opened.then(() => setTimeout(50)));
    const flood = () =>
      Promise.allSettled(times(300, () => [checkPassword(null, "x", flooding), hashPassword("x", flooding)]).flat());
    const floods = [flood()];
    const [mate, newMate] = await Promise.all([signIn(members[0]?.email), register(flooding)]);
    expect([mate.status, newMate.status]).toEqual([503, 503]);
    floods.push(flood());
    const [checks, hashes] = [passwordQueue.waiting, newPasswordQueue.waiting];
    const others = Promise.all([
      ...members.slice(1).map(({ email }, n) => signIn(email, `198.51.100.${n + 10}`)),
      register("198.51.100.20"),
    ]);
    // Either they wait beside the flood, or those of it that have waited for too long are gone.
    await expect.poll(() => passwordQueue.waiting >= checks + 3 && newPasswordQueue.waiting >= hashes + 1).toBe(true);
    go();
    const statuses = (await others).map(({ status }) => status);
    await Promise.all(floods);
    release();
    expect(statuses).toEqual([200, 200, 200, 201]);
  });
});

describe("a try that the shop had no time for", () => {
  const four = { points: 4, seconds: 900 };
  const shop = startTestShop({
    settings: {
      limits: {
        ...wideLimits,
        signInPerAccount: four,
        signInPerDevice: four,
        registerPerAddress: four,
        resetPerAddress: four,
        credentialsPerUser: four,
      },
    },
  });

  it("is none of the failed ones, at any act that hashes a password", async () => {
    const [ada, ben, eve, cleo] = await Promise.all(times(4, () => makeCustomer(shop)));
    if (ada === undefined || ben === undefined || eve === undefined || cleo === undefined) throw new Error("no one");
    await requestPasswordReset(shop.services, { email: cleo.email }, { address: "192.0.2.9", device: null });
    await writeResetMails(shop.db, expectNoItemError);
    const { rows } = await shop.pool.query("select id from password_resets");
    const code = shop.services.resetCodes.codeOf(String(rows[0]?.id));
    await shop.pool.query("delete from rate_limits");
    const password = `${goodPassword} too`;
    const join = () => ({ name: "Ada", email: `${uuidv7()}@example.com`, password });
    const acts: (() => Promise<{ status: number }>)[] = [
      () => new TestClient(shop).rest("POST", "/api/users/auth", { email: ada.email, password: goodPassword }),
      () => new TestClient(shop).rest("POST", "/api/users", join()),
      () =>
        new TestClient(shop).rest("POST", "/api/users/password-reset/confirm", { email: cleo.email, code, password }),
      () => ben.rest("POST", "/api/users/reauth", { password: goodPassword }),
      () => eve.rest("PUT", "/api/users/profile", { name: "Eve", email: eve.email, password }),
    ];
    const { opened, go } = newBarrier();
    const release = holdHashing(() => opened);
    // These take the places of those that are hashed.
    const busy = [checkPassword(null, "x"), hashPassword("x")];
    const statuses = await Promise.all(acts.flatMap((act) => times(4, async () => (await act()).status)));
    go();
    await Promise.all(busy);
    release();
    expect(statuses).toEqual(times(20, () => 503));
    const afterwards = [];
    for (const act of acts) afterwards.push((await act()).status);
    expect(afterwards).toEqual([200, 201, 200, 200, 200]);
  });
});
