import { settingFacts, settingOfVariable } from "@shop/shared/settings/setting-facts";
import {
  type SettingName,
  type Settings,
  type SettingsDetail,
  settingNames,
  specifiedSettings,
} from "@shop/shared/settings/settings";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { demoAccounts } from "../../src/demo/accounts.ts";
import { deleteOrphanedImages } from "../../src/domain/catalog/delete-orphaned-images.ts";
import { readOwnerSettings } from "../../src/env/owner-settings.ts";
import { allJobs } from "../../src/jobs/start-jobs.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { startMailServer } from "../harness/mail-server.ts";
import { orderOf, sendOrder } from "../harness/ordering.ts";
import { providerCredentials } from "../harness/secrets.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc, type Member, makeAdmin } from "../harness/test-client.ts";

const settings = { jwtSecret: issuer.jwtSecret };
const own = { settings, clientDir: makeClientDir(), isOwnersChoice: true, payments: undefined };
/** A shop of which the environment says nothing. */
const shop = startTestShop({ ...own, takesPayments: true });
/** Another instance of it. */
const other = startTestShop({ ...own, takesPayments: true, besides: shop });
/** An instance whose environment says some of it. */
const fixed = startTestShop({
  ...own,
  besides: shop,
  fixed: { shopName: "By the server" },
  locked: { shopName: "SHOP_NAME" },
});

let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
});

