import { fileURLToPath } from "node:url";
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
          globalSetup: fileURLToPath(new URL("server/test/harness/database.ts", import.meta.url)),
          env: { TZ: "Pacific/Chatham" },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      "client/vite.config.ts",
    ],
  },
});
