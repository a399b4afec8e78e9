/**
 * Where to go after signing in: the wanted address when it is a path of this
 * shop, else Home. Anything that a browser could read as another site is refused.
 */
export function safeRedirect(wanted: string | null | undefined): string {
  if (wanted == null || !/^\/(?![/\\])/.test(wanted)) return "/";
  // Browsers drop tabs and line breaks inside addresses, which could bring a second slash to the front.
  const origin = "https://shop.invalid";
  if (!URL.canParse(wanted, origin)) return "/";
  const url = new URL(wanted, origin);
  return url.origin === origin ? url.pathname.replace(/^\/+/, "/") + url.search + url.hash : "/";
}
