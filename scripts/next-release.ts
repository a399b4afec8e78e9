import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { project } from "./project.ts";

/** Builds a release for the test of upgrades into the given folder: the same server, and a client whose scripts all differ. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder to build into");
process.env.NODE_ENV = "production";
await build({
  root: join(project, "client"),
  logLevel: "warn",
  build: {
    outDir: join(folder, "client/dist"),
    emptyOutDir: true,
    // The names carry a hash of the content.
    rolldownOptions: { output: { banner: 'globalThis.release = "next";' } },
  },
});
await mkdir(join(folder, "server"), { recursive: true });
await cp(join(project, "client/dist/server"), join(folder, "client/dist/server"), { recursive: true });
await cp(join(project, "server/dist"), join(folder, "server/dist"), { recursive: true });
await symlink(join(project, "server/node_modules"), join(folder, "server/node_modules"));
await symlink(join(project, "drizzle"), join(folder, "drizzle"));
