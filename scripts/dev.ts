import { spawn } from "node:child_process";
import { join } from "node:path";
import { project } from "./project.ts";
import { printControlAddress, simulatedPayments } from "./simulator.ts";

/**
 * Runs server and client from their sources: the server restarts on a change, the client uses hot
 * module replacement.
 */
const payments = await simulatedPayments();
printControlAddress(payments);
const server = {
  PUBLIC_ORIGIN: "http://localhost:5173",
  LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
  ...payments,
};
const bin = (name: string) => join(project, "node_modules/.bin", name);
const children = [
  spawn(bin("tsx"), ["watch", "--clear-screen=false", "server/src/main.ts"], {
    cwd: project,
    stdio: "inherit",
    env: { ...process.env, ...server },
  }),
  spawn(join(project, "client/node_modules/.bin/vite"), ["--strictPort"], {
    cwd: join(project, "client"),
    stdio: "inherit",
  }),
];
const stop = () => {
  for (const child of children) child.kill("SIGTERM");
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
for (const child of children) child.on("exit", stop);
