import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const database = here("server/test/harness/database.ts");
const env = { TZ: "Pacific/Chatham" };
/** Time limits are for hangs only, and a wait ends before its test; in milliseconds. */
const limits = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** Hundreds of orders at once take minutes where other work fills the processors. */
const longLimits = { ...limits, testTimeout: 600_000, hookTimeout: 600_000 };

/** A worker loads the code under test once for all its files. Tests keep no state in modules. */
const shared = { isolate: false };

/**
 * The suffix of a test file says what it needs: nothing, a DOM (.tsx), PostgreSQL (.db.test.ts), besides that the
 * built server in processes of its own (.resilience.test.ts), and all that for minutes (.soak.test.ts), with hardly
 * anything beside it (.alone.test.ts), because it judges times, or with programs from Debian's packages (.debian.test.ts).
 */
export default defineConfig({
  test: {
    tags: [
      { name: "wide", description: "Long, or of a rare path: `pnpm test:resilience` runs it, `pnpm test` does not." },
    ],
    projects: [
      { test: { name: "shared", root: "shared", include: ["src/**/*.test.ts"], env, ...limits, ...shared } },
      { test: { name: "scripts", root: "scripts", include: ["*.test.ts"], ...limits } },
      { test: { name: "demo", root: "demo", include: ["src/**/*.test.ts"], env, ...limits } },
      {
        test: {
          name: "server",
          root: "server",
          include: ["test/**/*.test.ts"],
          exclude: ["test/**/*.{db,resilience,alone,soak,debian}.test.ts"],
          env,
          ...limits,
          ...shared,
        },
      },
      {
        test: {
          name: "database",
          root: "server",
          include: ["test/**/*.db.test.ts"],
          globalSetup: database,
          setupFiles: [here("server/test/harness/database-setup.ts")],
          env,
          ...limits,
          ...shared,
        },
      },
      ...["resilience", "alone", "soak", "debian"].map((name) => ({
        test: {
          name,
          root: "server",
          include: [`test/**/*.${name}.test.ts`],
          globalSetup: [here("scripts/build-when-changed.ts"), database],
          env,
          ...longLimits,
        },
      })),
      "client/vite.config.ts",
    ],
  },
});
