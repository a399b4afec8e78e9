import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

/** Prerenders the built client's pages with its own components; the server fills in the content. */
export async function prerender(client: string): Promise<void> {
  // Inside the client's folder, so that external packages resolve.
  const folder = join(client, "node_modules/.prerender");
  await build({
    root: client,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr: "src/app/prerender.tsx",
      outDir: folder,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      rollupOptions: { output: { entryFileNames: "prerender.mjs", chunkFileNames: "[name]-[hash].mjs" } },
    },
  });
  const draw: unknown = Reflect.get(await import(pathToFileURL(join(folder, "prerender.mjs")).href), "prerender");
  if (typeof draw !== "function") throw new Error("The client exports no prerender function");
  const prerendered: unknown = await draw();
  await writeFile(join(client, "dist/prerender.json"), JSON.stringify(prerendered));
  await rm(folder, { recursive: true });
}
