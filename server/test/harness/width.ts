/**
 * How wide the resilience tests are, in one place: as wide as the shop's promises, or narrower where the whole test
 * run must stay short (`RESILIENCE_WIDTH=narrow`).
 */
const widths = {
  full: {
    killRounds: 20,
    killedBuyers: 50,
    longestLifeMs: 10_000,
    paymentKillRounds: 20,
    uploadKillRounds: 20,
    stoppedMs: 60_000,
    terminationRounds: 20,
    stalledSockets: 500,
    fuzzedRequests: 20_000,
    overweightUploads: 1_000,
    soakMs: 600_000,
  },
  narrow: {
    killRounds: 12,
    killedBuyers: 50,
    longestLifeMs: 4_000,
    paymentKillRounds: 10,
    uploadKillRounds: 10,
    stoppedMs: 30_000,
    terminationRounds: 12,
    stalledSockets: 500,
    fuzzedRequests: 20_000,
    overweightUploads: 200,
    soakMs: 600_000,
  },
} as const;

export const width: { readonly [What in keyof (typeof widths)["full"]]: number } =
  widths[process.env.RESILIENCE_WIDTH === "narrow" ? "narrow" : "full"];
