import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { openTokens } from "../../src/infra/tokens.ts";

const claims = { userId: "019b76da-a800-7ed2-bf2e-5d89dac875ba", sessionId: "019b76da-a800-798b-bf58-72a34fa9c1be" };
const { sign, verify } = openTokens("a secret of more than thirty-two characters", "http://localhost:3000");

test("A token that was found right once is found right again, and any other that begins like it is not", async () => {
  const token = await sign(claims, new Date(Date.now() + 60_000));
  expect([await verify(token), await verify(token)]).toEqual([claims, claims]);
  expect(await verify(`${token}A`)).toBeNull();
  expect(await verify(token.slice(0, -1))).toBeNull();
});

test("A token that was found right is not so any more once it has expired", async () => {
  const token = await sign(claims, new Date(Date.now() + 1_500));
  expect(await verify(token)).toEqual(claims);
  await wait(1_600);
  expect(await verify(token)).toBeNull();
});
