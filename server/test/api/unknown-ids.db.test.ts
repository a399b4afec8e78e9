import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { procedures } from "../harness/access-matrix.ts";
import { seedEverythingOf } from "../harness/everything-of.ts";
import { fieldsOf, procedureInputs } from "../harness/input-schemas.ts";
import { openIds } from "../harness/nasty-calls.ts";
import { sampleOf } from "../harness/sample-input.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer } from "../harness/test-client.ts";

const shop = startTestShop();
const unknownId = "01900000-0000-7000-8000-0000000000ee";

/** Their ids are no rows of the shop, or what is gone already is answered as done. */
const ofNothing = new Set([
  ...["catalog.recommended", "order.expressPayer", "admin.staff.revoke"],
  ...["account.signInWithPasskey", "account.confirmWithPasskey", "account.passkeys.add"],
  ...["admin.rehearsals.start", "admin.rehearsals.outcome"],
]);

let admin: Member;
let otherCustomer: Member;
let ids: Awaited<ReturnType<typeof openIds>>;
beforeAll(async () => {
  admin = await makeAdmin(shop);
  await seedEverythingOf(shop, await makeCustomer(shop), admin);
  otherCustomer = await makeCustomer(shop);
  ids = await openIds(shop);
});

/** The procedures about one thing, with what says which, and with their whole input. */
const ofOneThing = procedureInputs()
  .filter(({ name }) => !ofNothing.has(name))
  .filter(({ inputs: [first] }) => first !== undefined && fieldsOf(first).some(({ path }) => path === ".id"))
  .map(({ name, inputs }) => {
    const samples = inputs.map((schema) =>
      sampleOf(
        z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
        () => unknownId,
        () => undefined,
      ),
    );
    return { name, subject: samples[0], whole: Object.assign({}, ...samples) };
  });

async function statusOf(name: string, input: unknown, who = admin): Promise<number> {
  return (await who.trpc(procedures[name]?.type ?? "query", name, input)).status;
}

it.each(ofOneThing)(
  "$name refuses an unknown id with 404, whether the rest of its input is valid or not",
  async (call) => {
    expect(await statusOf(call.name, call.subject), JSON.stringify(call.subject)).toBe(404);
    expect(await statusOf(call.name, call.whole), JSON.stringify(call.whole)).toBe(404);
  },
);

it.each(ofOneThing)("$name refuses what is no id at all as unknown or malformed", async ({ name, whole }) => {
  for (const id of ["nothing", "2026-02-31T25:61:00Z", "a\u0000b", ""]) {
    expect([400, 404], JSON.stringify(id)).toContain(await statusOf(name, { ...whole, id }));
  }
});

it.each(ofOneThing.filter(({ name }) => /^(order|account)\./.test(name)))(
  "$name refuses what is somebody else's as it refuses what is unknown",
  async ({ name, whole }) => {
    const id = ids(name)("id");
    expect(id).not.toBe(unknownId);
    expect(await statusOf(name, { ...whole, id }, otherCustomer), id).toBe(404);
  },
);
