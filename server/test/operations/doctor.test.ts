import { describe, expect, it } from "vitest";
import { checkBackups } from "../../src/doctor/backups.ts";
import { checkClock, measureOffset } from "../../src/doctor/clock.ts";
import {
  checkAccounts,
  checkExtension,
  checkMigrations,
  checkRole,
  checkVersion,
  checkWritable,
  type DatabaseFacts,
} from "../../src/doctor/database.ts";
import { checkConnections, checkPooled, checkReplica } from "../../src/doctor/database-server.ts";
import { type Finding, ok, warning } from "../../src/doctor/finding.ts";
import { checkMail } from "../../src/doctor/mail.ts";
import { checkDomain, checkPorts, resolves } from "../../src/doctor/network.ts";
import { checkPayments } from "../../src/doctor/payments.ts";
import { lineOf, runChecks } from "../../src/doctor/run-checks.ts";
import { checkNode } from "../../src/doctor/runtime.ts";
import { checkVectors } from "../../src/doctor/search.ts";
import { checkOrigin, checkProblems, checkSecrets } from "../../src/doctor/settings.ts";
import { checkDisk, checkStorage } from "../../src/doctor/storage.ts";

/** Levels and subjects of findings, whose sentences may change. */
const briefly = (findings: readonly Finding[]) => findings.map(({ level, about }) => `${level} ${about}`);

const database: DatabaseFacts = {
  version: 180_001,
  versionName: "18.1",
  role: "shop_app",
  isSuperuser: false,
  isStandby: false,
  isReadOnly: false,
  isOwner: false,
  canMigrate: false,
  isExtensionAvailable: true,
  isExtensionInstalled: true,
  deniedTables: [],
  hasJournal: true,
  canReadJournal: true,
  applied: 20,
};

describe("the doctor's checks of settings", () => {
  const origin = {
    origin: "https://shop.example.com",
    isProduction: true,
    isDemo: false,
    trustedProxies: ["loopback"],
  };

  it("are content with https behind a trusted proxy", () => {
    expect(briefly(checkOrigin(origin))).toEqual(["ok origin"]);
  });

  it("warn of development, of a demo and of a proxy that is not trusted", () => {
    expect(briefly(checkOrigin({ ...origin, isProduction: false }))).toEqual(["warning origin"]);
    expect(briefly(checkOrigin({ ...origin, isDemo: true }))).toEqual(["ok origin", "warning demo"]);
    expect(briefly(checkOrigin({ ...origin, trustedProxies: [] }))).toEqual(["ok origin", "warning proxy"]);
  });

  it("warn of secrets that can be guessed or are used twice, and print none", () => {
    const good = { JWT_SECRET: "5f9c1b7e5f9c1b7e5f9c1b7e5f9c1b7e", ADMIN_PASSWORD: "nine lively horses" };
    expect(briefly(checkSecrets({ ...good, PAYPAL_CLIENT_SECRET: undefined }))).toEqual(["ok secrets"]);
    const bad = checkSecrets({ JWT_SECRET: good.JWT_SECRET, A: good.JWT_SECRET, B: "shop", C: "change-me-please-now" });
    expect(briefly(bad)).toEqual(["warning secrets", "warning secrets", "warning secrets"]);
    expect(bad.map(lineOf).join()).not.toMatch(/5f9c1b7e|change-me/);
  });

  it("repeat each invalid variable as an error", () => {
    expect(briefly(checkProblems(["PORT: wrong", "DEMO: wrong"]))).toEqual(["error settings", "error settings"]);
  });
});

describe("the doctor's check of mails", () => {
  const sender = { from: { name: "Shop", address: "shop@example.com" }, replyTo: undefined, host: "shop.example.com" };
  const server = {
    host: "smtp.example.com",
    port: 587,
    isSecure: false,
    auth: { user: "shop", pass: "marker-secret" },
  };

  it("warns of a shop that sends none, and reports a server that cannot be used without its password", () => {
    expect(checkMail({ mode: "off" }, null).level).toBe("warning");
    expect(checkMail({ mode: "local", ...sender }, null).level).toBe("warning");
    expect(checkMail({ mode: "smtp", server, ...sender }, null).level).toBe("ok");
    const refused = checkMail({ mode: "smtp", server, ...sender }, "EAUTH AUTH PLAIN 535");
    expect(refused.level).toBe("error");
    expect(lineOf(refused)).not.toContain("marker-secret");
  });
});

describe("the doctor's check of the search by meaning", () => {
  const service = {
    url: "https://vectors.example.com/v1/embeddings",
    model: "small",
    key: "marker-secret",
    dimensions: undefined,
    deadlineMs: 300,
  };

  it("says nothing of a shop without a service, and of one with it whether it answers in time, without its key", () => {
    expect(checkVectors(undefined, undefined)).toEqual([]);
    const about = (tried: Parameters<typeof checkVectors>[1]) => briefly(checkVectors(service, tried));
    expect(about({ dimensions: 384, ms: 40 })).toEqual(["ok search by meaning"]);
    expect(about({ dimensions: 384, ms: 900 })).toEqual(["warning search by meaning"]);
    expect(about({ problem: "status 401" })).toEqual(["error search by meaning"]);
    expect(checkVectors(service, { problem: "status 401" }).map(lineOf).join()).not.toContain("marker-secret");
  });
});

