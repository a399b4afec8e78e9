import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { jobLimits, openDb } from "@shop/server/db/client";
import { migrateDb } from "@shop/server/db/migrate";
import { refreshRecommendations } from "@shop/server/domain/catalog/recommendations";
import { startEmbeddedPostgres } from "@shop/server/infra/embedded-postgres";
import pg from "pg";
import buildWhenChanged from "../../scripts/build-when-changed.ts";
import { project } from "../../scripts/project.ts";
import { sizeLimits } from "../../scripts/size-limits.ts";
import { compareSizes, measureSizes } from "../../scripts/sizes.ts";
import { measureAdapter } from "./adapter.ts";
import { measureHome, measurePages } from "./browser.ts";
import { measureChanges } from "./changes.ts";
import { measureFacets } from "./facets.ts";
import { measureFeed } from "./feed.ts";
import { type Filled, fill, parametersOf } from "./fill.ts";
import { measureFootprint } from "./footprint.ts";
import { measureGrowth } from "./growth.ts";
import { addImageTwins } from "./image-twins.ts";
import { measureImport } from "./import.ts";
import { measureInterference } from "./interference/measure.ts";
import { measureLive } from "./live.ts";
import { measureOrderList } from "./order-list.ts";
import { measureOrders } from "./orders.ts";
import { publishOwnHome } from "./own-home.ts";
import { planSettings, plansOf } from "./plans.ts";
import { measurePlanted } from "./planted.ts";
import { measureRelevance } from "./relevance/measure.ts";
import { printFootprint, printHead, printPages, printScenario, printSizes } from "./report.ts";
import { type Course, compareProcessors } from "./rounds.ts";
import { verifySameAnswers } from "./same-answers.ts";
import { measureScale } from "./scale.ts";
import { addressOf, isOfShop, scenariosOf, serverOf } from "./scenarios.ts";
import { type Server, startBare, startDemoShop, startPlain, startShop } from "./servers.ts";
import { measureTracing } from "./tracing.ts";
import { measureUncached, statementSettings } from "./uncached.ts";

const parts = [
  "catalog",
  "uncached",
  "changes",
  "footprint",
  "orders",
  "live",
  "admin",
  "adapter",
  "download",
  "browser",
  "relevance",
  "planted",
  "scale",
  "growth",
  "facets",
  "feed",
  "import",
  "interference",
  "tracing",
] as const;
/** The parts that are measured only by name. */
const namedParts: readonly string[] = [
  "planted",
  "scale",
  "growth",
  "facets",
  "feed",
  "import",
  "interference",
  "tracing",
];
/** The parts that have no use for a shop with generated products. */
const partsApart: readonly string[] = ["download", "interference", "browser", "relevance"];
/** The parts that are measured by default. */
const defaultParts = parts.filter((part) => !namedParts.includes(part));

/**
 * Measures the shop against a bare server over the same rows, in one run on one machine: all parts,
 * or the named ones. `--plans` prints the query plans of the shop's statements instead. `--strict`
 * fails the run for a missed floor. `--guard` measures the catalog for seconds instead of minutes,
 * and fails only for deviations that noise cannot explain. The database is temporary unless `--keep`
 * names a folder for it. `--before` names the address of an earlier shop with the demo catalog, with whose blocking
 * times the browser compares. `--phone` leaves the desktop out, whose paints and blocking have no limit. `--act` measures
 * the interference of the acts with this part of a name alone, and `--products` in a shop of this size. With `--groups`,
 * so many products each are the variants of one group.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string", default: "10000" },
    rounds: { type: "string", default: "5" },
    plans: { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
    guard: { type: "boolean", default: false },
    keep: { type: "string" },
    before: { type: "string" },
    phone: { type: "boolean", default: false },
    act: { type: "string", multiple: true, default: [] },
    products: { type: "string", default: "100000" },
    groups: { type: "string", default: "1" },
  },
});
const rows = wholeNumber("rows", options.rows);
/** In larger shops the first computation of recommendations takes minutes. */
const recommendedRowsMax = 20_000;
/** How many products are the variants of one group; 1 for no groups. */
const groupSize = wholeNumber("groups", options.groups);
const rounds = wholeNumber("rounds", options.rounds);
const named = options.guard ? ["catalog", "uncached"] : positionals;
const chosen = new Set(named.length === 0 ? defaultParts : named.map(partNamed));
/** Short rounds vary by a third; a missing index or an N+1 query costs more than that. */
const guard = { warmUp: 1, round: 1, rounds: 2, part: 0.6, requests: 750 };
const course: Course & { part: number; requests: number } = options.guard
  ? guard
  : { warmUp: 2, round: 3, rounds, part: 1, requests: 1_600 };

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
  if ((options.strict || options.guard) && misses.length > 0) process.exitCode = 1;
} catch (error) {
  // Errors of requests that the shutdown interrupts are ignored.
  if (stopping === undefined) throw error;
} finally {
  await cleanUp();
}

