import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { loadOrder } from "./load-order.ts";
import { minifyScripts } from "./minify-scripts.ts";
import { partFiles } from "./part-files.ts";
import { themeStyles } from "./theme-styles.ts";

const server = "http://localhost:3000";

export default defineConfig({
  plugins: [react(), themeStyles(), partFiles(), loadOrder(), minifyScripts()],
  build: {
    manifest: true,
    sourcemap: false,
    target: "es2022",
    // `minifyScripts` does it.
    minify: false,
    cssMinify: true,
    modulePreload: {
      // Every browser of this target knows module preloads.
      polyfill: false,
      // The client downloads the files of a part itself, so that it can try again.
      resolveDependencies: (_file, files, { hostType }) => (hostType === "html" ? files : []),
    },
    // Files answer with an address of their own, which the content policy allows and caches keep.
    assetsInlineLimit: 0,
    // Home may need 164 kB compressed; this is about as much before compression.
    chunkSizeWarningLimit: 560,
    rolldownOptions: {
      // What others publish says nothing about this build.
      checks: { invalidAnnotation: false, pluginTimings: false },
      // Reading from a library's object changes nothing. The modules of tRPC only export; its packages do not say so, and
      // the links for web sockets would stay.
      treeshake: { propertyReadSideEffects: false, moduleSideEffects: (id) => !/\/node_modules\/@trpc\//.test(id) },
      output: {
        // Otherwise the bundler prints what `minifyScripts` returns anew.
        minify: false,
        // What Home needs in one file, which compresses better than the fifty that parts share with it.
        codeSplitting: { groups: [{ name: "initial", tags: ["$initial"] }] },
        entryFileNames: "static/js/[name]-[hash].js",
        // Parts have names in the size limits and in the browser tests. The list of a part's files is shorter without the rest.
        chunkFileNames: ({ isDynamicEntry }) => `static/js/${isDynamicEntry ? "[name]-" : ""}[hash].js`,
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith(".css"))
            ? "static/css/[hash][extname]"
            : "static/media/[name]-[hash][extname]",
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ["/api", "/trpc", "/uploads", "/robots.txt", "/sitemap"].map((path) => [path, { target: server }]),
    ),
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["./test-setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // The libraries of the screens hold on to the first DOM that they see, so all files share one DOM and one process.
    isolate: false,
    maxWorkers: 1,
    // Time limits are for hangs only: a wait ends before its test does; in milliseconds.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
