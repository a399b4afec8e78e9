import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { deleteUnusedGuests } from "../../src/domain/account/guest-customer.ts";
import { writeResetMails } from "../../src/domain/account/write-reset-mails.ts";
import { SoftPasskey } from "../harness/authenticator.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { startMailing } from "../harness/mailing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { orderOf } from "../harness/ordering.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import {
  goodPassword,
  isSignedIn,
  type Member,
  makeAdmin,
  makeCustomer,
  type Reply,
  signedInSchema,
  TestClient,
} from "../harness/test-client.ts";

const shop = startTestShop();
const mailing = startMailing(shop);
const other = startTestShop({ besides: shop });
const strict = startTestShop({ fixed: { checkout: "account" } });
const limited = startTestShop({
  settings: { limits: { ...wideLimits, registerPerAddress: { points: 2, seconds: 60 } } },
});
const silent = startTestShop({ mail: { server: undefined, isShownHere: false, host: "localhost" } });

const guestSchema = signedInSchema.extend({ isGuest: z.literal(true) });
const orderSchema = z.looseObject({ _id: z.uuid(), user: z.object({ name: z.string(), email: z.string() }) });
type Guest = TestClient & { id: string; email: string };

const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);
const browser = () => new TestClient(shop);

let made = 0;
let email: string;
let productId: string;
beforeEach(async () => {
  made += 1;
  email = `guest-${made}@example.com`;
  const terms = { brandId: await makeBrand(shop.db, `B${made}`), categoryId: await makeCategory(shop.db, `C${made}`) };
  productId = await makeProduct(shop.db, { ...terms, countInStock: 50 });
});

const enterAt = (at: typeof shop, address: string) =>
  new TestClient(at).trpc("mutation", "account.continueAsGuest", { name: "Ada", email: address });

async function enter(address = email, client = browser()): Promise<Guest> {
  const reply = await client.trpc("mutation", "account.continueAsGuest", { name: "Ada", email: address });
  const { _id } = guestSchema.parse(reply.body);
  return Object.assign(client, { id: _id, email: address });
}

async function buy(client: TestClient): Promise<string> {
  const reply = await client.rest("POST", "/api/orders", orderOf([{ product: productId, qty: 1 }]));
  expect(outcomeOf(reply)).toBe("201");
  return orderSchema.parse(reply.body)._id;
}

/** The token of the link in the mail about an order. */
async function linkTo(orderId: string): Promise<string> {
  await shop.pool.query("update mails set send_at = now() where order_id = $1 and status = 'waiting'", [orderId]);
  const { arrived } = await mailing.sendDue();
  const [, token = ""] = /open-order#token=(\S+)/.exec(arrived.map(({ text }) => text).join("\n")) ?? [];
  expect(token).not.toBe("");
  return token;
}

const open = (token: string, client = browser()) => client.trpc("mutation", "account.openOrder", { token });
const ordersOf = async (client: TestClient) =>
  z
    .array(orderSchema)
    .parse((await client.rest("GET", "/api/orders/mine")).body)
    .map(({ _id }) => _id);
const readOrder = async (client: TestClient, id: string) => outcomeOf(await client.rest("GET", `/api/orders/${id}`));

/** The owner of a mailbox gets a new password by a code in a mail. */
async function choosePassword(address: string, password = "another horse 2"): Promise<string> {
  await browser().rest("POST", "/api/users/password-reset", { email: address });
  await writeResetMails(shop.db, expectNoItemError);
  const { arrived } = await mailing.sendAll();
  const mail = arrived.find(({ recipient, subject }) => recipient === address && /code/i.test(subject));
  const [, code = ""] = /^ {4}(\d{8})$/m.exec(mail?.text ?? "") ?? [];
  return outcomeOf(
    await browser().rest("POST", "/api/users/password-reset/confirm", { email: address, code, password }),
  );
}

const signIn = (address: string, password: string, client = browser()) =>
  client.rest("POST", "/api/users/auth", { email: address, password });

