import type { Plugin } from "vite";

/** Downloads the entry's scripts after styles and the first image: the server has rendered the page without them. */
export function lateScripts(): Plugin {
  return {
    name: "late-scripts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) =>
        html.replace(/<(script type="module"|link rel="modulepreload") crossorigin/g, '$& fetchpriority="low"'),
    },
  };
}
