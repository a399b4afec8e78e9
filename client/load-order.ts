import type { Plugin } from "vite";

/**
 * Orders the downloads of a built page: the shared styles first, because the first paint waits for them, and the
 * entry's script before the small ones of a screen, which would otherwise occupy every connection. Scripts have a low
 * priority: the server has rendered the page without them.
 */
export function loadOrder(): Plugin {
  return {
    name: "load-order",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => moveBefore(moveBefore(html, style, "<!--page-head-->"), script, "<!--page-scripts-->"),
    },
  };
}

const style = /<link rel="stylesheet"[^>]*>/;
const script = /<script type="module"[^>]*><\/script>/;

function moveBefore(html: string, element: RegExp, mark: string): string {
  const [found] = element.exec(html) ?? [];
  if (found === undefined || !html.includes(mark)) throw new Error(`The page lacks ${element.source} or ${mark}`);
  const moved = found.replace('<script type="module"', '<script type="module" fetchpriority="low"');
  return html.replace(found, "").replace(mark, () => `${moved}\n    ${mark}`);
}