describe("a guest customer", () => {
  it("buys with a name and an e-mail, sees that order on every instance, and gets mails with a link to it", async () => {
    const guest = await enter();
    const order = await buy(guest);
    expect(await readOrder(guest, order)).toBe("200");
    const elsewhere = new TestClient(other);
    for (const [name, value] of guest.cookies) elsewhere.cookies.set(name, value);
    expect(await readOrder(elsewhere, order)).toBe("200");
    expect((await guest.rest("GET", "/api/users/profile")).body).toMatchObject({
      email,
      isGuest: true,
      isAdmin: false,
    });
    const reader = browser();
    expect((await open(await linkTo(order), reader)).body).toMatchObject({
      orderId: order,
      signedIn: { isGuest: true },
    });
    expect(await readOrder(reader, order)).toBe("200");
  });

  it("sees nothing of an account with the same e-mail, nor of other guests with it, and they nothing of this one", async () => {
    const member = await makeCustomer(shop, { email });
    const ofMember = await buy(member);
    const first = await enter();
    const ofFirst = await buy(first);
    const second = await enter();
    for (const order of [ofMember, ofFirst]) expect(await readOrder(second, order)).toBe("404 NOT_FOUND");
    expect(await ordersOf(second)).toEqual([]);
    expect(await ordersOf(first)).toEqual([ofFirst]);
    expect(await ordersOf(member)).toEqual([ofMember]);
    expect(await readOrder(member, ofFirst)).toBe("404 NOT_FOUND");
  });

  it("learns nothing of whether there is an account: the answers are the same", async () => {
    await makeCustomer(shop, { email });
    const shapeOf = async (address: string) => {
      const reply = await browser().trpc("mutation", "account.continueAsGuest", { name: "Ada", email: address });
      const { _id, expirationTime, email: _email, ...rest } = guestSchema.parse(reply.body);
      return { status: reply.status, rest };
    };
    expect(await shapeOf(email)).toEqual(await shapeOf(`nobody-${email}`));
  });

  it("cannot do what needs an account, and signs in to none", async () => {
    const guest = await enter();
    const calls: [kind: "query" | "mutation", procedure: string, input?: object][] = [
      ["mutation", "account.updateProfile", { name: "Eve", email: `eve-${email}`, password: goodPassword }],
      ["mutation", "account.reauthenticate", { password: goodPassword }],
      ["query", "account.emailConfirmation"],
      ["mutation", "account.sendEmailConfirmation"],
      ["query", "account.staffInvitation"],
      ["mutation", "account.acceptStaffInvitation"],
      ["mutation", "account.beginPasskeyConfirmation"],
      ["mutation", "review.create", { productId, rating: 5, comment: "Fine" }],
      ["mutation", "question.ask", { productId, text: "Is it heavy?" }],
      ["query", "admin.users.page", {}],
    ];
    for (const [kind, procedure, input] of calls) {
      expect(outcomeOf(await guest.trpc(kind, procedure, input)), procedure).toBe("403 FORBIDDEN");
    }
    expect(outcomeOf(await guest.rest("PUT", "/api/users/profile", { name: "Eve", email }))).toBe("403 FORBIDDEN");
    expect(outcomeOf(await guest.rest("POST", "/api/users/reauth", { password: "" }))).toBe("403 FORBIDDEN");
    for (const password of ["", goodPassword]) expect((await signIn(email, password)).status).not.toBe(200);
  });

  it("does not make the browser a known device of the account with the e-mail", async () => {
    const guest = await enter();
    expect([...guest.cookies.keys()]).toEqual(["session"]);
  });

  it("is not let in where the shop wants an account, or sends no mails", async () => {
    for (const closed of [strict, silent]) {
      const reply = await new TestClient(closed).trpc("mutation", "account.continueAsGuest", { name: "Ada", email });
      expect(outcomeOf(reply)).toBe("403 FORBIDDEN");
    }
  });

  it("takes the place of whoever was signed in before, and is refused without a name or an e-mail", async () => {
    const member = await makeCustomer(shop);
    const before = member.copy();
    await enter(email, member);
    expect(await isSignedIn(before)).toBe(false);
    for (const body of [{ name: "", email }, { name: "Ada", email: "nobody" }, { name: "Ada" }]) {
      expect(outcomeOf(await browser().trpc("mutation", "account.continueAsGuest", body))).toBe("400 VALIDATION");
    }
  });
});

