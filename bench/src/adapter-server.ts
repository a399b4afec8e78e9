import { buildApp } from "@shop/server/app";
import { openDb } from "@shop/server/db/client";
import { toContext } from "@shop/server/http/context";
import { onlyJson } from "@shop/server/http/security/security-headers";
import { type AppRouter, appRouter } from "@shop/server/http/trpc/router";
import { toLimits } from "@shop/server/infra/limit-profiles";
import { openStorage } from "@shop/server/infra/open-storage";
import { openServices } from "@shop/server/services";
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";

/**
 * The shop's tRPC adapter under /trpc and the library's under /library: one
 * process, the same services, the same hooks.
 */
const dataDir = process.env.DATA_DIR ?? "";
const origin = "http://127.0.0.1";
const { db, pool } = openDb({ url: process.env.DATABASE_URL ?? "", poolMax: Number(process.env.DB_POOL_MAX) });
const storage = await openStorage({ kind: "folder", folder: dataDir }, () => undefined);
const services = openServices(
  { db, counters: pool, largeActs: db, storage },
  {
    passwordMin: 8,
    sessionMs: 60_000,
    jwtSecret: "a secret for measurements that nobody else uses",
    publicOrigin: origin,
    limits: toLimits("off", new Map()),
    reconcileMs: 30_000,
    answers: { maxBytes: 32_000_000, maxAgeMs: 250, staleMs: 0, outdatedMs: 1_000 },
    owner: {
      fixed: { shopName: "Bench" },
      locked: {},
      isDemo: false,
      payments: { mode: "off" },
      sandbox: { apiBase: origin, scriptBase: origin },
      mail: { server: undefined, isShownHere: false, host: "localhost" },
    },
  },
);
const app = await buildApp({
  services,
  clientDir: undefined,
  trustedProxies: [],
  logLevel: "warn",
  readiness: async () => "ready",
});
await app.register(
  async (scope) => {
    onlyJson(scope);
    const trpcOptions: FastifyTRPCPluginOptions<AppRouter>["trpcOptions"] = {
      router: appRouter,
      maxBatchSize: 10,
      createContext: ({ req, res }) => toContext(services, req, res),
    };
    await scope.register(fastifyTRPCPlugin, { trpcOptions });
  },
  { prefix: "/library" },
);
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
