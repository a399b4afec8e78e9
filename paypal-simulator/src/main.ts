import { z } from "zod";
import { startSimulator } from "./server.ts";

/**
 * The simulator as a process of its own. Says where it listens in one line,
 * and ends with whoever started it: their end of its standard input closes
 * however they end.
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
  })
  .parse(process.env);

process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
process.stdin.on("error", () => process.exit(0));
// The terminal's Ctrl+C reaches everybody; the shop still needs the provider until it has ended.
process.on("SIGINT", () => undefined);

const { origin } = await startSimulator({
  port: settings.SIMULATOR_PORT,
  host: settings.SIMULATOR_HOST,
  clearPendingMs: settings.SIMULATOR_CLEAR_MS,
  hasControl: settings.SIMULATOR_CONTROL === "1",
});
process.stdout.write(`${origin}\n`);
