import { searchWordsOf } from "@shop/shared/catalog/search-words";
import { findPage, homePathOf, searchFormPath } from "@shop/shared/page/pages";

/** Paths that are no pages. */
export const notPages = /^\/(api|trpc|static|uploads)(\/|$)/;

/** In a path of more parts, which no page has, broken escapes are not told from others. */
const repairedPartsMax = 20;

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A request's URL with its broken percent-escapes read as text: the router refuses them, but people type addresses such
 * as `/search/50%`. URLs of anything but pages stay as they are.
 */
export function repairEscapes(url: string): string {
  const [path = ""] = url.split("?", 1);
  if (isDecodable(path) || notPages.test(path)) return url;
  const segments = path.split("/");
  const isLong = segments.length > repairedPartsMax;
  const repaired = segments.map((part) => (isLong || !isDecodable(part) ? encodeURIComponent(part) : part));
  return repaired.join("/") + url.slice(path.length);
}

/** Where the search form leads when the browser submits it itself; `undefined` for any other address. */
export function searchFormTarget(url: string): string | undefined {
  const [path = "", query] = url.split("?", 2);
  if (path !== searchFormPath) return undefined;
  return homePathOf(searchWordsOf(new URLSearchParams(query).get("keyword") ?? ""), 1);
}

/** Where a page is that was asked for with slashes at its end or in other letter case; `undefined` for any other path. */
export function canonicalPath(path: string): string | undefined {
  // A search without words and a page without number are Home.
  if (/^\/(search|page)\/+$/i.test(path)) return "/";
  const trimmed = withoutSlashesAtEnd(path);
  const found = findPage(trimmed, "any case");
  if (found === undefined) return undefined;
  const segments = trimmed.split("/");
  const canonical = found.page.path
    .split("/")
    .map((segment, index) => (segment.startsWith(":") ? segments[index] : segment))
    .join("/");
  return canonical === path ? undefined : canonical;
}

/** A loop, because an expression for it reads a path of slashes again from each of them. */
function withoutSlashesAtEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
