/** The forbidden imports between packages and layers. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** The folders of the domain by layer, the lowest first. A folder imports from lower layers only; CONTRIBUTING.md draws them. */
const domainLayers = [
  ["base"],
  ["terms-of-sale", "settings"],
  ["catalog", "outbox", "audit"],
  ["account", "import", "price", "review", "question", "saved", "stock-alert", "discount", "store-credit"],
  ["order", "api-key", "staff", "home", "journal", "cart"],
  ["gift-card"],
  ["invoice", "webhook", "withdrawal", "dashboard", "personal-data", "rehearsal"],
  ["payment", "info-page", "mail"],
  ["return"],
  ["exchange"],
];
const inDomain = (folders) => `^server/src/domain/(${folders.join("|")})/`;

module.exports = {
  forbidden: [
    ...domainLayers.map((folders, place) =>
      forbid(
        `domain-layer-${place + 1}`,
        "A folder of the domain imports neither from its own layer nor from a higher one.",
        { path: inDomain(folders) },
        { path: inDomain(domainLayers.slice(place).flat()), pathNot: "^server/src/domain/$1/" },
      ),
    ),
    forbid(
      "admin-parts-are-leaves",
      "What several admin screens share knows none of them.",
      { path: "^client/src/features/admin/parts/" },
      { path: "^client/src/features/admin/", pathNot: "^client/src/features/admin/parts/" },
    ),
    forbid(
      "admin-features-are-in-folders",
      "A file of the admin is in the folder of its screens, or in parts.",
      { path: "^client/src/features/admin/[^/]+$" },
      {},
    ),
    {
      ...forbid(
        "no-circular-folders",
        "Folders must be readable from the top down, too.",
        { path: "^(server/src/(domain|http|metrics)|client/src/features)(/|$)" },
        { circular: true },
      ),
      scope: "folder",
    },
    forbid(
      "http-knows-no-metrics",
      "The metrics measure the transports, not the other way round.",
      { path: "^server/src/http/" },
      { path: "^server/src/metrics/" },
    ),
    forbid(
      "domain-folders-have-a-layer",
      "Each file of the domain is in a folder, and each folder in a layer.",
      { path: "^server/src/domain/", pathNot: inDomain(domainLayers.flat()) },
      {},
    ),
    forbid("no-circular-imports", "Modules must be readable from the top down.", {}, { circular: true }),
    forbid(
      "no-unresolved-imports",
      "Every import must resolve.",
      { pathNot: ["^client/vite", "^server/test/api/outside-program/"] },
      // Virtual modules of the build have no file.
      { couldNotResolve: true, pathNot: "^virtual:" },
    ),
    forbid(
      "shared-imports-only-zod",
      "Shared code is platform-independent: no I/O and no clock.",
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
      "simulator-is-independent",
      "The payment simulator shares no code with the shop, like the provider that it replaces.",
      { path: "^(paypal|stripe)-simulator/" },
      { path: "^(client|server|shared|demo|bench|e2e|scripts)/" },
    ),
    forbid(
      "client-imports-only-types-of-the-server",
      "The client uses the server's types only.",
      { path: "^client/src" },
      { path: "^(server|demo|bench|e2e|scripts)/", dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "client-lib-and-ui-are-leaves",
      "Generic components and functions import no feature and no page.",
      { path: "^client/src/(lib|ui)" },
      { path: "^client/src/(features|app)" },
    ),
    forbid(
      "features-do-not-import-the-app",
      "Pages import features, not the other way round.",
      { path: "^client/src/features" },
      { path: "^client/src/app" },
    ),
    forbid(
      "features-are-independent",
      "Pages compose features; features do not import each other.",
      { path: "^client/src/features/([^/]+)/" },
      { path: "^client/src/features/", pathNot: "^client/src/features/$1/" },
    ),
    forbid(
      "db-and-infra-are-leaves",
      "Database and infrastructure code contains no business rules.",
      { path: "^server/src/(db|infra)/" },
      { path: "^server/src/", pathNot: "^server/src/$1/" },
    ),
    forbid(
      "payments-know-no-provider-by-name",
      "Payments, refunds and parcels are handled by the contract in infra/payment-provider.ts alone.",
      { path: "^server/src/domain/", pathNot: "^server/src/domain/settings/" },
      { path: "^server/src/infra/paypal/" },
    ),
    forbid(
      "domain-is-transport-independent",
      "The domain imports no transport.",
      { path: "^server/src/domain" },
      { path: ["^server/src/(http|app|main|env|demo)", "/(fastify|@fastify|@trpc)(/|@|\\+)"] },
    ),
    forbid(
      "search-has-one-face",
      "Outside its folder, search is what every search engine does: searchProducts and suggestProducts.",
      { path: "^server/src/", pathNot: "^server/src/domain/catalog/search/" },
      { path: "^server/src/domain/catalog/search/", pathNot: "/product-search\\.ts$" },
    ),
    forbid(
      "http-uses-the-domain",
      "The transports use the database and the infrastructure through the domain.",
      { path: "^server/src/http" },
      { path: "^server/src/(db|infra|demo)/", dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "orders-are-advanced-by-the-payment",
      "Before an order is shipped, its payment is read: the transports advance orders by domain/payment/advance.ts.",
      { path: "^server/src/http" },
      { path: "^server/src/domain/order/advance\\.ts$" },
    ),
    forbid("main-is-the-entry-point", "Nothing imports the entry point.", {}, { path: "^server/src/main\\.ts$" }),
    forbid(
      "settings-are-read-in-main",
      "Settings are passed as parameters.",
      { path: "^server/src/", pathNot: "^server/src/main\\.ts$" },
      { path: "^server/src/env\\.ts$" },
    ),
    forbid(
      "production-code-imports-no-tests",
      "Production code imports no tests and no benchmarks.",
      { path: "^(client|server|shared|demo)/src", pathNot: "\\.test\\.tsx?$" },
      { path: ["\\.test\\.tsx?$", "^server/test", "^(e2e|bench|paypal-simulator|stripe-simulator)/"] },
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
