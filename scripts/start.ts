import { join } from "node:path";
import buildWhenChanged from "./build-when-changed.ts";
import { project } from "./project.ts";
import { printControlAddress, simulatedPayments } from "./simulator.ts";

/** Builds the shop if its sources have changed since the last build, then runs the built server in this process. */
await buildWhenChanged().catch(() => process.exit(1));
// Warnings and errors only: the terminal shows no line per request.
process.env.LOG_LEVEL ??= "warn";
const payments = await simulatedPayments();
Object.assign(process.env, payments);
printControlAddress(payments);
await import(join(project, "server/dist/main.js"));