describe("the doctor's check of Node", () => {
  it("warns of a line without security updates, and of one that never gets long-term support", () => {
    const now = new Date("2026-06-01");
    expect(checkNode("v24.1.0", now)).toEqual({ level: "ok", about: "node", text: expect.stringContaining("2028") });
    expect(checkNode("v26.0.0", now).level).toBe("ok");
    expect(checkNode("v20.19.0", now).level).toBe("warning");
    expect(checkNode("v20.19.0", new Date("2026-04-30T23:00:00Z")).level).toBe("ok");
    expect(checkNode("v25.0.0", now).level).toBe("warning");
    expect(checkNode("v18.20.0", now).level).toBe("error");
  });
});

describe("the doctor's checks of the network", () => {
  it("refuse one port for two servers, and warn of metrics that others reach", () => {
    const metrics = { port: 9_464, host: "127.0.0.1" };
    expect(checkPorts({ port: 3_000, metrics })).toEqual([]);
    expect(checkPorts({ port: 3_000, metrics: undefined })).toEqual([]);
    expect(briefly(checkPorts({ port: 9_464, metrics }))).toEqual(["error ports"]);
    expect(briefly(checkPorts({ port: 3_000, metrics: { ...metrics, host: "0.0.0.0" } }))).toEqual(["warning metrics"]);
  });

  it("warn of a domain that does not resolve, and ask for none where the origin is an address", async () => {
    expect(await resolves("http://localhost:3000")).toBeUndefined();
    expect(await resolves("https://[::1]:8443")).toBeUndefined();
    expect(await resolves("https://shop.invalid")).toBe(false);
    expect(checkDomain("http://127.0.0.1", undefined)).toEqual([]);
    expect(briefly(checkDomain("https://shop.example.com", false))).toEqual(["warning domain"]);
    expect(briefly(checkDomain("https://shop.example.com", true))).toEqual(["ok domain"]);
  });
});

describe("the doctor's checks of the database", () => {
  it("refuse a standby, and a server that takes no changes", () => {
    expect(checkWritable(database).level).toBe("ok");
    expect(checkWritable({ ...database, isStandby: true, isReadOnly: true }).text).toContain("Name the primary");
    expect(checkWritable({ ...database, isReadOnly: true }).text).toContain("default_transaction_read_only");
  });

  it("warn of too few connections for a release, and refuse those for a single instance", () => {
    expect(checkConnections(20, { connectionsMax: 97 }).level).toBe("ok");
    expect(checkConnections(30, { connectionsMax: 97 }).level).toBe("warning");
    expect(checkConnections(100, { connectionsMax: 97 }).level).toBe("error");
  });

  it("warn of PgBouncer that ends no statement", () => {
    expect(checkPooled(3_000)).toMatchObject({ level: "ok", text: expect.stringContaining("address of PostgreSQL") });
    expect(checkPooled(0)).toMatchObject({ level: "warning", text: expect.stringContaining("connect_query") });
  });

  it("say of each replica that is none what it is", () => {
    const standby = { host: "db-2", isReached: true, isStandby: true, isSameSystem: true } as const;
    expect(checkReplica(standby).level).toBe("ok");
    expect(checkReplica({ ...standby, isStandby: false }).level).toBe("warning");
    expect(checkReplica({ ...standby, isSameSystem: false }).level).toBe("error");
    expect(checkReplica({ host: "db-2", isReached: false, code: "ECONNREFUSED" }).level).toBe("warning");
  });

  it("are content with a role that owns nothing", () => {
    expect(checkRole(database).level).toBe("ok");
  });

  it("warn of a superuser and of an owner, and refuse a role that cannot change rows", () => {
    expect(checkRole({ ...database, isSuperuser: true, isOwner: true }).level).toBe("warning");
    expect(checkRole({ ...database, isOwner: true }).level).toBe("warning");
    expect(checkRole({ ...database, deniedTables: ["orders"] })).toMatchObject({
      level: "error",
      text: expect.stringContaining("orders"),
    });
  });

  it("refuse a PostgreSQL that is too old or has no trigrams", () => {
    expect(checkVersion(database).level).toBe("ok");
    expect(checkVersion({ version: 170_002, versionName: "17.2" }).level).toBe("ok");
    expect(checkVersion({ version: 160_011, versionName: "16.11" }).level).toBe("error");
    expect(checkExtension(database).level).toBe("ok");
    expect(checkExtension({ ...database, isExtensionInstalled: false }).level).toBe("ok");
    const missing = { ...database, isExtensionInstalled: false, isExtensionAvailable: false };
    expect(checkExtension(missing).level).toBe("error");
  });

  it.each([
    ["ok", {}],
    ["error", { applied: 19 }],
    ["ok", { applied: 0, isMigrating: true, canMigrate: true, hasJournal: false, canReadJournal: false }],
    ["error", { isMigrating: true }],
    ["error", { applied: 0, canReadJournal: false }],
    ["warning", { applied: 21 }],
  ])("say %s to migrations of %o", (level, facts) => {
    expect(checkMigrations({ ...database, known: 20, isMigrating: false, ...facts }).level).toBe(level);
  });

  it.each([
    ["ok", {}],
    ["ok", { hasAdmin: false, hasFirstAdmin: true }],
    ["warning", { hasAdmin: false }],
    ["error", { demoAccounts: ["admin@example.com"] }],
    ["ok", { demoAccounts: ["admin@example.com"], isDemo: true }],
  ])("say %s to accounts of %o", (level, facts) => {
    const accounts = { hasAdmin: true, demoAccounts: [], isDemo: false, hasFirstAdmin: false };
    expect(checkAccounts({ ...accounts, ...facts }).level).toBe(level);
  });
});

