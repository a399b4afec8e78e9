import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { EnvError } from "../src/env/variables.ts";
import { ProbeFailed, probePurchase } from "../src/probe/purchase.ts";
import { writeProbeMetrics } from "../src/probe/textfile.ts";
import { runCommand } from "./with-database.ts";

const usage =
  "Buys the cheapest product and cancels the order: probe-purchase --origin URL --email EMAIL --password-file FILE " +
  "[--country USA] [--postal-code 12345] [--payment-method PayPal] [--simulator URL] [--metrics FILE]";

await runCommand(async () => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      origin: text,
      email: text,
      "password-file": text,
      country: { ...text, default: "USA" },
      "postal-code": { ...text, default: "12345" },
      "payment-method": { ...text, default: "PayPal" },
      simulator: text,
      metrics: text,
    },
  });
  const { origin, email, country, simulator, metrics, "password-file": passwordFile } = values;
  if (origin === undefined || email === undefined || passwordFile === undefined) throw new EnvError(usage);
  const password = (await readFile(passwordFile, "utf8")).trim();
  const account = { origin: new URL(origin).origin, email, password };
  const choices = { country, postalCode: values["postal-code"], paymentMethod: values["payment-method"], simulator };
  const since = performance.now();
  let isSuccess = false;
  try {
    const { order, isPaid, ms } = await probePurchase({ ...account, ...choices });
    isSuccess = true;
    console.log(`order ${order} was placed${isPaid ? ", paid" : ""} and cancelled in ${ms} ms`);
  } catch (error) {
    if (!(error instanceof ProbeFailed)) throw error;
    throw new EnvError(error.message);
  } finally {
    if (metrics !== undefined) await writeProbeMetrics(metrics, { isSuccess, ms: performance.now() - since });
  }
});
