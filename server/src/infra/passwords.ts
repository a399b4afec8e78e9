import argon2 from "argon2";

/** argon2id at the cost that OWASP recommends for little memory: KiB, passes, lanes. */
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash of nobody's password, so that an unknown e-mail takes as long as a known one. */
const decoy = "$argon2id$v=19$m=19456,t=2,p=1$c2hvcC1kZWNveS1zYWx0IQ$UMLEc9AJ1G8KVLh3Ahu1ZEqQK6mLJdQ7KdV0a5vHxKQ";

/** More at once would take the processors from everybody else. */
const atOnce = 2;
/** How long a hash may wait for its turn, in milliseconds. */
const patience = 5_000;

class Overloaded extends Error {
  readonly statusCode = 503;
}

let running = 0;
const waiting: (() => void)[] = [];

function turn(): Promise<void> {
  if (running < atOnce) {
    running += 1;
    return Promise.resolve();
  }
  return new Promise((go, refuse) => {
    const start = () => {
      clearTimeout(timer);
      go();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1);
      refuse(new Overloaded("too many passwords wait to be checked"));
    }, patience);
    waiting.push(start);
  });
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  await turn();
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place is handed on, so the count stays.
    if (next === undefined) running -= 1;
    else next();
  }
}

/** Hashes a password for storage. Fails with status 503 when its turn does not come in time. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argon2.hash(password, cost));
}

/**
 * Whether a password belongs to a hash. Without a hash it is no, at the same
 * cost. Fails with status 503 when its turn does not come in time.
 */
export function checkPassword(hash: string | null, password: string): Promise<boolean> {
  return inTurn(async () => (await argon2.verify(hash ?? decoy, password)) && hash !== null);
}
