import { z } from "zod";
import { startSimulator } from "./server.ts";

/**
 * The simulator as a process. Prints its origin in one line. Exits when its standard input closes,
 * which happens when the parent process exits for whatever reason.
 */
const settings = z
  .object({
    SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
    SIMULATOR_HOST: z.string().default("localhost"),
    SIMULATOR_CLEAR_MS: z
      .string()
      .regex(/^\d*$/)
      .transform((ms) => (ms === "" ? undefined : Number(ms)))
      .prefault(""),
    SIMULATOR_CONTROL: z.enum(["0", "1"]).default("0"),
    SIMULATOR_STATE: z.string().default(""),
    SIMULATOR_WEBHOOK_URL: z.union([z.literal(""), z.url()]).default(""),
    SIMULATOR_WEBHOOK_ID: z.string().default(""),
  })
  .parse(process.env);

// Ctrl+C reaches all processes of the terminal; the shop needs the provider until it has shut down.
process.on("SIGINT", () => undefined);

const { SIMULATOR_STATE: stateFile, SIMULATOR_WEBHOOK_URL: url, SIMULATOR_WEBHOOK_ID: id } = settings;
const { origin, saveState } = await startSimulator({
  port: settings.SIMULATOR_PORT,
  host: settings.SIMULATOR_HOST,
  clearPendingMs: settings.SIMULATOR_CLEAR_MS,
  hasControl: settings.SIMULATOR_CONTROL === "1",
  stateFile: stateFile === "" ? undefined : stateFile,
  webhook: url === "" ? undefined : { url, id },
  report: (problem) => process.stderr.write(`${problem}\n`),
});

const end = () => {
  saveState();
  process.exit(0);
};
process.on("SIGTERM", end);
process.stdin.on("end", end);
process.stdin.on("error", end);
process.stdin.resume();
process.stdout.write(`${origin}\n`);
