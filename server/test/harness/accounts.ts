import type { BuiltInRole } from "@shop/shared/account/permissions";
import { expect } from "vitest";
import { z } from "zod";
import type { TestShop } from "./shop.ts";

/** An administrator without a role is an owner. */
export type Role = "nobody" | "customer" | "admin" | Exclude<BuiltInRole, "owner">;

export type Account = { id: string; email: string; password: string; cookie: string };

let accounts = 0;

/** Registers somebody and makes them an administrator when asked to. */
export async function register(shop: TestShop, role: Exclude<Role, "nobody"> = "customer"): Promise<Account> {
  accounts += 1;
  const email = `person${accounts}@example.com`;
  const password = "a password of some length";
  const response = await fetch(`${shop.origin}/api/users`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: `Person ${accounts}`, email, password }),
  });
  expect(response.status).toBe(201);
  const { _id: id } = z.object({ _id: z.string() }).parse(await response.json());
  if (role !== "customer") {
    const staffRole = role === "admin" ? null : role;
    await shop.pool.query("update users set is_admin = true, role = $2 where id = $1", [id, staffRole]);
  }
  return { id, email, password, cookie: response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "" };
}

/** One person in each role, made when first asked for, and the headers with which they call. */
export function openRoles(shop: TestShop): (role: Role) => Promise<Record<string, string>> {
  const known = new Map<Role, Promise<Account>>();
  return async (role) => {
    if (role === "nobody") return {};
    const account = known.get(role) ?? register(shop, role);
    known.set(role, account);
    return { cookie: (await account).cookie };
  };
}
