import { minify } from "@swc/core";
import type { Plugin } from "vite";

/**
 * Makes Chromium compile all functions of a script on another thread while the script is downloaded. Otherwise it compiles
 * each on the main thread when it is first called.
 */
const compileHint = "//# allFunctionsCalledOnLoad";

/** Minifies the client's scripts, which the bundler's own minifier leaves 4% larger, and hints how to compile the entry. */
export function minifyScripts(): Plugin {
  return {
    name: "minify-scripts",
    // Nobody downloads what renders pages on the server.
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
    renderChunk: async (code) => {
      const { code: minified } = await minify(code, {
        compress: { passes: 2, inline: 1, toplevel: true },
        mangle: { toplevel: true },
        format: { comments: false },
        module: true,
        ecma: 2022,
      });
      return { code: minified, map: null };
    },
    generateBundle: {
      // The hint must come before what the bundler puts first.
      order: "post",
      handler: (_options, bundle) => {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === "chunk" && chunk.isEntry) chunk.code = `${compileHint}\n${chunk.code}`;
        }
      },
    },
  };
}
