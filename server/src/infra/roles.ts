/** What an instance does: it answers requests, does the work of the shop in the background, or both. */
export const roles = ["both", "web", "worker"] as const;
export type Role = (typeof roles)[number];