describe("a link to an order", () => {
  it("works again for thirty days, and for nothing else", async () => {
    const order = await buy(await enter());
    const token = await linkTo(order);
    expect([outcomeOf(await open(token)), outcomeOf(await open(token))]).toEqual(["200", "200"]);
    for (const procedure of ["account.confirmEmail", "account.restoreEmail"]) {
      expect(outcomeOf(await browser().trpc("mutation", procedure, { token }))).toBe("400 INVALID_LINK");
    }
    const [head = "", body = "", signature = ""] = token.split(".");
    const claims = z.looseObject({ exp: z.number() }).parse(JSON.parse(Buffer.from(body, "base64url").toString()));
    expect(Math.round((claims.exp - Date.now() / 1_000) / 86_400)).toBe(30);
    const altered = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString("base64url");
    for (const wrong of ["", "abc", `${head}.${altered}.${signature}`]) {
      expect(outcomeOf(await open(wrong))).toBe("400 INVALID_LINK");
    }
  });

  it("is of no use once it is revoked, which later mails are not", async () => {
    const guest = await enter();
    const order = await buy(guest);
    const token = await linkTo(order);
    expect((await guest.trpc("mutation", "account.revokeOrderLinks")).status).toBe(200);
    expect(outcomeOf(await open(token))).toBe("400 INVALID_LINK");
    const later = await buy(guest);
    expect(outcomeOf(await open(await linkTo(later)))).toBe("200");
  });

  it("is of no use once the customer is deleted, by themselves or by an administrator", async () => {
    const guest = await enter();
    const token = await linkTo(await buy(guest));
    expect((await guest.rest("DELETE", "/api/users/profile")).status).toBe(200);
    expect(outcomeOf(await open(token))).toBe("400 INVALID_LINK");
    const second = await enter();
    const next = await linkTo(await buy(second));
    const admin = await makeAdmin(shop);
    expect((await admin.rest("DELETE", `/api/users/${second.id}`)).status).toBe(200);
    expect(outcomeOf(await open(next))).toBe("400 INVALID_LINK");
    expect(await isSignedIn(second)).toBe(false);
  });

  it("opens nothing for whoever is signed in with another e-mail, and leaves them signed in", async () => {
    const order = await buy(await enter());
    const another = await makeCustomer(shop);
    expect(outcomeOf(await open(await linkTo(order), another))).toBe("403 FORBIDDEN");
    expect(await readOrder(another, order)).toBe("404 NOT_FOUND");
    expect(await isSignedIn(another)).toBe(true);
  });

  it("moves the order into the account with the e-mail for whoever is signed in to it, and ends the guest", async () => {
    const member = await makeCustomer(shop, { email });
    const guest = await enter();
    const order = await buy(guest);
    const token = await linkTo(order);
    expect((await open(token, member)).body).toEqual({ orderId: order });
    expect(await ordersOf(member)).toEqual([order]);
    expect(await isSignedIn(guest)).toBe(false);
    expect(outcomeOf(await open(token))).toBe("400 INVALID_LINK");
  });
});

