import { join } from "node:path";
import { project } from "./project.ts";
import { sizeLimits } from "./size-limits.ts";
import { compareSizes, measureSizes } from "./sizes.ts";

/** Fails if a part of the built client, or of the client in the given folder, exceeds its size limit. */
const parts = await measureSizes(process.argv[2] ?? join(project, "client/dist"));
const found = compareSizes(parts, sizeLimits);
for (const sentence of found) console.log(sentence);
if (found.length > 0) process.exit(1);