async function ask(procedure: string, body?: unknown, at = shop, who = admin) {
  const response = await fetch(`${at.origin}/trpc/admin.settings.${procedure}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", cookie: who.cookie },
  });
  return { status: response.status, body: fromTrpc(await response.json()) };
}

const detailSchema = z.custom<SettingsDetail>((value) => z.looseObject({ version: z.int() }).safeParse(value).success);
const read = async (at = shop) => detailSchema.parse((await ask("read", undefined, at)).body);
async function save(values: object, secrets: object = {}, at = shop) {
  const { version } = await read(at);
  return ask("save", { version, values, secrets }, at);
}
async function saved(values: object, secrets: object = {}) {
  const { status, body } = await save(values, secrets);
  expect(status, JSON.stringify(body)).toBe(200);
  return detailSchema.parse(body);
}

/** What an instance does five times a second. */
async function follow(at: typeof shop): Promise<void> {
  const job = allJobs(at.services).find(({ name }) => name === "settings");
  expect(job?.everyMs).toBeLessThan(250);
  await job?.run({ isStopping: () => false, onItemError: () => undefined, log: at.app.log });
}

const titleOf = async (at: typeof shop) =>
  /<meta property="og:site_name" content="([^"]*)"/.exec(await (await fetch(at.origin)).text())?.[1];
const pageSizeOf = async (at: typeof shop) => {
  const answer = await (await fetch(`${at.origin}/api/products`)).json();
  return z.object({ products: z.array(z.unknown()) }).parse(answer).products.length;
};

describe("The settings of a shop", () => {
  it("are those of the specification as long as nobody has saved any", async () => {
    expect(await read()).toEqual({ version: 0, values: specifiedSettings, locked: {}, secrets: [], savedAt: "" });
    expect(await titleOf(shop)).toBe("Lumen & Loom".replace("&", "&amp;"));
  });

  it("hold at once, and on another instance as soon as it looks, also for answers that it has cached", async () => {
    for (let n = 0; n < 4; n += 1) await makeProduct(shop.db, {});
    expect([await titleOf(other), await pageSizeOf(other)]).toEqual(["Lumen &amp; Loom", 4]);
    const { version } = await saved({ shopName: "Loom", pageSize: 3 });
    expect(version).toBe(1);
    expect([await titleOf(shop), await pageSizeOf(shop)]).toEqual(["Loom", 3]);
    await follow(other);
    expect([await titleOf(other), await pageSizeOf(other)]).toEqual(["Loom", 3]);
  });

  it("change what an order is placed by, without a restart", async () => {
    const product = await makeProduct(shop.db, { countInStock: 100 });
    const customer = await insertCustomer(shop.db);
    const place = async () => (await sendOrder(shop.origin, customer, orderOf([{ product, qty: 5 }]))).status;
    await saved({ unpaidUnitsMax: 7, handlingDaysMin: 0, handlingDaysMax: 0, transitDaysMin: 0, transitDaysMax: 0 });
    expect([await place(), await place()]).toEqual([201, 409]);
    await saved({ unpaidUnitsMax: 100 });
    expect(await place()).toBe(201);
    const { rows } = await shop.pool.query("select arrives_from from orders where arrives_from is not null");
    expect(rows).toEqual([]);
  });

  it.each([
    [{ shopName: " " }, /name/],
    [{ shopName: "x".repeat(61) }, /60/],
    [{ timeZone: "Mars/Olympus" }, /time zone/],
    [{ orderHoldSeconds: 0 }, /whole number/],
    [{ orderHoldSeconds: 1.5 }, /whole number/],
    [{ holidays: ["2026-02-30"] }, /days/],
    [{ mailFrom: "nobody" }, /address/],
    [{ payPalMerchantId: "short" }, /13/],
    [{ handlingDaysMin: 3, handlingDaysMax: 1 }, /fewest/i],
    [{ mailHost: "smtp.example.com", mailFrom: "" }, /address that mails come from/],
    [{ paymentMode: "sandbox" }, /client ID/],
  ])("are refused where they make no sense, and stay as they are: %j", async (values, message) => {
    const before = await read();
    const { status, body } = await save(values);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(message);
    expect(await read()).toEqual(before);
  });

  it("connect Stripe with two keys of one mode alone", async () => {
    const keys = (publishable: string, secret: string) =>
      save({ stripePublishableKey: publishable }, { stripeSecretKey: secret });
    for (const [publishable, secret, message] of [
      ["pk_test_1", "", /secret key as well/],
      ["pk_test_1", "marker-secret", /begins with sk_test_/],
      ["pk_test_1", "sk_live_marker", /One of the keys is for live payments/],
      ["pk_live_1", "sk_test_marker", /One of the keys is for live payments/],
    ] as const) {
      const { status, body } = await keys(publishable, secret);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(message)]);
    }
    await saved({ stripePublishableKey: "pk_test_1" }, { stripeSecretKey: "sk_test_marker" });
    expect(shop.services.payments.config.stripe?.mode).toBe("test");
    expect((await save({ stripePublishableKey: "pk_live_1" })).status).toBe(400);
    await saved({ stripePublishableKey: "" }, { stripeSecretKey: "" });
    expect(shop.services.payments.config.stripe).toBeNull();
  });

  it("are saved by two owners at once, but never over what one of them has not seen", async () => {
    const { version } = await read();
    const at = (values: object) => ask("save", { version, values });
    const answers = await Promise.all([at({ returnsDays: 14 }), at({ isReturnFree: true })]);
    // Both start from the same version: whichever loses the race is told so, or has touched something else.
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect((await at({ hasProductFeed: false })).status).toBe(200);
    expect((await at({ hasProductFeed: true })).status).toBe(409);
    expect((await read()).values.hasProductFeed).toBe(false);
    await saved({ returnsDays: 14, isReturnFree: true, hasProductFeed: true });
  });

  it("can be taken back to every version, of which each is named with who saved it and what", async () => {
    const before = await read();
    const after = await saved({ shopName: "Mistake", sellerName: "Nobody" });
    const restored = await ask("restore", { version: after.version, to: before.version });
    expect(restored.status).toBe(200);
    expect((await read()).values).toEqual(before.values);
    const [undone, mistake] = z.array(z.unknown()).parse((await ask("versions")).body);
    expect(mistake).toMatchObject({
      version: after.version,
      savedBy: expect.stringMatching(/^Buyer/),
      changed: ["shopName", "sellerName"],
    });
    expect(undone).toMatchObject({ version: after.version + 1, changed: ["shopName", "sellerName"] });
    expect((await ask("restore", { version: after.version, to: 0 })).status).toBe(409);
    expect((await ask("restore", { version: after.version + 1, to: 999 })).status).toBe(404);
  });

  it("show in the audit as they were before and are after", async () => {
    await saved({ shopName: "Loom & Co", holidays: ["2026-12-25", "2026-12-28"] });
    const { rows } = await shop.pool.query(
      "select subject, changes from admin_acts where entity = 'settings' order by created_at desc limit 1",
    );
    expect(rows[0].changes).toEqual({ shopName: ["Loom", "Loom & Co"], holidays: ["", "2026-12-25; 2026-12-28"] });
  });

  it("are never changed in the database, so that a version stays what it was", async () => {
    await expect(shop.pool.query("update settings_versions set settings = '{}'")).rejects.toThrow(/never changed/);
    await expect(shop.pool.query("delete from settings_versions")).rejects.toThrow(/never changed/);
  });

  it("of another release that this one does not understand are as specified, and do not stop it", async () => {
    const { version, values } = await read();
    const odd = { ...values, pageSize: "many", unknown: 1 };
    await shop.pool.query("insert into settings_versions (version, settings) values ($1, $2)", [version + 1, odd]);
    await follow(other);
    expect(other.services.settings.current.pageSize).toBe(12);
    expect(other.services.settings.current.shop.name).toBe("Loom & Co");
  });
});

describe("A setting that a variable of the server has set", () => {
  it("wins, is named, and cannot be changed, while the others can", async () => {
    await follow(fixed);
    const { locked, values } = await read(fixed);
    expect({ locked, name: values.shopName }).toEqual({ locked: { shopName: "SHOP_NAME" }, name: "By the server" });
    expect(await titleOf(fixed)).toBe("By the server");
    const refused = await save({ shopName: "Other" }, {}, fixed);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("SHOP_NAME")]);
    expect((await save({ shopName: "By the server", returnsDays: 21 }, {}, fixed)).status).toBe(200);
    expect((await read(fixed)).values).toMatchObject({ shopName: "By the server", returnsDays: 21 });
  });
});

/** Variables that set several settings at once. */
const sharedVariables = { SMTP_URL: "smtp://mail.example.com", PAYMENTS: "off", STRIPE_SECRET_KEY: "sk_test_1" };

/** Another value of every setting than the specified one, and how its variable says it. */
const others: { [Name in SettingName]: [value: Settings[Name], text: string] } = {
  shopName: ["Weaver", "Weaver"],
  isOpen: [false, "0"],
  guestPassword: ["sesame", ""],
  logo: ["/uploads/01a50000-0000-7000-8000-000000000001.webp", ""],
  accent: ["#7c3aed", "#7c3aed"],
  colorScheme: ["light", "light"],
  phoneColumns: ["2", ""],
  checkout: ["account", "account"],
  headline: ["Made to last", ""],
  announcement: ["Closed on Monday", ""],
  announcementFrom: ["2026-12-01", ""],
  announcementUntil: ["2026-12-24", ""],
  headerMenu: [[{ label: "Sale", to: "/search/sale" }], ""],
  footerMenu: [[{ title: "More", links: [{ label: "Blog", to: "https://example.com/blog" }] }], ""],
  mailTexts: [{ welcome: { subject: "Hi {name}", opening: "" } }, ""],
  timeZone: ["Asia/Tokyo", "Asia/Tokyo"],
  productPaths: ["name", "name"],
  sellerName: ["Weaver Ltd", "Weaver Ltd"],
  sellerAddress: [["1 Main St", "Springfield"], "1 Main St | Springfield"],
  sellerTaxId: ["TAX-1", "TAX-1"],
  handlingDaysMin: [0, "0"],
  handlingDaysMax: [3, "3"],
  transitDaysMin: [1, "1"],
  transitDaysMax: [9, "9"],
  holidays: [["2026-12-25", "2026-12-28"], "2026-12-25, 2026-12-28"],
  shippingCountries: [["DE", "AT"], "DE,AT"],
  paymentMethods: [["PayPal"], "PayPal"],
  payPalMethods: [["Venmo", "BLIK"], "Venmo,BLIK"],
  bankDetails: [["IBAN: DE02 1203 0000 0000 2020 51"], "IBAN: DE02 1203 0000 0000 2020 51"],
  cancelWindow: ["paid", "paid"],
  transferHoldDays: [3, "3"],
  orderHoldSeconds: [90, "90"],
  unpaidUnitsMax: [3, "3"],
  paymentMode: ["off", "off"],
  stripePublishableKey: ["", ""],
  isExpress: [false, "0"],
  discountShareMax: [30, "30"],
  giftCardYears: [5, "5"],
  discountMarginMin: [10, "10"],
  riskFrom: [500, "500"],
  riskDeclines: [3, "3"],
  isRiskByProvider: [true, "1"],
  payPalClientId: ["client", ""],
  payPalMerchantId: ["ABCDEFGHJ2345", ""],
  payPalWebhookId: ["HOOK", ""],
  mailHost: ["smtp.example.com", ""],
  mailPort: [465, ""],
  mailSecurity: ["tls", ""],
  mailUser: ["shop", ""],
  mailFrom: ["shop@example.com", "shop@example.com"],
  mailReplyTo: ["help@example.com", "help@example.com"],
  reviewInvitationDays: [7, "7"],
  hasQuestions: [false, "0"],
  returnsDays: [14, "14"],
  isReturnFree: [true, "1"],
  returnReasons: [["Too big", "Too small"], "Too big | Too small"],
  pageSize: [24, "24"],
  hasProductFeed: [false, "0"],
  adminSecondFactor: ["required", "required"],
};

describe.each(settingNames)("The setting %s", (name) => {
  const [value] = others[name];
  // What it takes to go with others.
  const besides = {
    ...(name === "mailHost" && { mailFrom: "shop@example.com" }),
    ...(name === "transitDaysMin" && { transitDaysMax: 9 }),
  };

  it("is changed here, seen on another instance, and undone", async () => {
    // One of them asks for it.
    await shop.pool.query("update sessions set has_second_factor = true where user_id = $1", [admin.id]);
    const before = await read();
    const { version } = await saved({ ...besides, [name]: value });
    await follow(other);
    expect(other.services.settings.values[name]).toEqual(value);
    if (version === before.version) return;
    expect((await ask("restore", { version, to: before.version })).status).toBe(200);
    await follow(other);
    expect(other.services.settings.values[name]).toEqual(before.values[name]);
  });

  it("is locked by its variable, which wins", () => {
    const [, text] = others[name];
    const [variable] = [...settingOfVariable].find(([, setting]) => setting === name) ?? [];
    const given: Record<string, string> = variable === undefined ? sharedVariables : { [variable]: text };
    const { fixed: set, locked } = readOwnerSettings(given);
    if (variable !== undefined) expect(set).toEqual({ [name]: value });
    const isLockable = settingFacts[name].variables.length > 0;
    expect(locked[name] !== undefined).toBe(isLockable);
  });
});

describe("The secrets of the settings", () => {
  it("are stored encrypted, shown to nobody, and gone when they are emptied", async () => {
    const password = "marker-password-of-a-mailbox";
    const { secrets } = await saved({}, { mailPassword: password });
    expect(secrets).toEqual(["mailPassword"]);
    for (const procedure of ["read", "versions"])
      expect(JSON.stringify((await ask(procedure)).body)).not.toContain(password);
    const everything = await shop.pool.query(
      "select (select json_agg(s) from setting_secrets s)::text || (select json_agg(a) from admin_acts a)::text as text",
    );
    expect(everything.rows[0].text).not.toContain(password);
    await follow(other);
    expect(other.services.settings.secrets).toEqual({ mailPassword: password });
    expect((await saved({}, { mailPassword: "" })).secrets).toEqual([]);
  });

  it("that were encrypted with another key count as absent", async () => {
    await shop.pool.query("insert into setting_secrets values ('mailPassword', 'AAAA')");
    await saved({ returnsDays: 22 });
    expect((await read()).secrets).toEqual([]);
    await shop.pool.query("delete from setting_secrets");
  });
});

describe("The mail server of an owner", () => {
  it("is used from the next mail on, and a test says what it answers", async () => {
    const server = await startMailServer();
    try {
      await saved({ mailHost: "127.0.0.1", mailPort: server.port, mailFrom: "hello@loom.example", shopName: "Loom" });
      expect(shop.services.mailer.mode).toBe("smtp");
      expect((await ask("testMail", {})).body).toEqual({ isFine: true });
      const [mail] = server.received;
      expect([mail?.recipient, mail?.subject]).toEqual([admin.email, "A test from Loom"]);
      server.refuse({ code: 550, message: "not today" });
      expect((await ask("testMail", {})).body).toMatchObject({ isFine: false, reason: expect.stringMatching(/550/) });
      await saved({ mailPort: 9 });
      expect((await ask("testMail", {})).body).toMatchObject({ isFine: false });
      await saved({ mailHost: "" });
      expect(shop.services.mailer.mode).toBe("local");
    } finally {
      await server.close();
    }
  });
});

describe("The payments of an owner", () => {
  const sandbox = { paymentMode: "sandbox", payPalClientId: providerCredentials.clientId };

  it("begin as soon as they are set, are tried out without money, and end as soon as they are switched off", async () => {
    expect((await ask("testPayments", {})).body).toMatchObject({ isFine: false });
    await saved(sandbox, { payPalClientSecret: "marker-wrong-secret" });
    expect((await ask("testPayments", {})).body).toMatchObject({
      isFine: false,
      reason: expect.stringMatching(/secret/),
    });
    await saved({}, { payPalClientSecret: providerCredentials.clientSecret });
    expect((await ask("testPayments", {})).body).toEqual({ isFine: true });
    const configOf = async () => (await fetch(`${shop.origin}/api/config/paypal`)).json();
    expect(await configOf()).toEqual({ clientId: providerCredentials.clientId });
    expect(shop.services.payments.config.mode).toBe("sandbox");
    await saved({ paymentMode: "off" });
    expect(await configOf()).toEqual({ clientId: "" });
  });

  it("move no real money without a merchant, nor where anybody knows the password of an account", async () => {
    const live = { ...sandbox, paymentMode: "live" };
    expect(JSON.stringify((await save(live)).body)).toMatch(/merchant ID/);
    const [account] = demoAccounts;
    const invented = { name: "Ada", email: account?.email, password: account?.password };
    const headers = { "content-type": "application/json" };
    await fetch(`${shop.origin}/api/users`, { method: "POST", headers, body: JSON.stringify(invented) });
    const complete = { ...live, payPalMerchantId: "ABCDEFGHJ2345" };
    expect(JSON.stringify((await save(complete)).body)).toContain(account?.email);
    await shop.pool.query("delete from mails");
    await shop.pool.query("update users set email = 'somebody@example.com' where email = $1", [account?.email]);
    expect((await save(complete)).status).toBe(200);
    expect(shop.services.payments.config).toMatchObject({ mode: "live", scriptBase: "https://www.paypal.com" });
    await saved({ paymentMode: "off" });
  });
});

describe("The look of a shop", () => {
  it("has the owner's accent in the page itself, and in its mails", async () => {
    expect(await (await fetch(shop.origin)).text()).not.toContain('id="shop-look"');
    await saved({ accent: "#7C3AED", shopName: "Loom" });
    expect(await (await fetch(shop.origin)).text()).toMatch(/<style id="shop-look">:root:root\{--shop-accent:#7c3aed;/);
    const server = await startMailServer();
    await saved({ mailHost: "127.0.0.1", mailPort: server.port, mailFrom: "hello@loom.example" });
    await ask("testMail", {});
    await saved({ mailHost: "", accent: specifiedSettings.accent });
    await server.close();
    expect(server.received[0]?.html).not.toContain("#8ab4ff");
  });

  it("has the owner's logo in the tab of the browser and for search engines, and keeps its image", async () => {
    const id = "01900000-0000-7000-8000-00000000abcd";
    const logo = `/uploads/${id}.webp`;
    const drawing = sharp({ create: { width: 300, height: 100, channels: 4, background: "#7c3aed" } });
    await shop.storage.write(`${id}.webp`, await drawing.webp().toBuffer());
    expect((await fetch(`${shop.origin}/logo/${id}.png`)).status).toBe(404);
    await saved({ logo });
    const page = await (await fetch(shop.origin)).text();
    expect(page).toContain(`<link rel="icon" href="/uploads/${id}-160.webp" type="image/webp">`);
    expect(page).toContain(`"logo":"http://localhost:3000${logo}"`);
    // Programs of mail and of chats show no WebP.
    expect(page).toContain(`<meta property="og:image" content="http://localhost:3000/logo/${id}-share.png">`);
    for (const [path, size] of [
      [`/logo/${id}.png`, { width: 288, height: 96 }],
      [`/logo/${id}-share.png`, { width: 1_200, height: 630 }],
    ] as const) {
      const answer = await fetch(shop.origin + path);
      expect([answer.status, answer.headers.get("content-type")], path).toEqual([200, "image/png"]);
      expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata(), path).toMatchObject({
        ...size,
        format: "png",
      });
    }
    const server = await startMailServer();
    await saved({ mailHost: "127.0.0.1", mailPort: server.port, mailFrom: "hello@loom.example" });
    await ask("testMail", {});
    await saved({ mailHost: "" });
    await server.close();
    expect(server.received[0]?.html).toContain(`<img src="http://localhost:3000/logo/${id}.png"`);
    await saved({ logo: "" });
    // Mails that were sent still show it.
    expect((await fetch(`${shop.origin}/logo/${id}.png`)).status).toBe(200);
    await deleteOrphanedImages(shop, 1);
    expect(await shop.storage.has(`${id}.webp`)).toBe(true);
  });

  it("is light, or what the device asks for, from the first paint on: on pages, and on those without scripts", async () => {
    const headOf = async (path: string) => (await (await fetch(shop.origin + path)).text()).split("</style>", 1)[0];
    const plain = "/unsubscribe?token=none";
    expect(await headOf("/")).toContain('<html lang="en" data-mantine-color-scheme="dark">');
    await saved({ colorScheme: "light" });
    expect(await headOf("/")).toMatch(/data-mantine-color-scheme="light">[\s\S]*"color-scheme" content="light"/);
    expect(await headOf(plain)).toMatch(/:root \{ --accent: #2563eb; color-scheme: light;/);
    await saved({ colorScheme: "system" });
    expect(await headOf("/")).toMatch(/data-scheme="system">[\s\S]*"color-scheme" content="dark light"/);
    expect(await headOf(plain)).toMatch(/prefers-color-scheme: light/);
    await saved({ colorScheme: "dark" });
  });

  it("refuses an accent on which white text is hard to read, and names the nearest that can be read", async () => {
    const { status, body } = await save({ accent: "#fbbf24" });
    expect(status).toBe(400);
    const nearest = /The nearest that can be read is (#[0-9a-f]{6})\./.exec(JSON.stringify(body))?.[1] ?? "";
    expect((await save({ accent: nearest })).status).toBe(200);
    await saved({ accent: specifiedSettings.accent });
  });

  it("announces what the owner says on its days alone", async () => {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const isAnnounced = async () => (await (await fetch(shop.origin)).text()).includes("Closed on Monday");
    await saved({ timeZone: "UTC", announcement: "Closed on Monday", announcementFrom: "", announcementUntil: "" });
    expect(await isAnnounced()).toBe(true);
    await saved({ announcementFrom: day(2) });
    expect(await isAnnounced()).toBe(false);
    await saved({ announcementFrom: day(-3), announcementUntil: day(-2) });
    expect(await isAnnounced()).toBe(false);
    await saved({ announcementUntil: day(2) });
    expect(await isAnnounced()).toBe(true);
    expect((await save({ announcementFrom: day(3) })).status).toBe(400);
    await saved({ announcement: "" });
    expect(await isAnnounced()).toBe(false);
  });
});

describe("The menus of a shop", () => {
  const menu = [{ label: "Our story", to: "/info/our-story" }];
  let owner: Member;
  beforeAll(async () => {
    owner = await makeAdmin(shop);
  });
  const versionOf = async () => (await read()).version;
  const saveMenus = async (member: Member, menus: object, version: number) =>
    member.trpc("mutation", "admin.menus.save", { headerMenu: [], footerMenu: [], ...menus, version });

  it("are changed by whoever writes the contents, who changes no other setting so, and are on every page", async () => {
    const manager = await makeAdmin(shop);
    await shop.pool.query("update users set role = 'manager' where id = $1", [manager.id]);
    const footerMenu = [{ title: "Follow us", links: [{ label: "Blog", to: "https://example.com" }] }];
    const input = { headerMenu: menu, footerMenu, shopName: "Mine", isOpen: false };
    const { status, body } = await saveMenus(manager, input, await versionOf());
    expect([status, body]).toMatchObject([200, { headerMenu: menu, footerMenu }]);
    const { values } = await read();
    expect(values).toMatchObject({ headerMenu: menu, footerMenu, isOpen: true });
    expect(values.shopName).not.toBe("Mine");
    await follow(other);
    expect(other.services.settings.values.headerMenu).toEqual(menu);
    expect(await (await fetch(shop.origin)).text()).toContain('"headerMenu":[{"label":"Our story"');
    expect((await manager.trpc("query", "admin.settings.read")).status).toBe(403);
    expect((await saveMenus(owner, {}, await versionOf())).status).toBe(200);
    expect(await (await fetch(shop.origin)).text()).not.toContain("headerMenu");
  });

  it("lead to paths of the shop and to encrypted sites alone, and are not overwritten unseen", async () => {
    const version = await versionOf();
    for (const to of ["javascript:alert(1)", "//example.com", "/\\example.com", "http://example.com", "", "data:,x"]) {
      const reply = await saveMenus(owner, { headerMenu: [{ label: "Bad", to }] }, version);
      expect(reply.status, to).toBe(400);
    }
    const many = Array.from({ length: 9 }, () => menu[0]);
    expect((await saveMenus(owner, { headerMenu: many }, version)).status).toBe(400);
    expect((await saveMenus(owner, { headerMenu: menu }, version)).status).toBe(200);
    expect(await saveMenus(owner, { headerMenu: [] }, version)).toMatchObject({ status: 409, code: "STALE" });
    await saveMenus(owner, {}, await versionOf());
  });
});
