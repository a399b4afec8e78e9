/**
 * The redirect target after sign-in: the requested path of this shop, else "/".
 * Prevents open redirects: anything that a browser could resolve to another origin is refused.
 */
export function safeRedirect(requested: string | null | undefined): string {
  if (requested == null || !/^\/(?![/\\])/.test(requested)) return "/";
  // Browsers remove tabs and line breaks from URLs, which could turn "/\t/" into "//".
  const origin = "https://shop.invalid";
  if (!URL.canParse(requested, origin)) return "/";
  const url = new URL(requested, origin);
  return url.origin === origin ? url.pathname.replace(/^\/+/, "/") + url.search + url.hash : "/";
}