describe("an order of a guest", () => {
  it("joins the account with the e-mail when its owner proves the mailbox, and never before", async () => {
    const member = await makeCustomer(shop, { email });
    const guest = await enter();
    const order = await buy(guest);
    expect(await ordersOf(member)).toEqual([]);
    expect(await choosePassword(email)).toBe("200");
    const owner = browser();
    expect((await signIn(email, "another horse 2", owner)).status).toBe(200);
    expect(await ordersOf(owner)).toEqual([order]);
    expect(await isSignedIn(guest)).toBe(false);
  });

  it("joins the account when its owner confirms the address, and not when somebody else has registered with it", async () => {
    const proof = async () => {
      const { arrived } = await mailing.sendAll();
      const text = arrived.filter(({ recipient }) => recipient === email).map((mail) => mail.text);
      return /confirm-email#(?:\S*&)?token=([^\s&]+)/.exec(text.join("\n"))?.[1] ?? "";
    };
    const registered = await makeCustomer(shop, { email });
    const token = await proof();
    const guest = await enter();
    const order = await buy(guest);
    // The owner of the mailbox wonders about the mail, and presses its button where nobody is signed in, or as a guest.
    for (const client of [browser(), guest]) {
      expect(outcomeOf(await client.rest("POST", "/api/users/email/confirm", { token }))).toBe("200");
    }
    expect(await ordersOf(registered)).toEqual([]);
    expect(await ordersOf(guest)).toEqual([order]);
    expect(outcomeOf(await registered.rest("POST", "/api/users/email/confirm", { token }))).toBe("200");
    expect(await ordersOf(registered)).toEqual([order]);
  });

  it("joins the account in whose browser a link of the mail was opened before the sign-in", async () => {
    await makeCustomer(shop, { email });
    const order = await buy(await enter());
    const here = browser();
    await open(await linkTo(order), here);
    expect((await signIn(email, goodPassword, here)).status).toBe(200);
    expect(await ordersOf(here)).toEqual([order]);
    // Without the link, the browser shows nothing of the mailbox.
    const unproven = await enter();
    await buy(unproven);
    expect((await signIn(email, goodPassword, unproven)).status).toBe(200);
    expect(await ordersOf(unproven)).toEqual([order]);
  });

  it("is kept with messages and mails however often and at once it is joined", async () => {
    const member = await makeCustomer(shop, { email });
    const guest = await enter();
    const order = await buy(guest);
    const said = await guest.trpc("mutation", "order.sendMessage", { id: order, text: "When?" });
    expect(outcomeOf(said)).toBe("200");
    const token = await linkTo(order);
    const replies = await Promise.all([1, 2, 3, 4].map(() => open(token, member.copy())));
    expect(replies.map(outcomeOf).filter((outcome) => outcome === "200")).toHaveLength(1);
    expect(await ordersOf(member)).toEqual([order]);
    const { rows } = await shop.pool.query(
      `select (select count(*) from order_messages where user_id = $1)::int as messages,
         (select count(*) from mails where user_id = $2)::int as left`,
      [member.id, guest.id],
    );
    expect(rows).toEqual([{ messages: 1, left: 0 }]);
  });

  it("is lost by no order that is placed while the guest is joined", async () => {
    const member = await makeCustomer(shop, { email });
    const guest = await enter();
    const token = await linkTo(await buy(guest));
    const placed = Promise.all(
      [1, 2, 3, 4, 5].map(() => guest.rest("POST", "/api/orders", orderOf([{ product: productId, qty: 1 }]))),
    );
    await open(token, member);
    const orders = (await placed).flatMap(({ status, body }) => (status === 201 ? [orderSchema.parse(body)._id] : []));
    const { rows } = await shop.pool.query("select id from orders where user_id = $1", [guest.id]);
    const lost = rows.map(({ id }) => String(id)).filter((id) => orders.includes(id));
    expect(lost).toEqual([]);
    expect((await ordersOf(member)).toSorted()).toEqual(expect.arrayContaining(orders.toSorted()));
  });
});

