import { mkdtemp, rm } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrateDb } from "@shop/server/db/migrate";
import { startEmbeddedPostgres } from "@shop/server/infra/embedded-postgres";
import { fill } from "./fill.ts";
import { measureFirstDownload } from "./first-download.ts";
import { measureOrders } from "./orders.ts";
import { planSettings, plansOf } from "./plans.ts";
import { printFirstDownload, printHead, printScenario } from "./report.ts";
import { compare } from "./rounds.ts";
import { verifySameAnswers } from "./same-answers.ts";
import { scenariosOf } from "./scenarios.ts";
import { buildWhenOld, project, startBare, startShop } from "./servers.ts";

/**
 * Measures the shop against a bare server over the same rows, in one run on
 * one machine. With `--plans` it prints how PostgreSQL runs the shop's queries
 * instead; with `--strict` a missed floor fails the run.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: "string", default: "10000" },
    rounds: { type: "string", default: "5" },
    plans: { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
  },
});
const rows = wholeNumber("rows", options.rows);
const rounds = wholeNumber("rounds", options.rounds);

const undo: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;
const cleanUp = () => {
  stopping ??= (async () => {
    for (const step of undo.reverse()) await step();
  })();
  return stopping;
};
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}

try {
  const misses = await run();
  for (const miss of misses) console.log(`\nBelow the floor: ${miss}`);
  if (options.strict && misses.length > 0) process.exitCode = 1;
} finally {
  await cleanUp();
}

async function run(): Promise<string[]> {
  await buildWhenOld();
  const folder = await mkdtemp(join(project, "node_modules/.bench-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const settings = options.plans ? planSettings : [];
  const postgresFolder = join(folder, "postgres");
  const postgres = await startEmbeddedPostgres({ folder: postgresFolder, log: () => undefined, settings });
  undo.push(postgres.stop);
  await migrateDb(postgres.url, join(project, "drizzle"));
  console.log(`Filling the shop with ${rows} products`);
  const filled = await fill(postgres.url, rows);
  const scenarios = scenariosOf(filled);

  const shop = await startShop(postgres.url, join(folder, "data"));
  undo.push(shop.stop);
  if (options.plans) {
    for (const scenario of scenarios) {
      console.log(`\n${scenario.name}\n${await plansOf(scenario, shop.origin, postgresFolder)}`);
    }
    return [];
  }
  const bare = await startBare(postgres.url);
  undo.push(bare.stop);
  for (const scenario of scenarios) await verifySameAnswers(scenario, shop.origin, bare.origin);

  const [processor] = cpus();
  console.log(`Node ${process.version}, ${cpus().length} cores, ${processor?.model ?? "unknown processor"}\n`);
  printHead();
  const misses: string[] = [];
  for (const scenario of scenarios) {
    const addresses = {
      bare: bare.origin + scenario.bare,
      rest: shop.origin + scenario.rest,
      trpc: shop.origin + scenario.trpc,
    };
    misses.push(...printScenario(scenario.name, await compare(addresses, rounds)));
  }
  misses.push(...(await measureOrders(postgres.url, shop.origin, rounds)));
  misses.push(...printFirstDownload(await measureFirstDownload(join(project, "client/dist"))));
  return misses;
}

function wholeNumber(name: string, value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new Error(`--${name} needs a whole number above 0`);
  return Number(value);
}
