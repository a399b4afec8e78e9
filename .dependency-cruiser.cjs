/** Which room may import which: the arrows of the house. Everything not allowed here is refused. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

module.exports = {
  forbidden: [
    forbid("no-circles", "A circle has no beginning to read from.", {}, { circular: true }),
    forbid(
      "nothing-unresolved",
      "An import must lead somewhere.",
      { pathNot: ["^client/vite", "^server/test/outside-program/"] },
      // What the build writes has no file to lead to.
      { couldNotResolve: true, pathNot: "^virtual:" },
    ),
    forbid(
      "shared-knows-zod-only",
      "Shared code runs anywhere: no I/O, no clock, no platform.",
      { path: "^shared/src", pathNot: "\\.test\\.ts$" },
      { pathNot: ["^shared/src", "/zod(@|/)"] },
    ),
    forbid(
      "demo-is-pure",
      "The demo's catalog is data and pure functions.",
      { path: "^demo/src", pathNot: "\\.test\\.ts$" },
      { pathNot: "^demo/src" },
    ),
    forbid(
      "simulator-stands-apart",
      "What stands in for the payment provider is a stranger to the shop, as the provider is.",
      { path: "^paypal-simulator/" },
      { path: "^(client|server|shared|demo|bench|e2e|scripts)/" },
    ),
    forbid(
      "client-does-not-import-the-server",
      "The client knows the server's types and nothing else.",
      { path: "^client/src" },
      { path: "^(server|demo|bench|e2e|scripts)/", dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "client-lib-and-ui-are-leaves",
      "Domain-free pieces know no feature and no page.",
      { path: "^client/src/(lib|ui)" },
      { path: "^client/src/(features|app)" },
    ),
    forbid(
      "features-do-not-import-the-app",
      "Pages compose features, never the other way round.",
      { path: "^client/src/features" },
      { path: "^client/src/app" },
    ),
    forbid(
      "features-stand-alone",
      "A feature that needs another is joined with it by a page.",
      { path: "^client/src/features/([^/]+)/" },
      { path: "^client/src/features/", pathNot: "^client/src/features/$1/" },
    ),
    forbid(
      "db-and-infra-are-leaves",
      "What remembers and what lives outside decide nothing.",
      { path: "^server/src/(db|infra)/" },
      { path: "^server/src/", pathNot: "^server/src/$1/" },
    ),
    forbid(
      "domain-speaks-no-protocol",
      "The domain decides; the doors speak.",
      { path: "^server/src/domain" },
      { path: ["^server/src/(http|app|main|env|demo)", "/(fastify|@fastify|@trpc)(/|@|\\+)"] },
    ),
    forbid(
      "http-asks-the-domain",
      "The doors see the database and the outside as types only.",
      { path: "^server/src/http" },
      { path: "^server/src/(db|infra|demo)/", dependencyTypesNot: ["type-only"] },
    ),
    forbid("only-main-starts", "Nothing imports what starts the process.", {}, { path: "^server/src/main\\.ts$" }),
    forbid(
      "settings-are-read-in-one-place",
      "Whoever needs a setting is handed it.",
      { path: "^server/src/", pathNot: "^server/src/main\\.ts$" },
      { path: "^server/src/env\\.ts$" },
    ),
    forbid(
      "product-does-not-know-its-tests",
      "What ships never imports what tests or measures it.",
      { path: "^(client|server|shared|demo)/src", pathNot: "\\.test\\.tsx?$" },
      { path: ["\\.test\\.tsx?$", "^server/test", "^(e2e|bench|paypal-simulator)/"] },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|node_modules/\\.test-postgres)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    moduleSystems: ["es6", "cjs"],
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".css"],
    },
    combinedDependencies: true,
  },
};
