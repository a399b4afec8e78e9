import { z } from "zod";
import { startStripe } from "./server.ts";

/**
 * The simulator as a process. Prints its origin in one line. Exits when its standard input closes,
 * which happens when the parent process exits for whatever reason.
 */
const settings = z
  .object({
    STRIPE_SIMULATOR_STATE: z.string().default(""),
    STRIPE_SIMULATOR_WEBHOOK_URL: z.union([z.literal(""), z.url()]).default(""),
    STRIPE_SIMULATOR_WEBHOOK_SECRET: z.string().default(""),
  })
  .parse(process.env);

// Ctrl+C reaches all processes of the terminal; the shop needs the provider until it has shut down.
process.on("SIGINT", () => undefined);

const { STRIPE_SIMULATOR_STATE: stateFile, STRIPE_SIMULATOR_WEBHOOK_URL: url } = settings;
const { origin, saveState } = await startStripe({
  hasControl: true,
  stateFile: stateFile === "" ? undefined : stateFile,
  webhook: url === "" ? undefined : { url, secret: settings.STRIPE_SIMULATOR_WEBHOOK_SECRET },
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
