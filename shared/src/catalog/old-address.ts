import { z } from "zod";
import { adminListSchema } from "../admin/admin-list.ts";
import { findPage } from "../page/pages.ts";
import { isStorableLine, versionSchema } from "../query.ts";
import { pathSchema } from "./search-settings.ts";

/** An address of the shop elsewhere, before it moved in, and the page that it leads to. */
export type OldAddress = { _id: string; address: string; path: string; version: number; updatedAt: string };

const addressLength = 500;

/** How addresses are compared: the path in lower case, without a slash at its end; nothing for what cannot be one. */
export function oldAddressKey(address: string): string | undefined {
  const path = decoded(address.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "");
  if (!path.startsWith("/") || path.startsWith("//") || path.length > addressLength || !isStorableLine(path)) {
    return undefined;
  }
  return path.toLowerCase().replace(/\/$/, "");
}

/** Browsers encode what is not ASCII. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const addressSchema = z
  .string({ error: "Old address is required" })
  .trim()
  .min(1, "Old address is required")
  .max(addressLength, `Old address can have at most ${addressLength} characters`)
  .transform((address, context) => {
    const key = oldAddressKey(address);
    const fault = faultOf(key);
    if (key !== undefined && fault === undefined) return key;
    context.issues.push({
      code: "custom",
      message: fault ?? "Enter a path such as /products/oak-table",
      input: address,
    });
    return z.NEVER;
  });

/** Why an address is none of before. One of a product here can be, as long as there is no such product. */
function faultOf(key: string | undefined): string | undefined {
  if (key === undefined || key === "") return "Enter a path such as /products/oak-table";
  if (/^\/(api|trpc)(\/|$)/.test(key)) return "Programs use this address";
  const page = findPage(key)?.page;
  return page === undefined || page.path.includes(":") ? undefined : "This is a page of this shop";
}

export const saveOldAddressSchema = z.object({
  address: addressSchema,
  path: pathSchema.refine((path) => !/[?#]/.test(path), "Leave out what follows a question mark or a number sign"),
  version: versionSchema,
});
export type SaveOldAddress = z.output<typeof saveOldAddressSchema>;

export const oldAddressSorts = ["address", "path", "updatedAt"] as const;
export const pageOldAddressesSchema = adminListSchema(oldAddressSorts, { by: "address", isDescending: false });
export type PageOldAddresses = z.output<typeof pageOldAddressesSchema>;