describe("a guest who wants an account", () => {
  it("gets one by a passkey, with the order, and signs in with it", async () => {
    const guest = await enter();
    const order = await buy(guest);
    const begun = await guest.trpc("mutation", "account.passkeys.begin");
    const creation = z
      .object({ challenge: z.string(), user: z.object({ id: z.string() }), rp: z.object({ id: z.string() }) })
      .parse(begun.body);
    const passkey = new SoftPasskey("http://localhost:3000");
    expect(outcomeOf(await guest.trpc("mutation", "account.passkeys.add", passkey.create(creation)))).toBe("200");
    expect((await guest.rest("GET", "/api/users/profile")).body).not.toHaveProperty("isGuest");
    expect(await ordersOf(guest)).toEqual([order]);
    expect(outcomeOf(await browser().rest("POST", "/api/users", { name: "Eve", email, password: goodPassword }))).toBe(
      "409 EMAIL_TAKEN",
    );
  });

  it("gets none by a passkey where an account has the e-mail, and keeps the order", async () => {
    await makeCustomer(shop, { email });
    const guest = await enter();
    const order = await buy(guest);
    expect(outcomeOf(await guest.trpc("mutation", "account.passkeys.begin"))).toBe("409 EMAIL_TAKEN");
    expect(await ordersOf(guest)).toEqual([order]);
  });

  it("gets one by a password with the code of a mail, with the orders of all guests with the e-mail", async () => {
    const orders = [await buy(await enter()), await buy(await enter())];
    const token = await linkTo(orders[1] ?? "");
    expect(await choosePassword(email)).toBe("200");
    const owner = browser();
    expect((await signIn(email, "another horse 2", owner)).body).not.toHaveProperty("isGuest");
    expect((await ordersOf(owner)).toSorted()).toEqual(orders.toSorted());
    expect(outcomeOf(await open(token))).toBe("400 INVALID_LINK");
  });
});

describe("what the shop keeps of guests", () => {
  const passDays = (id: string, days: number) =>
    shop.pool.query("update users set created_at = now() - $2 * interval '1 day' where id = $1", [id, days]);

  it("goes after a day for those who never bought, with their sessions and addresses, and stays for others", async () => {
    const [unused, fresh, customer] = [await enter(), await enter(), await enter()];
    const address = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
    expect((await unused.rest("POST", "/api/users/profile/addresses", address)).status).toBe(201);
    await buy(customer);
    for (const { id } of [unused, customer]) await passDays(id, 1.1);
    expect(await deleteUnusedGuests(shop.db)).toBe(1);
    const { rows } = await shop.pool.query("select id from users where id = any($1)", [
      [unused.id, fresh.id, customer.id],
    ]);
    expect(rows.map(({ id }) => String(id)).toSorted()).toEqual([fresh.id, customer.id].toSorted());
    expect(await isSignedIn(unused)).toBe(false);
    expect(await isSignedIn(fresh)).toBe(true);
  });

  it("can be downloaded and deleted by them, and is seen and corrected by administrators, which revokes the links", async () => {
    const guest = await enter();
    const order = await buy(guest);
    const token = await linkTo(order);
    const data = await guest.rest("GET", "/api/users/profile/data");
    expect(JSON.stringify(data.body)).toContain(email);
    const admin: Member = await makeAdmin(shop);
    const read = await admin.rest("GET", `/api/users/${guest.id}`);
    expect(read.body).toMatchObject({ email, isAdmin: false });
    const asAdmin = { name: "Ada", email, isAdmin: true };
    expect(outcomeOf(await admin.rest("PUT", `/api/users/${guest.id}`, asAdmin))).toBe("400 VALIDATION");
    const corrected = { name: "Ada L.", email: `right-${email}`, isAdmin: false };
    expect(outcomeOf(await admin.rest("PUT", `/api/users/${guest.id}`, corrected))).toBe("200");
    expect(outcomeOf(await open(token))).toBe("400 INVALID_LINK");
    expect((await guest.rest("DELETE", "/api/users/profile")).status).toBe(200);
    expect(await isSignedIn(guest)).toBe(false);
    expect(await readOrder(admin, order)).toBe("200");
  });

  it("counts towards the limit of new accounts from one address", async () => {
    const tries = [1, 2, 3].map((n) => enterAt(limited, `limited-${n}@example.com`));
    const outcomes = (await Promise.all(tries)).map(outcomeOf);
    expect(outcomes.toSorted()).toEqual(["200", "200", "429 RATE_LIMITED"]);
  });
});
