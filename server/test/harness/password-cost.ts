import argon2 from "argon2";
import { argon2id } from "../../src/infra/argon2id.ts";

/** The least that argon2 accepts: memory in KiB, and passes. */
const leastCost = { memoryCost: 1_024, timeCost: 1 };

const production = { ...argon2id };

/**
 * The cost of password hashes. Most database tests register accounts, and at the production cost, in processes that each
 * test file would start, hashing takes most of their processor time.
 */
export const passwordCost = {
  lower: () => {
    Object.assign(argon2id, {
      hash: (password: string) => argon2.hash(password, leastCost),
      verify: (hash: string, password: string) => argon2.verify(hash, password),
    });
  },
  restore: () => {
    Object.assign(argon2id, production);
  },
};
