import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const database = here("server/test/harness/database.ts");
const env = { TZ: "Pacific/Chatham" };
/** Time limits are for hangs only; in milliseconds. */
const limits = { testTimeout: 120_000, hookTimeout: 180_000 };

/**
 * The suffix of a test file says what it needs: nothing, a DOM (.tsx), PostgreSQL (.db.test.ts), besides that the
 * built server in processes of its own (.resilience.test.ts), and all that for minutes (.soak.test.ts) or with hardly
 * anything beside it (.alone.test.ts), because it judges times.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: "shared", root: "shared", include: ["src/**/*.test.ts"], env } },
      { test: { name: "scripts", root: "scripts", include: ["*.test.ts"] } },
      { test: { name: "demo", root: "demo", include: ["src/**/*.test.ts"], env } },
      {
        test: {
          name: "server",
          root: "server",
          include: ["test/**/*.test.ts"],
          exclude: ["test/**/*.{db,resilience,alone,soak}.test.ts"],
          env,
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
          // A worker loads the server once for all its files, not once for each.
          isolate: false,
          ...limits,
        },
      },
      ...["resilience", "alone", "soak"].map((name) => ({
        test: {
          name,
          root: "server",
          include: [`test/**/*.${name}.test.ts`],
          globalSetup: [here("scripts/build-when-changed.ts"), database],
          env,
          ...limits,
        },
      })),
      "client/vite.config.ts",
    ],
  },
});
