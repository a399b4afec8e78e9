import { defineConfig } from "vitest/config";

// The suffix of a test file says what it needs: nothing, a DOM (.tsx), or PostgreSQL (.db.test.ts).
export default defineConfig({
  test: {
    projects: [
      { test: { name: "shared", root: "shared", include: ["src/**/*.test.ts"], env: { TZ: "Pacific/Chatham" } } },
      { test: { name: "demo", root: "demo", include: ["src/**/*.test.ts"], env: { TZ: "Pacific/Chatham" } } },
      {
        test: {
          name: "server",
          root: "server",
          include: ["test/**/*.test.ts"],
          exclude: ["test/**/*.db.test.ts"],
          env: { TZ: "Pacific/Chatham" },
        },
      },
      {
        test: {
          name: "database",
          root: "server",
          include: ["test/**/*.db.test.ts"],
          globalSetup: "test/harness/database.ts",
          env: { TZ: "Pacific/Chatham" },
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Every file has a database of its own, but all share one PostgreSQL and two cores.
          maxWorkers: 2,
          minWorkers: 1,
        },
      },
      "client/vite.config.ts",
    ],
  },
});
