import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

/** Draws the built client's first pictures with the client's own screens, for the server to fill in. */
export async function drawFirstPaint(client: string): Promise<void> {
  // Inside the client's folder, so that what is not bundled is found.
  const folder = join(client, "node_modules/.first-paint");
  await build({
    root: client,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr: "src/app/first-paint.tsx",
      outDir: folder,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      rollupOptions: { output: { entryFileNames: "first-paint.mjs", chunkFileNames: "[name]-[hash].mjs" } },
    },
  });
  const draw: unknown = Reflect.get(
    await import(pathToFileURL(join(folder, "first-paint.mjs")).href),
    "drawFirstPaint",
  );
  if (typeof draw !== "function") throw new Error("The client has nothing that draws its first pictures");
  const drawings: unknown = await draw();
  await writeFile(join(client, "dist/first-paint.json"), JSON.stringify(drawings));
  await rm(folder, { recursive: true });
}
