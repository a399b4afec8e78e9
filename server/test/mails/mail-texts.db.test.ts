import { editableMails, fillIn, placeholdersOf } from "@shop/shared/mail-texts";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { mails } from "../../src/db/schema/mails.ts";
import { sampleMail, sampleValues } from "../../src/domain/mail/sample-mail.ts";
import { makeOrder } from "../harness/factories.ts";
import { startMailing } from "../harness/mailing.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin, makeCustomer } from "../harness/test-client.ts";

const shop = startTestShop();
const other = startTestShop({ besides: shop });
const mailing = startMailing(shop);
const versionSchema = z.looseObject({ version: z.int(), mailTexts: z.looseObject({}) });
let owner: Member;
beforeAll(async () => {
  owner = await makeAdmin(shop);
});

const read = async () => versionSchema.parse((await owner.trpc("query", "admin.mailTexts.read")).body);
const put = async (texts: object, member = owner) =>
  member.trpc("mutation", "admin.mailTexts.save", { ...texts, version: (await read()).version });
const words = {
  kind: "payment received",
  subject: "{name}, order {order} of {total} at {shop}",
  opening: "One.\n\nTwo {order}.",
};

describe("The owner's words of mails", () => {
  it("are in the mails that are sent, with what their placeholders stand for; without them the specified ones are", async () => {
    const customer = await makeCustomer(shop, { name: "Ada" });
    await shop.pool.query("update users set proven_at = now() where id = $1", [customer.id]);
    const orderId = await makeOrder(shop.db, { userId: customer.id, customerName: "Ada", stepsDone: 1 });
    const number = orderId.slice(-5);
    const send = async () => {
      await shop.pool.query("delete from mails");
      const mail = { kind: "payment received" as const, userId: customer.id, recipient: customer.email, orderId };
      await shop.db.insert(mails).values(mail);
      return (await mailing.sendDue()).arrived[0];
    };
    expect((await put(words)).status).toBe(200);
    const own = await send();
    expect(own?.subject).toMatch(new RegExp(`^Ada, order ${number} of \\$[\\d.]+ at Test Shop$`));
    for (const text of ["Hello Ada,</p>", "One.</p>", `Two ${number}.</p>`]) expect(own?.html).toContain(text);
    expect(own?.html).not.toContain("We have received your payment of");
    expect((await put({ ...words, subject: "", opening: "" })).status).toBe(200);
    const specified = await send();
    expect(specified?.subject).toBe(`Your receipt for order ${number}`);
    expect(specified?.html).toContain("We have received your payment of");
    expect((await read()).mailTexts).toEqual({});
  });

  it("have no placeholder that the mail does not have, and neither HTML nor another header", async () => {
    const wrong = [
      ["subject", "{amount}"],
      ["opening", "Dear {customer},"],
      ["opening", "{}"],
      ["subject", "{Name}"],
    ] as const;
    for (const [part, text] of wrong) {
      expect(complaintsOf(await put({ ...words, [part]: text })), text).toEqual([part]);
    }
    expect((await put({ kind: "refund made", subject: "{amount}", opening: "" })).status).toBe(200);
    const tried = { ...words, subject: "A\nBcc: evil@example.com", opening: "<img src=x onerror=alert(1)>" };
    const { body } = await owner.trpc("query", "admin.mailTexts.preview", tried);
    expect(body).toMatchObject({ subject: "A Bcc: evil@example.com" });
    expect(JSON.stringify(body)).not.toContain("<img src=x");
  });

  it("of one mail stay when another one's are saved through another instance right afterwards", async () => {
    const elsewhere = await makeAdmin(other);
    const kinds = ["refund made", "order delivered"] as const;
    for (const [place, kind] of kinds.entries()) {
      const member = place === 0 ? owner : elsewhere;
      expect((await put({ kind, subject: `About ${kind}`, opening: "" }, member)).status).toBe(200);
    }
    const { mailTexts } = await read();
    for (const kind of kinds) expect(mailTexts[kind]).toMatchObject({ subject: `About ${kind}` });
  });

  it("are sent to whoever tries them, and are not changed by whoever does not write the contents", async () => {
    expect((await owner.trpc("mutation", "admin.mailTexts.test", words)).body).toEqual({ isFine: true });
    const support = await makeAdmin(shop);
    await shop.pool.query("update users set role = 'support' where id = $1", [support.id]);
    expect((await put(words, support)).status).toBe(403);
  });

  it.each(editableMails)(
    "replace the sentence below the greeting of “%s”, whose placeholders all stand for something",
    (kind) => {
      const [greeting, opening] = sampleMail(kind, shop.services.shop).blocks;
      expect(greeting).toEqual({ is: "text", text: "Hello Ada Lovelace," });
      expect(opening?.is).toBe("text");
      for (const name of placeholdersOf(kind)) {
        expect(fillIn(`{${name}}`, sampleValues(shop.services.shop))).not.toContain("{");
      }
    },
  );
});
