import argon2 from "argon2";
import { z } from "zod";
import { serveTasks } from "./task-process.ts";

/** argon2id with OWASP's parameters for low memory: KiB, passes, lanes. */
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const taskSchema = z.union([z.object({ password: z.string(), hash: z.string() }), z.object({ password: z.string() })]);

/** Checks a password against a hash, or hashes it. */
serveTasks(async (input) => {
  const task = taskSchema.parse(input);
  return "hash" in task
    ? { isMatch: await argon2.verify(task.hash, task.password) }
    : { hash: await argon2.hash(task.password, cost) };
});
