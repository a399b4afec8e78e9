/** How wide the resilience tests are by the shop's promises, in one place. */
const full = {
  killRounds: 20,
  killedCustomers: 50,
  longestLifeMs: 10_000,
  paymentKillRounds: 20,
  uploadKillRounds: 20,
  stoppedMs: 60_000,
  terminationRounds: 20,
  stalledSockets: 500,
  fuzzedRequests: 20_000,
  overweightUploads: 1_000,
  soakMs: 600_000,
  walkedSchedules: 20_000,
};

/** A little narrower where the whole test run must stay short (`RESILIENCE_WIDTH=narrow`). */
const narrow: typeof full = { ...full, longestLifeMs: 4_000, overweightUploads: 200, walkedSchedules: 300 };

export const width: Readonly<typeof full> = process.env.RESILIENCE_WIDTH === "narrow" ? narrow : full;
