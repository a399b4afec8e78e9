import { join } from "node:path";
import { fileURLToPath } from "node:url";

const data = join(fileURLToPath(import.meta.url), "../../../.data/e2e");
const firstPort = Number(process.env.E2E_PORT ?? 3105);

/** Where the product images of the demo are stored from run to run; all shops read them. */
export const uploadsDir = join(data, "uploads");

/**
 * The shop that serves one worker of Playwright, by the worker's parallel index. Each worker has a shop with a database
 * and a payment simulator of its own, so that tests in parallel share no rows.
 */
export function shopOfWorker(index: number): { port: number; origin: string; dataDir: string } {
  const port = firstPort + index;
  return { port, origin: `http://localhost:${port}`, dataDir: join(data, `shop-${index}`) };
}
