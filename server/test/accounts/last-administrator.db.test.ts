import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ensureFirstAdmin } from "../../src/domain/account/first-admin.ts";
import { waitForLock } from "../harness/locks.ts";
import { startTestShop } from "../harness/shop.ts";
import { goodPassword, makeAdmin, makeCustomer, storedUser, TestClient, transports } from "../harness/test-client.ts";

describe("the last administrator", () => {
  const alone = startTestShop();
  const countAdmins = async () => {
    const { rows } = await alone.pool.query(
      "select count(*)::int as n from users where is_admin and deleted_at is null",
    );
    return z.object({ n: z.number() }).parse(rows[0]).n;
  };

  it.each(transports)("cannot give the role up through %s", async (transport) => {
    await alone.pool.query("update users set is_admin = false");
    const admin = await makeAdmin(alone);
    const reply = await admin.does(transport, "updateUser", {
      id: admin.id,
      body: { name: "Tired", email: admin.email, isAdmin: false },
    });
    expect(reply).toMatchObject({ status: 409, code: "LAST_ADMIN" });
    const shouted = await admin.does(transport, "updateUser", {
      id: admin.id.toUpperCase(),
      body: { name: "Tired", email: admin.email, isAdmin: false },
    });
    expect(shouted).toMatchObject({ status: 409, code: "LAST_ADMIN" });
    expect(await storedUser(alone, admin.id)).toMatchObject({ name: "Admin", is_admin: true });
    const renamed = await admin.does(transport, "updateUser", {
      id: admin.id,
      body: { name: "Rested", email: admin.email, isAdmin: true },
    });
    expect(renamed.status).toBe(200);
  });

  it("remains when two demote each other at once, twenty times over", async () => {
    await alone.pool.query("update users set is_admin = false");
    const [one, two] = [await makeAdmin(alone, { name: "One" }), await makeAdmin(alone, { name: "Two" })];
    const outcomes = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const transport = transports[round % 2] ?? "REST";
      await alone.pool.query("update users set is_admin = true where id = any($1)", [[one.id, two.id]]);
      const demote = (actor: typeof one, target: typeof one) =>
        actor.does(transport, "updateUser", {
          id: target.id,
          body: { name: target.name, email: target.email, isAdmin: false },
        });
      const statuses = (await Promise.all([demote(one, two), demote(two, one)])).map((reply) => reply.status).sort();
      outcomes.add(statuses.join());
      expect(await countAdmins()).toBe(1);
    }
    // The later one is refused because it is the last, or because it was no administrator any more.
    for (const outcome of outcomes) expect(["200,409", "200,403", "200,401"]).toContain(outcome);
  });

  it("who is demoted while a request waits makes nobody else an administrator", async () => {
    await alone.pool.query("update users set is_admin = false");
    const [boss, demoted] = [await makeAdmin(alone), await makeAdmin(alone)];
    const friend = await makeCustomer(alone);
    const client = await alone.pool.connect();
    try {
      await client.query("begin");
      await client.query("update users set is_admin = false where id = $1", [demoted.id]);
      const body = { name: "Friend", email: friend.email, isAdmin: true };
      const promoting = demoted.does("REST", "updateUser", { id: friend.id, body });
      await waitForLock(alone.pool);
      await client.query("commit");
      expect(await promoting).toMatchObject({ status: 403, code: "FORBIDDEN" });
    } finally {
      client.release();
    }
    expect(await storedUser(alone, friend.id)).toMatchObject({ is_admin: false });
    expect(await storedUser(alone, boss.id)).toMatchObject({ is_admin: true });
  });

  it("remains when all of five give up the role at once", async () => {
    await alone.pool.query("update users set is_admin = false");
    const admins = await Promise.all(Array.from({ length: 5 }, () => makeAdmin(alone)));
    const replies = await Promise.all(
      admins.map(({ id, email, ...admin }, n) =>
        admins[n]?.does("REST", "updateUser", { id, body: { name: admin.name, email, isAdmin: false } }),
      ),
    );
    expect(replies.filter((reply) => reply?.status === 200)).toHaveLength(4);
    expect(await countAdmins()).toBe(1);
  });

  it("is not deleted by somebody who saw a customer a moment ago", async () => {
    await alone.pool.query("update users set is_admin = false");
    const admin = await makeAdmin(alone);
    for (let round = 0; round < 10; round += 1) {
      const ada = await makeCustomer(alone);
      const [promoted, deleted] = await Promise.all([
        admin.does("REST", "updateUser", { id: ada.id, body: { name: "Ada", email: ada.email, isAdmin: true } }),
        admin.does("tRPC", "deleteUser", { id: ada.id }),
      ]);
      const { is_admin, deleted_at } = await storedUser(alone, ada.id);
      expect([promoted.status, deleted.status, is_admin, deleted_at === null]).toEqual(
        deleted.status === 200 ? [404, 200, false, false] : [200, 403, true, true],
      );
    }
  });
});

describe("the first administrator", () => {
  const empty = startTestShop();

  it("is made once in a database without accounts, however many instances start at once", async () => {
    expect((await empty.pool.query("select from users")).rowCount).toBe(0);
    const first = { email: " Boss@Example.com", password: goodPassword };
    await Promise.all(Array.from({ length: 5 }, () => ensureFirstAdmin(empty.db, first)));
    await ensureFirstAdmin(empty.db, { email: "second@example.com", password: goodPassword });
    const { rows } = await empty.pool.query("select email, is_admin from users");
    expect(rows).toEqual([{ email: "boss@example.com", is_admin: true }]);
    const client = new TestClient(empty);
    await client.rest("POST", "/api/users/auth", { email: "boss@example.com", password: goodPassword });
    expect((await client.does("tRPC", "listUsers")).status).toBe(200);
  });

  it("is not made where people are already", async () => {
    await empty.pool.query("delete from users");
    await makeCustomer(empty);
    await ensureFirstAdmin(empty.db, { email: "boss@example.com", password: goodPassword });
    expect((await empty.pool.query("select from users where is_admin")).rowCount).toBe(0);
  });
});
