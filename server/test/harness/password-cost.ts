import argon2 from "argon2";
import { vi } from "vitest";

/** The least that argon2 accepts: memory in KiB, and passes. */
const leastCost = { memoryCost: 1_024, timeCost: 1 };

/**
 * The cost of password hashes. Most database tests register accounts, and at the production cost hashing takes most of
 * their processor time.
 */
export const passwordCost = {
  lower: () => {
    // Files that share a worker run the setup file once each.
    if (vi.isMockFunction(argon2.hash)) return;
    const { hash } = argon2;
    vi.spyOn(argon2, "hash").mockImplementation((password, options) => hash(password, { ...options, ...leastCost }));
  },
  restore: () => {
    vi.mocked(argon2.hash).mockRestore();
  },
};