async function run(): Promise<string[]> {
  await buildWhenChanged();
  const folder = await mkdtemp(join(project, "node_modules/.bench-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const settings = options.plans ? planSettings : statementSettings;
  const postgresFolder = join(options.keep === undefined ? folder : resolve(options.keep), "postgres");
  const postgres = await startEmbeddedPostgres({ folder: postgresFolder, log: () => undefined, settings });
  undo.push(postgres.stop);
  const [processor] = cpus();
  console.log(`Node ${process.version}, ${cpus().length} cores, ${processor?.model ?? "unknown processor"}`);
  const misses: string[] = [];
  if (options.plans || [...chosen].some((part) => !partsApart.includes(part))) {
    misses.push(...(await measureServer(postgres.url, postgresFolder, folder)));
  }
  if (options.plans) return misses;
  if (chosen.has("download")) {
    const parts = await measureSizes(join(project, "client/dist"));
    printSizes(parts, sizeLimits);
    misses.push(...compareSizes(parts, sizeLimits));
  }
  if (chosen.has("interference")) {
    const measured = {
      products: wholeNumber("products", options.products),
      names: options.act,
      undo: (step: () => Promise<void>) => void undo.push(step),
    };
    misses.push(...(await measureInterference(postgres.url, folder, measured)));
  }
  if (chosen.has("browser") || chosen.has("relevance")) misses.push(...(await measureDemo(postgres.url, folder)));
  return misses;
}

async function measureServer(databaseUrl: string, postgresFolder: string, folder: string): Promise<string[]> {
  await migrateDb(databaseUrl, join(project, "drizzle"));
  const filled = await fillOnce(databaseUrl, postgresFolder);
  if (rows <= recommendedRowsMax) await computeRecommendationsOnce(databaseUrl);
  const misses: string[] = [];
  if (chosen.has("uncached") && !options.plans) {
    // Without jobs, whose statements would be counted.
    const [bare, web] = [
      await startBare(databaseUrl),
      await startShop(databaseUrl, join(folder, "web"), { ROLE: "web" }),
    ];
    undo.push(bare.stop, web.stop);
    const contenders = { bare, shop: web, postgresFolder };
    misses.push(
      ...(await measureUncached(databaseUrl, contenders, { filled, part: course.part, requests: course.requests })),
    );
    await Promise.all([bare.stop(), web.stop()]);
  }
  if (chosen.has("planted")) {
    if (options.keep !== undefined) throw new Error("Faults are planted in a database that nobody keeps");
    // As strictly as the guard.
    misses.push(...(await measurePlanted({ databaseUrl, postgresFolder, folder, filled, ...guard })));
    return misses;
  }
  const shop = await startShop(databaseUrl, join(folder, "data"));
  undo.push(shop.stop);
  if (options.plans) {
    for (const scenario of scenariosOf(filled)) {
      console.log(`\n${scenario.name}\n${await plansOf(scenario, shop.origin, postgresFolder)}`);
    }
    return [];
  }
  if (chosen.has("catalog")) misses.push(...(await measureCatalog(databaseUrl, shop, filled)));
  if (chosen.has("changes")) {
    const other = await startShop(databaseUrl, join(folder, "other"));
    undo.push(other.stop);
    const shops = { shop: shop.origin, other: other.origin };
    misses.push(...(await measureChanges(databaseUrl, shops, { scenarios: scenariosOf(filled), filled, course })));
    await other.stop();
  }
  if (chosen.has("footprint")) {
    const paths = scenariosOf(filled).flatMap(({ routes }) => routes.filter(({ transport }) => isOfShop(transport)));
    misses.push(...printFootprint(await measureFootprint(databaseUrl, join(folder, "data"), paths)));
  }
  if (chosen.has("orders")) misses.push(...(await measureOrders(databaseUrl, shop.origin, rounds)));
  if (chosen.has("live")) misses.push(...(await measureLive(databaseUrl, shop, rounds)));
  if (chosen.has("admin")) misses.push(...(await measureOrderList(databaseUrl, shop.origin, rounds)));
  if (chosen.has("adapter")) misses.push(...(await measureAdapter(databaseUrl, join(folder, "data"), course)));
  if (chosen.has("tracing")) await measureTracing(databaseUrl, folder, course);
  if (chosen.has("import")) misses.push(...(await measureImport(databaseUrl, shop.origin)));
  if (chosen.has("facets")) misses.push(...(await measureFacets(shop.origin, filled, rows)));
  if (chosen.has("feed")) misses.push(...(await measureFeed(shop, rows)));
  if (chosen.has("growth")) misses.push(...(await measureGrowth(databaseUrl, shop.origin, { filled, rows, folder })));
  if (chosen.has("scale"))
    misses.push(...(await measureScale(shop.origin, filled, { rows, entries: Math.ceil(rows / groupSize), folder })));
  return misses;
}

/** Fills the database, unless the folder's marker says that an earlier run has. */
async function fillOnce(url: string, postgresFolder: string): Promise<Filled> {
  const note = join(postgresFolder, "filled-rows");
  const filledWith = groupSize === 1 ? String(rows) : `${rows} in groups of ${groupSize}`;
  const rowsBefore = await readFile(note, "utf8").catch(() => undefined);
  if (rowsBefore === undefined) {
    console.log(`Filling the shop with ${rows} products`);
    const filled = await fill(url, rows, { groupSize });
    await writeFile(note, filledWith);
    return filled;
  }
  if (rowsBefore !== filledWith) throw new Error(`${options.keep} keeps a shop with ${rowsBefore} products`);
  return parametersOf(rows);
}

/** Does the first work of a shop that was just filled, which would be measured besides. */
async function computeRecommendationsOnce(databaseUrl: string): Promise<void> {
  const { db, close } = openDb({ url: databaseUrl, poolMax: 2, limits: jobLimits });
  await refreshRecommendations(db, () => false);
  await close();
}

/** Measures the demo shop, whose products people have described and photographed, in a database of its own. */
async function measureDemo(clusterUrl: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query("drop database if exists demo");
  await client.query("create database demo");
  await client.end();
  const databaseUrl = Object.assign(new URL(clusterUrl), { pathname: "/demo" }).href;
  const shop = await startDemoShop(databaseUrl, join(folder, "demo"));
  undo.push(shop.stop);
  const misses: string[] = [];
  if (chosen.has("relevance")) misses.push(...(await measureRelevance(shop.origin)));
  if (chosen.has("browser")) {
    const twins = await addImageTwins(databaseUrl);
    const isPhoneOnly = options.phone;
    const shops = { shop: shop.origin, before: options.before };
    const pages = await measurePages(shops, rounds, { twins, isPhoneOnly });
    await publishOwnHome(databaseUrl, shop.origin);
    pages.push(...(await measureHome(shop.origin, "Home with blocks", { rounds, isPhoneOnly })));
    misses.push(...printPages(pages));
  }
  return misses;
}

async function measureCatalog(databaseUrl: string, shop: Server, filled: Filled): Promise<string[]> {
  const [bare, plain] = [await startBare(databaseUrl), await startPlain()];
  undo.push(bare.stop, plain.stop);
  const origins = { shop: shop.origin, bare: bare.origin, plain: plain.origin };
  const servers = { shop, bare, plain };
  const scenarios = scenariosOf(filled);
  for (const scenario of scenarios) await verifySameAnswers(scenario, origins);
  console.log("");
  printHead();
  const misses: string[] = [];
  for (const scenario of scenarios) {
    // What was asked before is compared with memory. What a database costs is measured where nothing was asked before.
    const measured = scenario.routes.filter(({ transport }) => transport !== "bare");
    const addresses = new Map(
      measured.map((route) => {
        const { pid } = servers[serverOf(route.transport)];
        return [route.transport, { address: addressOf(route, origins), pid }];
      }),
    );
    const figures = await compareProcessors(addresses, course);
    misses.push(...printScenario({ ...scenario, routes: measured }, figures, course.part));
  }
  await Promise.all([bare.stop(), plain.stop()]);
  return misses;
}

function partNamed(name: string): (typeof parts)[number] {
  const part = parts.find((known) => known === name);
  if (part === undefined) throw new Error(`There is no part ${name}; there are ${parts.join(", ")}`);
  return part;
}

function wholeNumber(name: string, value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new Error(`--${name} needs a whole number above 0`);
  return Number(value);
}
