import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { registerSchema } from "@shop/shared/account/account";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable, PgTimestamp } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import * as accounts from "../../src/db/schema/accounts.ts";
import * as customerService from "../../src/db/schema/customer-service.ts";
import * as mails from "../../src/db/schema/mails.ts";
import * as orders from "../../src/db/schema/orders.ts";
import * as payments from "../../src/db/schema/payments.ts";
import * as products from "../../src/db/schema/products.ts";
import * as reviews from "../../src/db/schema/reviews.ts";
import * as terms from "../../src/db/schema/terms.ts";
import { limitNames } from "../../src/infra/limit-profiles.ts";

const project = join(fileURLToPath(import.meta.url), "../../../..");
const read = (path: string) => readFileSync(join(project, path), "utf8");
const sources = readdirSync(join(project, "server/src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: read(join("server/src", name)) }));

/** The files in which a pattern occurs. */
const filesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
/** What the first group of a pattern holds, in all files, each once. */
const found = (pattern: RegExp) =>
  [...new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].flatMap(([, part = ""]) => part)))].sort();

const document = read("docs/security.md");
/** A section of the decisions that the tables refer to. */
const section = (title: string) => document.split(`\n### ${title}\n`)[1]?.split(/\n##+ /)[0] ?? "";
const settings = [...read(".env.example").matchAll(/^([A-Z0-9_]+)=/gm)].flatMap(([, name = ""]) => name);

describe("The server", () => {
  it("starts no other programs than those of its work, and no shell", () => {
    expect(filesWith(/\b(spawn|spawnSync|execFile|execFileSync|execSync|fork)\(|promisify\(exec/).sort()).toEqual([
      "infra/embedded-postgres.ts",
      "infra/exchange-process.ts",
      "infra/image-process.ts",
      "infra/paper/paper-process.ts",
      "infra/task-process.ts",
    ]);
    expect(filesWith(/shell: true|\bexec, |\{ exec \}|node:vm"/)).toEqual([]);
  });

  it("uses approved hashes and ciphers of proven libraries alone", () => {
    expect(found(/create(?:Hash|Hmac)\("?([\w-]+)/g)).toEqual(["sha256"]);
    expect(found(/const cipher = "([\w-]+)"/g)).toEqual(["aes-256-gcm"]);
    expect(filesWith(/create(De)?[Cc]ipheriv/)).toEqual(["infra/sealed-text.ts"]);
    expect(found(/from "((?:jose|argon2|age-encryption|otpauth|.*crypt.*|@simplewebauthn\/[\w-]+))"/g)).toEqual([
      "age-encryption",
      "argon2",
      "jose",
      "node:crypto",
      "otpauth",
    ]);
  });

  it("draws what must not be guessed from the secure generator, with bits enough", () => {
    // The order of tries and the length of pauses may be guessed.
    expect(filesWith(/Math\.random/).sort()).toEqual(["domain/base/locks.ts", "domain/import/work.ts"]);
    const lengths = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/randomBytes\((\w+)\)/g)].map(([, asked = ""]) => {
        const length = Number(/^\d+$/.test(asked) ? asked : new RegExp(`const ${asked} = (\\d+);`).exec(text)?.[1]);
        return { name, length };
      }),
    );
    expect(lengths.length).toBeGreaterThan(8);
    for (const { name, length } of lengths) {
      // A nonce of AES-GCM has 96 bits, and a recovery code 12 characters of five bits each.
      const least = /sealed-text|recovery-codes/.test(name) ? 12 : 16;
      expect(length, name).toBeGreaterThanOrEqual(least);
    }
    const codes = read("server/src/domain/account/recovery-codes.ts");
    const alphabet = /const alphabet = "(\w+)";/.exec(codes)?.[1] ?? "";
    expect(new Set(alphabet).size).toBe(32);
  });

  it("knows no hints, questions or ages of passwords", () => {
    expect(Object.keys(registerSchema.shape).sort()).toEqual(["email", "name", "password"]);
    const columns = Object.keys(getTableColumns(accounts.users));
    expect(columns.filter((name) => /hint|question|answer|expire|passwordAge|passwordChanged/i.test(name))).toEqual([]);
  });

  it("stores times with their zone", () => {
    const tables = [accounts, products, reviews, terms, customerService, mails, orders, payments].flatMap((schema) =>
      Object.values<unknown>(schema).filter((each) => is(each, PgTable)),
    );
    expect(tables.length).toBeGreaterThan(30);
    for (const table of tables) {
      for (const [name, column] of Object.entries(getTableColumns(table))) {
        if (is(column, PgTimestamp)) expect(column.withTimezone, `${getTableName(table)}.${name}`).toBe(true);
      }
    }
  });

  it("writes files of images, backups and PDFs, of its first start, of what its workers answer, and of a probe, but no log", () => {
    expect(filesWith(/\b(createWriteStream|writeFile|appendFile)\(/).sort()).toEqual([
      "backup/archive.ts",
      "backup/stored-backups.ts",
      "domain/import/read-worker.ts",
      "infra/dev-secret.ts",
      "infra/embedded-postgres.ts",
      "infra/image-worker.ts",
      "infra/paper/paper-process.ts",
      "infra/paper/paper-worker.ts",
      "infra/storage.ts",
      "infra/videos.ts",
      "probe/textfile.ts",
    ]);
  });

  it("brings text into a normal form of Unicode by what bounds its time alone", () => {
    expect(filesWith(/\.normalize\(/)).toEqual([]);
  });

  it("gives served files names of ids, dates and the shop's letters", () => {
    const names = found(/filename="?\$?\{?([^"`]*)/g);
    expect(names.length).toBeGreaterThan(0);
    expect(filesWith(/filename=.*request\.|filename=.*\.filename/)).toEqual([]);
  });
});

describe("docs/security.md", () => {
  it("names every limit and every secret of the settings", () => {
    const asked = [...settings.filter((name) => /^RATE_|SECRET|_KEY$|PASSWORD/.test(name)), ...limitNames];
    expect(asked.length).toBeGreaterThan(30);
    expect(asked.filter((name) => !document.includes(name))).toEqual([]);
  });

  it("says how one signs in, for how long, and what passwords must not be", () => {
    expect(section("Sign-in")).toMatch(/two ways to sign in: with e-mail and password, and with a passkey/);
    expect(section("Sign-in")).toMatch(
      /must not be one of the 3,000 most common ones, the shop's name or the account's e-mail/,
    );
    expect(section("Sessions")).toMatch(/`SESSION_SECONDS`/);
    expect(section("Sessions")).toMatch(/number of sessions of an account is not limited/);
    expect(section("Rules across fields").length).toBeGreaterThan(200);
  });

  it("lists every system that a setting makes the shop connect to", () => {
    const systems = { DATABASE_URL: /PostgreSQL|database/, S3_ENDPOINT: /S3_ENDPOINT/, SMTP_URL: /mail server|SMTP/ };
    for (const [setting, named] of Object.entries({
      ...systems,
      PAYPAL_CLIENT_ID: /PayPal/,
      STRIPE_SECRET_KEY: /Stripe/,
      METRICS_PORT: /metrics/,
      OTEL_EXPORTER_OTLP_ENDPOINT: /traces/,
    })) {
      expect(settings, setting).toContain(setting);
      expect(section("Connections"), setting).toMatch(named);
    }
  });

  it("has a row for every queue of costly work", () => {
    const rows: Record<string, string> = {
      "infra/passwords.ts": "password hashing",
      "infra/images.ts": "image decoding",
      "infra/paper/paper-process.ts": "files with invoices and packing slips",
      "infra/task-process.ts": "Markdown",
      "domain/catalog/search/in-search.ts": "search",
      "domain/import/read-in-process.ts": "imports of products",
      "infra/videos.ts": "videos of products",
    };
    const queues = filesWith(/limitConcurrency\(\{/).filter((name) => name !== "infra/concurrency-limiter.ts");
    expect(queues.sort()).toEqual(Object.keys(rows).sort());
    for (const row of Object.values(rows)) expect(section("Costly operations")).toContain(`| ${row}`);
  });

  it("puts what is stored into classes, each with its protection", () => {
    for (const kind of ["secret", "personal"]) expect(section("Data")).toMatch(new RegExp(`^\\| ${kind} \\|`, "m"));
  });

  it("finds business limits where they stand: each number of the shop says what it bounds", () => {
    const lines = read("shared/src/shop.ts").split("\n");
    const bare = lines.flatMap((line, at) => {
      const [, name = ""] = /^export const (\w+) = [\d_]+;/.exec(line) ?? [];
      const isDescribed = /^( \*\/|\/\*\*)/.test(lines[at - 1] ?? "");
      return name === "" || isDescribed || /(Max|Length|Limit|Size|Ms|Px|Days|Cents|Percent|InList)$/.test(name)
        ? []
        : name;
    });
    expect(bare).toEqual([]);
    expect(read("docs/operations.md")).toContain("\n## Limits\n");
  });
});

describe("The fields of passwords", () => {
  it("tell password managers what they are, and let everybody paste", () => {
    const field = (name: string) => read(`client/src/features/account/${name}.tsx`);
    expect(field("sign-in-form")).toContain('autoComplete="current-password"');
    expect(field("account-fields")).toContain('autoComplete="new-password"');
    for (const name of ["sign-in-form", "account-fields", "password-field", "reset-password-form"]) {
      expect(field(name), name).not.toMatch(/onPaste|autoComplete="off"/);
    }
  });
});

describe("The certificate", () => {
  it("is one that Caddy requests of a public authority", () => {
    expect(read("deploy/Caddyfile")).toMatch(/^\{\$SHOP_DOMAIN\} \{/m);
    expect(read("deploy/Caddyfile")).not.toMatch(/\btls\b|http:\/\//);
  });
});
