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

/** The most lines of one list, and their characters. */
export const oldAddressLinesMax = 2_000;
const linesLength = 500_000;

const entrySchema = saveOldAddressSchema.pick({ address: true, path: true });
export type OldAddressEntry = z.output<typeof entrySchema>;

/** A list as spreadsheets and other shops write it: an old address and its page in a line, with a tab, comma or semicolon between. */
export const addOldAddressesSchema = z.object({
  lines: z
    .string({ error: "A list is required" })
    .max(linesLength, "This list is too long. Please send it in parts")
    .transform((text, context) => {
      const faults: string[] = [];
      const entries = new Map<string, OldAddressEntry>();
      for (const [line, cells] of linesOf(text)) {
        const { data, error } = entrySchema.safeParse({ address: cells[0] ?? "", path: cells[1] ?? "" });
        const isTwice = data !== undefined && (entries.get(data.address)?.path ?? data.path) !== data.path;
        if (isTwice) faults.push(`Line ${line}: ${data.address} leads to another page in an earlier line`);
        else if (data !== undefined) entries.set(data.address, data);
        else faults.push(`Line ${line}: ${error.issues[0]?.message ?? "it cannot be read"}`);
      }
      const message = listFaultOf(faults, entries.size);
      if (message === undefined) return [...entries.values()];
      context.issues.push({ code: "custom", message, input: text });
      return z.NEVER;
    }),
});

/** Why a list is refused: its first fault, with the number of the others. */
function listFaultOf([first, ...others]: readonly string[], entries: number): string | undefined {
  if (first !== undefined) return others.length === 0 ? first : `${first} (and ${others.length} more)`;
  if (entries === 0) return "Enter an old address and its page in each line";
  if (entries <= oldAddressLinesMax) return undefined;
  return `A list can have at most ${oldAddressLinesMax.toLocaleString("en")} lines. Please send it in parts`;
}

/** The cells of the lines that have any, by the numbers of the lines; without a heading. */
function linesOf(text: string): [line: number, cells: string[]][] {
  const lines = text.split(/\r\n|\r|\n/).map((line, place): [number, string[]] => [place + 1, cellsOf(line)]);
  const [first, ...others] = lines.filter(([, cells]) => cells.some((cell) => cell !== ""));
  const isHeading = first?.[1].every((cell) => !cell.includes("/"));
  return first === undefined || isHeading === true ? others : [first, ...others];
}

function cellsOf(line: string): string[] {
  const separator = ["\t", ";", ","].find((each) => line.includes(each)) ?? /\s+/;
  return line
    .trim()
    .split(separator)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

export const oldAddressSorts = ["address", "path", "updatedAt"] as const;
export const pageOldAddressesSchema = adminListSchema(oldAddressSorts, { by: "address", isDescending: false });
export type PageOldAddresses = z.output<typeof pageOldAddressesSchema>;
