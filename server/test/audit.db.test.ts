import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { z } from "zod";
import { startTestShop } from "./harness/shop.ts";
import { doors, type Member, makeAdmin, makeCustomer } from "./harness/visitors.ts";

const shop = startTestShop();

const actSchema = z.object({
  user_id: z.string(),
  act: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  subject: z.string(),
  changes: z.record(z.string(), z.unknown()),
});

/** What was written down about a record, oldest first. */
async function actsOn(entityId: string) {
  const { rows } = await shop.pool.query("select * from admin_acts where entity_id = $1 order by id", [entityId]);
  return z.array(actSchema).parse(rows);
}

async function countActs(): Promise<unknown> {
  return (await shop.pool.query("select count(*)::int as n from admin_acts")).rows[0];
}

it.each(doors)(
  "Every change of an account through %s is written down once, with who made it and what it was",
  async (door) => {
    const [admin, colleague] = [await makeAdmin(shop), await makeAdmin(shop)];
    const ada = await makeCustomer(shop, { name: "Ada" });
    const email = `${uuidv7()}@example.com`;
    const update = (by: Member, body: object) => by.does(door, "updateUser", { id: ada.id, body });
    await update(admin, { name: "Ada", email, isAdmin: true });
    await update(colleague, { name: "Countess", email, isAdmin: false });
    await update(colleague, { name: "Countess", email, isAdmin: false });
    await admin.does(door, "deleteUser", { id: ada.id });
    const about = { entity: "user", entity_id: ada.id };
    expect(await actsOn(ada.id)).toEqual([
      {
        ...{ ...about, user_id: admin.id, act: "updated", subject: "Ada" },
        changes: { email: [ada.email, email], isAdmin: [false, true] },
      },
      {
        ...{ ...about, user_id: colleague.id, act: "updated", subject: "Countess" },
        changes: { name: ["Ada", "Countess"], isAdmin: [true, false] },
      },
      { ...about, user_id: colleague.id, act: "updated", subject: "Countess", changes: {} },
      { ...about, user_id: admin.id, act: "deleted", subject: "Countess", changes: {} },
    ]);
  },
);

it.each(doors)("What is refused through %s leaves nothing written down", async (door) => {
  const [admin, colleague] = [await makeAdmin(shop), await makeAdmin(shop)];
  const [ada, taken] = [await makeCustomer(shop), await makeCustomer(shop)];
  const good = { name: "Ada", email: ada.email, isAdmin: false };
  const before = await countActs();
  for (const [id, body, code] of [
    [ada.id, { ...good, email: taken.email }, "EMAIL_TAKEN"],
    [ada.id, { ...good, name: " " }, "VALIDATION"],
    [ada.id, { ...good, version: 99 }, "STALE"],
    [uuidv7(), good, "NOT_FOUND"],
  ] as const) {
    expect(await admin.does(door, "updateUser", { id, body })).toMatchObject({ code });
  }
  expect(await admin.does(door, "deleteUser", { id: colleague.id })).toMatchObject({ code: "FORBIDDEN" });
  expect(await ada.does(door, "deleteUser", { id: taken.id })).toMatchObject({ code: "FORBIDDEN" });
  expect(await countActs()).toEqual(before);
});

it("An act that cannot be written down does not happen", async () => {
  const admin = await makeAdmin(shop);
  const ada = await makeCustomer(shop);
  await shop.pool.query("alter table admin_acts add constraint none check (false) not valid");
  try {
    expect((await admin.does("REST", "deleteUser", { id: ada.id })).status).toBe(500);
    const body = { name: "Changed", email: ada.email, isAdmin: false };
    expect((await admin.does("tRPC", "updateUser", { id: ada.id, body })).status).toBe(500);
  } finally {
    await shop.pool.query("alter table admin_acts drop constraint none");
  }
  expect(await admin.does("REST", "readUser", { id: ada.id })).toMatchObject({ body: { name: ada.name, version: 1 } });
});

it("Administrators who change each other and delete customers at once do not stop each other", async () => {
  const [one, two] = [await makeAdmin(shop, { name: "One" }), await makeAdmin(shop, { name: "Two" })];
  for (let round = 0; round < 10; round += 1) {
    const ada = await makeCustomer(shop);
    const rename = (by: Member, whom: Member) => {
      whom.email = `${uuidv7()}@example.com`;
      return by.does("REST", "updateUser", { id: whom.id, body: { name: "New", email: whom.email, isAdmin: true } });
    };
    const replies = await Promise.all([
      rename(one, two),
      rename(two, one),
      one.does("tRPC", "deleteUser", { id: ada.id }),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
  }
});