describe("the doctor's checks of payments", () => {
  const live = {
    mode: "live" as const,
    clientId: "client",
    clientSecret: "marker-secret",
    merchantId: "ABCDEFGHJ2345",
    apiBase: "https://api-m.paypal.com",
    scriptBase: "https://www.paypal.com",
    webhookId: "HOOK",
  };

  it("are content with accepted live credentials and a webhook", () => {
    expect(briefly(checkPayments(live, "accepted"))).toEqual(["ok payments"]);
  });

  it("warn of payments that move no money, and of disputes that nobody reports", () => {
    expect(briefly(checkPayments({ mode: "off" }, "none"))).toEqual(["warning payments"]);
    expect(briefly(checkPayments({ ...live, mode: "sandbox" }, "accepted"))).toEqual(["warning payments"]);
    const findings = checkPayments({ ...live, webhookId: undefined }, "accepted");
    expect(briefly(findings)).toEqual(["ok payments", "warning webhook"]);
  });

  it("refuse credentials that the provider refuses, and a provider that does not answer", () => {
    for (const answer of ["refused", "none"] as const) {
      const findings = checkPayments(live, answer);
      expect(briefly(findings)).toEqual(["error payments"]);
      expect(findings.map(lineOf).join()).not.toContain("marker-secret");
    }
  });
});

describe("the doctor's checks of the machine", () => {
  it("compare clocks, and count nothing that happens during the question", async () => {
    expect(await measureOffset("x", async () => Date.now())).toEqual({ source: "x", offsetMs: 0 });
    const behind = await measureOffset("x", async () => Date.now() + 3_600_000);
    expect(behind.offsetMs).toBeLessThanOrEqual(-3_500_000);
    const levels = [0, 4_000, -30_000, 30_000, 90_000].map((offsetMs) => checkClock({ source: "x", offsetMs }).level);
    expect(levels).toEqual(["ok", "ok", "warning", "warning", "error"]);
    expect(checkClock({ source: "x", offsetMs: 30_000 }).text).toContain("30 s ahead");
  });

  it("judge the space on a disk", () => {
    const levelOf = (freeBytes: number) => checkDisk({ path: "/uploads", freeBytes, totalBytes: 100e9 }).level;
    expect([50e9, 5e9, 0.1e9].map(levelOf)).toEqual(["ok", "warning", "error"]);
  });

  it("refuse a storage that cannot be written", () => {
    expect(checkStorage("The folder /uploads", undefined).level).toBe("ok");
    expect(checkStorage("The folder /uploads", "EACCES").level).toBe("error");
  });

  it("judge the newest backup by its age and form, and the key by its half", () => {
    const now = new Date("2026-01-31T03:00:00Z");
    const newest = { takenAt: new Date("2026-01-30T04:00:00Z"), isEncrypted: true };
    const facts = { folder: "/backups", newest, key: "age1abc", now };
    expect(briefly(checkBackups(facts))).toEqual(["ok backups"]);
    expect(briefly(checkBackups({ ...facts, key: undefined }))).toEqual(["ok backups"]);
    const old = { takenAt: new Date("2026-01-29T00:00:00Z"), isEncrypted: false };
    expect(briefly(checkBackups({ ...facts, newest: old }))).toEqual(["warning backups", "warning backup key"]);
    expect(briefly(checkBackups({ ...facts, newest: undefined, key: "AGE-SECRET-KEY-1ABC" }))).toEqual([
      "warning backups",
      "warning backup key",
    ]);
  });
});

describe("the doctor", () => {
  it("goes on after a check that fails or hangs, and reports each as an error", async () => {
    const lines: string[] = [];
    const report = (finding: Finding) => lines.push(lineOf(finding));
    const checks = [
      { about: "one", run: async () => [ok("one", "It is\nfine.")] },
      { about: "two", run: () => Promise.reject(new Error("broken")) },
      { about: "three", run: () => new Promise<Finding[]>(() => undefined) },
      { about: "four", run: async () => [warning("four", "Beware.")] },
    ];
    expect(await runChecks(checks, report, 50)).toBe(false);
    expect(lines).toEqual([
      "ok       one: It is fine.",
      "error    two: The check failed: broken.",
      "error    three: The check did not end in time.",
      "warning  four: Beware.",
    ]);
    expect(await runChecks(checks.slice(3), report)).toBe(true);
  });
});
