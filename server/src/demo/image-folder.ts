import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the demo's images lie: beside the sources or the bundle that this runs from, whichever it is. */
export function imageFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const images = join(folder, "demo", "images");
    if (existsSync(images)) return images;
    if (folder === dirname(folder)) throw new Error("The images of the demo, demo/images, are missing");
  }
}
