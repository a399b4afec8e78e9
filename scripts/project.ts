import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the checkout. */
export const project = join(dirname(fileURLToPath(import.meta.url)), "..");
