import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { toMailerSettings, toPaymentSettings } from "../../src/domain/settings/providers.ts";
import { SettingsReader } from "../../src/domain/settings/settings-reader.ts";
import { envNames, findEnvProblems, readEnv } from "../../src/env/read-env.ts";
import { EnvError } from "../../src/env/variables.ts";

const example = readFileSync(join(fileURLToPath(import.meta.url), "../../../../.env.example"), "utf8");
/** The variables of the example in their order, each with the comment right above it. */
const documented = [...example.matchAll(/^# (.+)\n([A-Z][A-Z0-9_]+)="?(.*?)"?$/gm)].map(
  ([, comment = "", name = "", value = ""]) => ({ comment, name, value }),
);
const secret = "0123456789abcdef0123456789abcdef";
const PUBLIC_ORIGIN = "https://shop.example.com";
/** What production needs; it is the default, so nothing says it. */
const required = { DATABASE_URL: "postgres://u:p@db/shop", JWT_SECRET: secret, PUBLIC_ORIGIN };
const production = { NODE_ENV: "production", ...required };

/** The settings of a checkout, unless the variables say production. */
const read = (variables: Record<string, string>, reader?: "shop" | "tool") =>
  readEnv({ NODE_ENV: "development", ...variables }, reader);

/** What the shop is and does by these variables, as long as its owner has set nothing. */
function ownedBy(variables: Record<string, string>) {
  const { owner, publicOrigin: origin } = read(variables);
  const { values: settings, current } = new SettingsReader({ ...owner, origin, secret });
  const mail = toMailerSettings(settings, {}, owner.mail);
  return { ...current, mail, payments: owner.payments ?? toPaymentSettings(settings, {}, owner.sandbox) };
}

/** The one line that a wrong setting ends the start with. */
function complaint(variables: Record<string, string>): string {
  try {
    read(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    return error instanceof Error ? error.message : "";
  }
  return "";
}

describe(".env.example", () => {
  it("names every variable once with what it means, and no other", () => {
    expect(documented.map(({ name }) => name).sort()).toEqual([...envNames].sort());
    for (const { name, comment } of documented) expect(comment.length, name).toBeGreaterThan(10);
  });

  it("shows the values that hold when nothing is set", () => {
    const shown = Object.fromEntries(documented.map(({ name, value }) => [name, value]));
    expect(readEnv({ ...shown, ...required })).toEqual(readEnv(required));
  });

  it("says nothing that is not a comment or a setting", () => {
    for (const line of example.split("\n")) expect(line).toMatch(/^(#.*|[A-Z0-9_]+=.*|)$/);
  });
});

describe("the days of arrival", () => {
  it("are the sum of handling and transit, and nothing is said where all are 0", () => {
    const days = { HANDLING_DAYS_MIN: "0", HANDLING_DAYS_MAX: "2", TRANSIT_DAYS_MIN: "3", TRANSIT_DAYS_MAX: "5" };
    const more = { HOLIDAYS: "2026-12-25, 2027-01-01", SHOP_TIME_ZONE: "America/New_York" };
    expect(ownedBy({ ...days, ...more }).delivery).toEqual({
      minDays: 3,
      maxDays: 7,
      holidays: ["2026-12-25", "2027-01-01"],
      timeZone: "America/New_York",
    });
    const none = Object.fromEntries(Object.keys(days).map((name) => [name, "0"]));
    expect(ownedBy(none).delivery).toBeUndefined();
  });

  it.each([
    [{ HANDLING_DAYS_MIN: "2" }, /^HANDLING_DAYS_MIN: must not be more/],
    [{ TRANSIT_DAYS_MAX: "1" }, /^TRANSIT_DAYS_MIN: must not be more/],
    [{ TRANSIT_DAYS_MAX: "-1" }, /^TRANSIT_DAYS_MAX: /],
    [{ HANDLING_DAYS_MAX: "1.5" }, /^HANDLING_DAYS_MAX: /],
    [{ SHIPPING_COUNTRIES: "US,Germany" }, /^SHIPPING_COUNTRIES: Use codes/],
    [{ HOLIDAYS: "2026-02-30" }, /^HOLIDAYS: Use days/],
    [{ HOLIDAYS: "12/25/2026" }, /^HOLIDAYS: Use days/],
    [{ SHOP_TIME_ZONE: "Mars/Olympus" }, /^SHOP_TIME_ZONE: Use a time zone/],
  ])("are refused where they make no sense: %j", (variables, message) => {
    expect(complaint(variables)).toMatch(message);
  });
});

describe("the service for the search by meaning", () => {
  const SEARCH_VECTORS_URL = "http://127.0.0.1:8080/v1/embeddings";

  it("is none without its variables, and needs an address and a model", () => {
    expect(read({}).vectors).toBeUndefined();
    const usual = { deadlineMs: 300, floor: 0.4, key: undefined, dimensions: undefined };
    expect(read({ SEARCH_VECTORS_URL, SEARCH_VECTORS_MODEL: "small" }).vectors).toEqual({
      ...usual,
      url: SEARCH_VECTORS_URL,
      model: "small",
    });
    expect(complaint({ SEARCH_VECTORS_URL })).toMatch(/^SEARCH_VECTORS_MODEL: /);
    expect(complaint({ SEARCH_VECTORS_KEY: "marker" })).toMatch(/^SEARCH_VECTORS_URL: /);
    expect(complaint({ SEARCH_VECTORS_URL: "ftp://x", SEARCH_VECTORS_MODEL: "small" })).toMatch(/must be an address/);
    expect(complaint({ SEARCH_VECTORS_FLOOR: "2" })).toMatch(/^SEARCH_VECTORS_FLOOR: /);
  });
});

describe("the settings of mails", () => {
  const server = { SMTP_URL: "smtp://shop:p%40ss%20word@smtp.example.com", MAIL_FROM: "shop@example.com" };

  it("send none in production without a server, and show them elsewhere and in a demo on this machine", () => {
    expect(ownedBy(production).mail).toEqual({ mode: "off" });
    expect(ownedBy({ ...production, DEMO: "1" }).mail).toEqual({ mode: "off" });
    const local = { mode: "local", from: { name: "Lumen & Loom", address: "shop@example.com" }, host: "localhost" };
    expect(ownedBy({}).mail).toMatchObject(local);
    expect(ownedBy({ ...production, DEMO: "1", PUBLIC_ORIGIN: "http://localhost:3000" }).mail).toMatchObject(local);
  });

  it("show none where another machine could read them, also outside production", () => {
    for (const HOST of ["0.0.0.0", "::", "192.168.1.5", "shop.example.com"]) {
      expect(ownedBy({ HOST }).mail, HOST).toEqual({ mode: "off" });
      const demo = { ...production, DEMO: "1", PUBLIC_ORIGIN: "http://localhost:3000" };
      expect(ownedBy({ ...demo, HOST }).mail, HOST).toEqual({ mode: "off" });
    }
    for (const PUBLIC_ORIGIN of [
      "https://shop.example.com",
      "http://192.168.1.5:3000",
      "http://localhost.example.com",
    ]) {
      expect(ownedBy({ PUBLIC_ORIGIN }).mail, PUBLIC_ORIGIN).toEqual({ mode: "off" });
    }
    for (const HOST of ["localhost", "127.0.0.1", "::1"])
      expect(ownedBy({ HOST }).mail, HOST).toMatchObject({ mode: "local" });
  });

  it("read the server, its credentials and the addresses", () => {
    expect(ownedBy({ ...production, ...server, MAIL_REPLY_TO: "help@example.com", SHOP_NAME: "Lamps" }).mail).toEqual({
      mode: "smtp",
      from: { name: "Lamps", address: "shop@example.com" },
      replyTo: "help@example.com",
      host: "shop.example.com",
      server: { host: "smtp.example.com", port: 587, isSecure: false, auth: { user: "shop", pass: "p@ss word" } },
    });
    expect(ownedBy({ ...server, SMTP_URL: "smtps://[::1]" }).mail).toMatchObject({
      server: { host: "::1", port: 465, isSecure: true, auth: undefined },
    });
  });

  it("send none without a sender, and refuse what is no address of a server, without repeating a password", () => {
    expect(ownedBy({ SMTP_URL: server.SMTP_URL }).mail).toEqual({ mode: "off" });
    for (const SMTP_URL of [
      "smtp.example.com:587",
      "https://smtp.example.com",
      "smtp://",
      "smtp://a:marker%zz@host",
      "smtp://host/?pool=1",
    ]) {
      expect(complaint({ ...server, SMTP_URL }), SMTP_URL).toMatch(/^SMTP_URL: must be/);
      expect(complaint({ ...server, SMTP_URL })).not.toContain("marker");
    }
    expect(complaint({ ...server, MAIL_FROM: "Shop <shop@example.com>" })).toMatch(/^MAIL_FROM: /);
  });
});

describe("the settings of payments", () => {
  const credentials = { PAYPAL_CLIENT_ID: "client", PAYPAL_CLIENT_SECRET: "marker-secret" };
  const merchant = { PAYPAL_MERCHANT_ID: "ABCDEFGHJ2345" };
  const simulator = { PAYMENTS: "simulator", PAYPAL_API_BASE: "http://localhost:3990" };

  it("take none while nothing is set, in production too", () => {
    for (const variables of [{}, production, { PAYMENTS: "off", ...credentials }, { ...production, DEMO: "1" }]) {
      expect(ownedBy(variables).payments).toEqual({ mode: "off" });
    }
    expect(read({}).reconcileMs).toBe(30_000);
  });

  it("take real money in production, and the provider's own play money elsewhere", () => {
    expect(ownedBy({ ...production, ...credentials, ...merchant }).payments).toEqual({
      mode: "live",
      clientId: "client",
      clientSecret: "marker-secret",
      merchantId: "ABCDEFGHJ2345",
      apiBase: "https://api-m.paypal.com",
      scriptBase: "https://www.paypal.com",
      webhookId: undefined,
    });
    expect(ownedBy({ ...credentials, PAYPAL_WEBHOOK_ID: "HOOK" }).payments).toMatchObject({
      mode: "sandbox",
      apiBase: "https://api-m.sandbox.paypal.com",
      webhookId: "HOOK",
    });
    expect(ownedBy({ ...production, ...credentials, PAYMENTS: "sandbox" }).payments).toMatchObject({ mode: "sandbox" });
  });

  it("take the simulator outside production, and there in a demo only", () => {
    for (const variables of [simulator, { ...production, DEMO: "1", ...simulator }]) {
      expect(ownedBy(variables).payments).toMatchObject({
        mode: "simulator",
        apiBase: "http://localhost:3990",
        scriptBase: "http://localhost:3990",
      });
    }
    expect(complaint({ ...production, ...simulator })).toMatch(/^PAYMENTS: /);
    expect(complaint({ PAYMENTS: "simulator" })).toMatch(/^PAYPAL_API_BASE: /);
    expect(complaint({ ...simulator, ...credentials })).toMatch(/^PAYMENTS: /);
  });

  it("never let a demo take real money", () => {
    for (const given of [credentials, { PAYPAL_CLIENT_ID: "client" }, { PAYPAL_CLIENT_SECRET: "marker-secret" }]) {
      expect(complaint({ DEMO: "1", ...given })).toMatch(/^DEMO: /);
      expect(complaint({ ...production, DEMO: "1", ...given })).toMatch(/^DEMO: /);
    }
  });

  it("send credentials nowhere but to the provider", () => {
    for (const PAYPAL_API_BASE of [
      "https://paypal.example.com",
      "https://api-m.paypal.com.example.com",
      "http://api-m.paypal.com",
      "http://localhost:3990",
    ]) {
      for (const PAYMENTS of ["live", "sandbox"]) {
        expect(complaint({ PAYMENTS, ...credentials, ...merchant, PAYPAL_API_BASE })).toMatch(/^PAYPAL_API_BASE: /);
      }
    }
  });

  it("are refused by halves", () => {
    expect(complaint({ PAYPAL_CLIENT_ID: "client" })).toMatch(/^PAYPAL_CLIENT_SECRET: /);
    expect(complaint({ PAYPAL_CLIENT_SECRET: "marker-secret" })).toMatch(/^PAYPAL_CLIENT_ID: /);
    expect(complaint({ PAYMENTS: "live" })).toMatch(/^PAYPAL_CLIENT_ID: /);
    expect(complaint({ ...production, ...credentials })).toMatch(/^PAYPAL_MERCHANT_ID: /);
    for (const variables of [{ PAYPAL_CLIENT_SECRET: "marker-secret" }, { ...production, ...credentials }]) {
      expect(complaint(variables)).not.toContain("marker-secret");
    }
  });
});

describe("the settings of Stripe", () => {
  const keys = { STRIPE_PUBLISHABLE_KEY: "pk_test_1", STRIPE_SECRET_KEY: "sk_test_marker" };
  const live = { STRIPE_PUBLISHABLE_KEY: "pk_live_1", STRIPE_SECRET_KEY: "sk_live_marker" };
  const simulator = { STRIPE_API_BASE: "http://localhost:3991" };

  it("connect the shop with both keys, and leave it to the owner without", () => {
    expect(read({}).owner.stripe).toBeUndefined();
    expect(read({ ...keys, STRIPE_WEBHOOK_SECRET: "whsec_1" }).owner.stripe).toEqual({
      publishableKey: "pk_test_1",
      secretKey: "sk_test_marker",
      webhookSecret: "whsec_1",
      apiBase: "https://api.stripe.com",
      scriptBase: "https://js.stripe.com",
    });
    expect(read({ ...production, ...live }).owner.stripe?.secretKey).toBe("sk_live_marker");
  });

  it("move no real money in a demo or at a simulator, and are refused by halves", () => {
    expect(complaint({ STRIPE_PUBLISHABLE_KEY: "pk_test_1" })).toMatch(/^STRIPE_SECRET_KEY: /);
    expect(complaint({ STRIPE_SECRET_KEY: "sk_test_marker" })).toMatch(/^STRIPE_PUBLISHABLE_KEY: /);
    expect(complaint({ ...keys, STRIPE_SECRET_KEY: "sk_live_marker" })).toMatch(/^STRIPE_SECRET_KEY: /);
    expect(complaint({ ...keys, STRIPE_SECRET_KEY: "marker" })).toMatch(/^STRIPE_SECRET_KEY: must begin/);
    expect(complaint({ ...live, DEMO: "1" })).toMatch(/^STRIPE_SECRET_KEY: /);
    expect(complaint({ ...live, ...simulator })).toMatch(/^STRIPE_SECRET_KEY: /);
    expect(complaint({ ...production, ...simulator })).toMatch(/^STRIPE_API_BASE: /);
    expect(read({ ...keys, ...simulator }).owner.stripe?.apiBase).toBe("http://localhost:3991");
    for (const wrong of [{ ...live, DEMO: "1" }, { STRIPE_SECRET_KEY: "sk_test_marker" }]) {
      expect(complaint(wrong)).not.toContain("marker");
    }
  });
});

describe("the limits of what one account may take", () => {
  it("let people pay and order as much as anybody does while nothing is set, and can be set", () => {
    const { limits } = read({});
    const { unpaidUnitsMax } = ownedBy({});
    expect({ ...limits, unpaidUnitsMax }).toMatchObject({
      paymentsPerUser: { points: 60, seconds: 900 },
      webhooks: { points: 120, seconds: 60 },
      downloadsPerUser: { points: 5, seconds: 3_600 },
      messagesPerUser: { points: 20, seconds: 3_600 },
      unpaidUnitsMax: 200,
    });
    const set = { RATE_LIMIT_EXCEPTIONS: "payments=5/6, webhooks=7/8", UNPAID_UNITS_MAX: "9" };
    expect({ ...read(set).limits, unpaidUnitsMax: ownedBy(set).unpaidUnitsMax }).toMatchObject({
      paymentsPerUser: { points: 5, seconds: 6 },
      webhooks: { points: 7, seconds: 8 },
      unpaidUnitsMax: 9,
    });
  });

  it("are halved by the strict profile, but for its exceptions, and off only outside production", () => {
    const strict = read({ RATE_LIMITS: "strict", RATE_LIMIT_EXCEPTIONS: "payments=100/60" }).limits;
    expect(strict).toMatchObject({
      signInPerAccount: { points: 5, seconds: 900 },
      resetPerEmail: { points: 3, seconds: 3_600 },
      paymentsPerUser: { points: 100, seconds: 60 },
    });
    expect(read({ RATE_LIMITS: "off", NODE_ENV: "test" }).limits.signInPerAccount.points).toBe(1_000_000);
    expect(complaint({ ...production, RATE_LIMITS: "off" })).toMatch(/^RATE_LIMITS: off is for tests/);
  });

  it("that a former release knew by settings of their own are not lost in silence", () => {
    const problem = "RL_SIGN_IN_ADDRESS: is now a limit in RATE_LIMIT_EXCEPTIONS";
    expect(() => read({ RL_SIGN_IN_ADDRESS: "1000" })).toThrow(problem);
    expect(findEnvProblems({ ...production, RL_SIGN_IN_ADDRESS: "1000" })).toEqual([problem]);
    expect(() => read({ RL_SIGN_IN_ADDRESS: "" })).not.toThrow();
  });
});

describe("who sells", () => {
  it("is the shop by its name, and whoever the settings name", () => {
    expect(ownedBy({ SHOP_NAME: "Loom" }).seller).toEqual({
      name: "Loom",
      address: [],
      taxId: undefined,
      timeZone: "UTC",
    });
    const set = { SELLER_NAME: "Loom Ltd", SELLER_ADDRESS: " 1 Main St | Springfield ", SELLER_TAX_ID: "TAX-1" };
    expect(ownedBy({ ...set, SHOP_TIME_ZONE: "Asia/Tokyo" }).seller).toEqual({
      name: "Loom Ltd",
      address: ["1 Main St", "Springfield"],
      taxId: "TAX-1",
      timeZone: "Asia/Tokyo",
    });
    expect(complaint({ SELLER_ADDRESS: "1|2|3|4|5|6|7" })).toMatch(/^SELLER_ADDRESS: /);
  });
});

describe("the settings of an object store", () => {
  const key = { S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "marker-secret" };

  it("take the place of the folder as soon as they name a bucket", () => {
    expect(read({ S3_BUCKET: "pictures", UPLOADS_DIR: "/else", ...key }).storage).toEqual({
      kind: "bucket",
      bucket: "pictures",
      region: "us-east-1",
      endpoint: undefined,
      isPathStyle: false,
      credentials: { accessKeyId: "key", secretAccessKey: "marker-secret" },
    });
    const own = { S3_BUCKET: "pictures", S3_ENDPOINT: "https://objects.example.com", S3_REGION: "here" };
    expect(read(own).storage).toMatchObject({ isPathStyle: true, region: "here", credentials: undefined });
    expect(read({ ...own, S3_FORCE_PATH_STYLE: "0" }).storage).toMatchObject({ isPathStyle: false });
  });

  it("are refused by name when one is missing or wrong, and tell no secret", () => {
    expect(complaint(key)).toMatch(/^S3_BUCKET: /);
    expect(complaint({ S3_BUCKET: "Pictures" })).toMatch(/^S3_BUCKET: /);
    expect(complaint({ S3_BUCKET: "pictures", S3_ENDPOINT: "objects.example.com" })).toMatch(/^S3_ENDPOINT: /);
    expect(complaint({ S3_BUCKET: "pictures", S3_ACCESS_KEY_ID: "key" })).toMatch(/^S3_SECRET_ACCESS_KEY: /);
    expect(complaint({ S3_BUCKET: "pictures", S3_SECRET_ACCESS_KEY: "marker-secret" })).not.toContain("marker");
  });
});

describe("the settings", () => {
  it("are those of production unless they say otherwise", () => {
    expect(readEnv(required)).toEqual(readEnv(production));
    expect(() => readEnv({})).toThrow(/^DATABASE_URL: /);
  });

  it("need nothing outside production: an embedded database, a demo, a page of twelve", () => {
    expect(read({})).toMatchObject({
      isProduction: false,
      port: 3000,
      publicOrigin: "http://localhost:3000",
      databaseUrl: undefined,
      jwtSecret: undefined,
      isDemo: true,
      passwordMin: 8,
      drainMs: 0,
      trustedProxies: [],
      storage: { kind: "folder", folder: resolve(".data/uploads") },
    });
    expect(ownedBy({}).pageSize).toBe(12);
  });

  it("take an empty variable for an absent one", () => {
    expect(read({ PORT: "", DATABASE_URL: "", JWT_SECRET: "", PUBLIC_ORIGIN: "", DEMO: "" })).toEqual(read({}));
  });

  it("follow one another: the address the port, the uploads the data", () => {
    expect(read({ PORT: "8080" }).publicOrigin).toBe("http://localhost:8080");
    expect(read({ DATA_DIR: "/somewhere" }).storage).toMatchObject({ folder: "/somewhere/uploads" });
    const elsewhere = { DATA_DIR: "/somewhere", UPLOADS_DIR: "/else" };
    expect(read(elsewhere).storage).toMatchObject({ folder: "/else" });
  });

  it("name as many replicas as there are, each by a database's address", () => {
    expect(read({}).replicaUrls).toEqual([]);
    const urls = ["postgres://u:marker@one/shop", "postgres://u:marker@two/shop"];
    expect(read({ DATABASE_REPLICA_URLS: urls.join(", ") }).replicaUrls).toEqual(urls);
    const complained = complaint({ DATABASE_REPLICA_URLS: `${urls[0]},two:marker` });
    expect(complained).toMatch(/^DATABASE_REPLICA_URLS: /);
    expect(complained).not.toContain("marker");
  });

  it("of production fill nothing with inventions, and drain before closing", () => {
    expect(read(production)).toMatchObject({ isProduction: true, isDemo: false, drainMs: 5_000 });
    expect(read({ ...production, DEMO: "1" }).isDemo).toBe(true);
  });

  it("of production need a database and a secret", () => {
    expect(complaint({ ...production, DATABASE_URL: "" })).toMatch(/^DATABASE_URL: /);
    expect(complaint({ ...production, JWT_SECRET: "" })).toMatch(/^JWT_SECRET: /);
  });

  it("of production need the public origin, with https", () => {
    expect(complaint({ ...production, PUBLIC_ORIGIN: "" })).toMatch(/^PUBLIC_ORIGIN: /);
    for (const origin of ["http://shop.example.com", "http://localhost:3000", "http://192.168.1.5"]) {
      expect(complaint({ ...production, PUBLIC_ORIGIN: origin })).toMatch(/^PUBLIC_ORIGIN: /);
    }
  });

  it("of a demo in production may be those of localhost, without https, and of no other machine", () => {
    const demo = { ...production, DEMO: "1" };
    expect(read({ ...demo, PUBLIC_ORIGIN: "", PORT: "8080" }).publicOrigin).toBe("http://localhost:8080");
    for (const origin of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000", PUBLIC_ORIGIN]) {
      expect(read({ ...demo, PUBLIC_ORIGIN: origin }).publicOrigin).toBe(origin);
    }
    for (const origin of ["http://demo.example.com", "http://localhost.example.com", "http://127.0.0.1.example.com"]) {
      expect(complaint({ ...demo, PUBLIC_ORIGIN: origin })).toMatch(/^PUBLIC_ORIGIN: /);
    }
  });

  it("bring demo data without DEMO=1 only to the embedded database, on localhost and without payment credentials", () => {
    expect(read({}).isDemo).toBe(true);
    const credentials = { PAYPAL_CLIENT_ID: "client", PAYPAL_CLIENT_SECRET: "marker-secret" };
    for (const given of [
      { DATABASE_URL: required.DATABASE_URL },
      { PUBLIC_ORIGIN },
      { PUBLIC_ORIGIN: "http://192.168.1.5:3000" },
      credentials,
      { NODE_ENV: "production", ...required },
    ]) {
      expect(read(given).isDemo).toBe(false);
    }
    expect(read({ DATABASE_URL: required.DATABASE_URL, PUBLIC_ORIGIN, DEMO: "1" }).isDemo).toBe(true);
    expect(read({ DEMO: "0" }).isDemo).toBe(false);
  });

  it("ask browsers for https on subdomains only if they say so", () => {
    expect(read(production).hasHstsSubdomains).toBe(false);
    expect(read({ ...production, HSTS_INCLUDE_SUBDOMAINS: "1" }).hasHstsSubdomains).toBe(true);
  });

  it("name everything that is wrong with them, a line each", () => {
    expect(findEnvProblems({ PORT: "abc", DEMO: "yes" }).map((line) => line.split(":")[0])).toEqual(["PORT", "DEMO"]);
    const wrong = { ...production, JWT_SECRET: "", PUBLIC_ORIGIN: "", ADMIN_EMAIL: "boss@example.com", S3_REGION: "x" };
    expect(findEnvProblems({ ...wrong, PAYMENTS: "live" }).map((line) => line.split(":")[0])).toEqual([
      "JWT_SECRET",
      "PUBLIC_ORIGIN",
      "ADMIN_PASSWORD",
      "PAYPAL_CLIENT_ID",
    ]);
    expect(findEnvProblems(production)).toEqual([]);
  });

  it("of a tool need no secret and no origin, because it signs nobody in and answers nobody", () => {
    const found = read({ ...production, JWT_SECRET: "", PUBLIC_ORIGIN: "" }, "tool");
    expect(found.databaseUrl).toBe(production.DATABASE_URL);
    expect(() => read({ ...production, DATABASE_URL: "" }, "tool")).toThrow(/^DATABASE_URL: /);
  });

  it("take addresses, ranges and the three known names for trusted proxies", () => {
    const TRUSTED_PROXIES = "10.0.0.1, 172.16.0.0/12 ,::1,fd00::/8,loopback,linklocal,uniquelocal,";
    expect(read({ TRUSTED_PROXIES }).trustedProxies).toEqual([
      "10.0.0.1",
      "172.16.0.0/12",
      "::1",
      "fd00::/8",
      "loopback",
      "linklocal",
      "uniquelocal",
    ]);
  });

  it("take a first administrator whole or not at all", () => {
    const both = { ADMIN_EMAIL: "boss@example.com", ADMIN_PASSWORD: "correct horse battery" };
    expect(read(both).firstAdmin).toEqual({ email: "boss@example.com", password: "correct horse battery" });
    expect(complaint({ ADMIN_EMAIL: "boss@example.com" })).toMatch(/^ADMIN_PASSWORD: /);
    expect(complaint({ ADMIN_PASSWORD: "correct horse battery" })).toMatch(/^ADMIN_EMAIL: /);
    expect(complaint({ ...both, ADMIN_PASSWORD: "short" })).toMatch(/^ADMIN_PASSWORD: /);
    expect(complaint({ ...both, ADMIN_PASSWORD: "password" })).toMatch(/^ADMIN_PASSWORD: /);
  });

  it.each([
    ["NODE_ENV", "prod"],
    ["PORT", "abc"],
    ["PORT", "70000"],
    ["PORT", "-1"],
    ["PORT", "3000.5"],
    ["PORT", "0x10000000"],
    ["PUBLIC_ORIGIN", "shop.example.com"],
    ["PUBLIC_ORIGIN", "https://shop.example.com/"],
    ["PUBLIC_ORIGIN", "https://shop.example.com/path"],
    ["PUBLIC_ORIGIN", "ftp://shop.example.com"],
    ["PUBLIC_ORIGIN", "not an address"],
    ["HSTS_INCLUDE_SUBDOMAINS", "yes"],
    ["DATABASE_URL", "mysql://u:p@db/shop"],
    ["DATABASE_URL", "not an address"],
    ["DATABASE_URL", "db:5432"],
    ["DB_POOL_MAX", "0"],
    ["DB_POOL_MAX", "many"],
    ["BACKUP_KEY", "marker-secret"],
    ["BACKUP_KEEP", "0"],
    ["MIGRATE", "later"],
    ["DEMO", "yes"],
    ["SHOP_NAME", "   "],
    ["SHOP_NAME", "x".repeat(61)],
    ["JWT_SECRET", "changeme"],
    ["JWT_SECRET", "0123456789abcdef0123456789abcde"],
    ["JWT_SECRET", "a".repeat(64)],
    ["SESSION_SECONDS", "0"],
    ["PASSWORD_MIN", "4"],
    ["ADMIN_EMAIL", "nobody"],
    ["RATE_LIMITS", "loose"],
    ["RATE_LIMIT_EXCEPTIONS", "sign-in-account=0/900"],
    ["RATE_LIMIT_EXCEPTIONS", "sign-in-account=10/1 hour"],
    ["RATE_LIMIT_EXCEPTIONS", "sign-in-account=10"],
    ["RATE_LIMIT_EXCEPTIONS", "sign-in=10/900"],
    ["RATE_LIMIT_EXCEPTIONS", "payments=10/900 webhooks=7/8"],
    ["RATE_LIMIT_EXCEPTIONS", "payments=0.5/900"],
    ["UNPAID_UNITS_MAX", "0"],
    ["ORDER_HOLD_SECONDS", "-5"],
    ["PAYMENTS", "cash"],
    ["PAYPAL_MERCHANT_ID", "me@example.com"],
    ["PAYPAL_API_BASE", "https://api-m.paypal.com/"],
    ["RECONCILE_SECONDS", "0"],
    ["PAGE_SIZE", "0"],
    ["PAGE_SIZE", "1000"],
    ["DRAIN_MS", "60001"],
    ["TRUSTED_PROXIES", "banana"],
    ["TRUSTED_PROXIES", "10.0.0.1,everybody"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0.0/0"],
    ["LOG_LEVEL", "loud"],
  ])("are refused with one line that names the variable: %s=%s", (name, value) => {
    const line = complaint({ [name]: value });
    expect(line).toMatch(new RegExp(`^${name}: \\S`));
    expect(line).not.toContain("\n");
    // What is refused may be half of a secret.
    if (/SECRET|PASSWORD|DATABASE|KEY/.test(name)) expect(line).not.toContain(value);
  });
});
