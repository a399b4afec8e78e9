/** The widths at which the promises of the shop are shown: `pnpm test:resilience` sets `TEST_WIDTH=full`. */
const full = {
  killRounds: 20,
  killedCustomers: 50,
  longestLifeMs: 10_000,
  paymentKillRounds: 20,
  uploadKillRounds: 20,
  importKillRounds: 3,
  killedImportRows: Number(process.env.KILLED_IMPORT_ROWS ?? 2_000),
  stoppedMs: 60_000,
  terminationRounds: 20,
  stalledSockets: 500,
  fuzzedRequests: 20_000,
  freshChanges: 20_000,
  overweightUploads: 1_000,
  soakMs: 600_000,
  soakWarmUpMs: 150_000,
  soakWindowSeconds: 15,
  /** Megabytes a minute. */
  soakGrowth: 1,
  walkedSchedules: Number(process.env.WALK_SCHEDULES ?? 20_000),
  randomCarts: 2_000,
  facetChoices: 1_000,
  rankedSearches: 40,
  cachedChanges: 60,
  historyChanges: Number(process.env.HISTORY_CHANGES ?? 2_000),
  exportedProducts: 1_200,
  foreignKinds: 100,
};

/** What runs otherwise: three kill rounds, a leak check for gross leaks, and fewer of each random case. */
const short: typeof full = {
  ...full,
  ...{ killRounds: 3, longestLifeMs: 2_000 },
  ...{ soakMs: 45_000, soakWarmUpMs: 15_000, soakWindowSeconds: 5, soakGrowth: 20 },
  walkedSchedules: Number(process.env.WALK_SCHEDULES ?? 40),
  ...{ randomCarts: 200, facetChoices: 120, rankedSearches: 10, cachedChanges: 15, exportedProducts: 200 },
  foreignKinds: 4,
  historyChanges: Number(process.env.HISTORY_CHANGES ?? 400),
};

export const width: Readonly<typeof full> = process.env.TEST_WIDTH === "full" ? full : short;
