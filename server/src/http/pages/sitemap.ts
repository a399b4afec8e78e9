import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { canonicalProductPath, type ProductPaths } from "@shop/shared/catalog/product-path";
import { termPath } from "@shop/shared/catalog/term-page";
import { escapeHtml } from "@shop/shared/page/html";
import { pages } from "@shop/shared/page/pages";
import type { Db } from "../../db/client.ts";
import { readSitemapProducts, readSitemapTerms } from "../../domain/catalog/sitemap.ts";
import { readVersion } from "../../domain/catalog/version.ts";

/** The files of one version of the catalog, compressed with gzip. */
type Sitemap = { version: string; files: Buffer[] };

/** Reads the paths of the shop's own pages and articles that customers can read. */
type ListPages = (db: Db) => Promise<{ path: string; updatedAt: Date | null }[]>;

/** The maximum number of URLs in one file (sitemaps.org protocol). */
const urlsInFile = 50_000;
/** How long a request waits for a new version before it gets the previous one, in milliseconds. */
const waitMs = 8_000;

/** The first sitemap takes longer to build than a request waits. Status 503. */
class SitemapNotBuilt extends Error {
  readonly statusCode = 503;
}

type Builds = { newest?: Sitemap; running?: Promise<Sitemap> };

/**
 * Sitemaps that are built once for each version of the catalog, by one run for concurrent requests. Fails
 * with status 503 while the first one is being built for longer than a request waits.
 */
export function openSitemaps(
  readSite: () => SitemapSite,
  listPages: ListPages,
  urlsMax = urlsInFile,
): (db: Db) => Promise<Sitemap> {
  // Replicas can be at another version than the primary.
  const buildsOf = new WeakMap<Db, Builds>();

  const build = async (db: Db): Promise<Sitemap> => {
    const site = readSite();
    const version = `${site.version} ${await readVersion(db)}`;
    return { version, files: await buildFiles(readEntries(db, site, listPages), site.origin, urlsMax) };
  };

  return async (db) => {
    const builds: Builds = buildsOf.get(db) ?? {};
    buildsOf.set(db, builds);
    const version = `${readSite().version} ${await readVersion(db)}`;
    const giveUp = new AbortController();
    const late = delay(waitMs, "late" as const, { ref: false, signal: giveUp.signal });
    late.catch(() => undefined);
    try {
      // A run that began before the newest change is followed by another one.
      for (let round = 0; round < 2 && builds.newest?.version !== version; round += 1) {
        builds.running ??= startBuild(builds, () => build(db));
        if ((await Promise.race([builds.running, late])) === "late") break;
      }
    } finally {
      giveUp.abort();
    }
    if (builds.newest === undefined) throw new SitemapNotBuilt("the sitemap is still being built");
    return builds.newest;
  };
}

function startBuild(builds: Builds, build: () => Promise<Sitemap>): Promise<Sitemap> {
  const running = build()
    .then((sitemap) => {
      builds.newest = sitemap;
      return sitemap;
    })
    .finally(() => {
      delete builds.running;
    });
  // A failure is for the requests that wait; there may be none any more.
  running.catch(() => undefined);
  return running;
}

/** The shop whose pages are listed, and the version of its settings. */
type SitemapSite = { origin: string; productPaths: ProductPaths; version: number };

const urlset = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';

/** Home, the shop's own pages and articles, those of brands and categories, and all products, split into files. */
async function buildFiles(entries: AsyncIterable<string[]>, origin: string, urlsMax: number): Promise<Buffer[]> {
  const files: Buffer[] = [];
  let file = openFile();
  let count = 1;
  await file.write(`${urlset}<url><loc>${escapeHtml(`${origin}/`)}</loc></url>`);
  for await (const batch of entries) {
    for (let at = 0; at < batch.length; ) {
      if (count === urlsMax) {
        files.push(await file.end("</urlset>\n"));
        file = openFile();
        count = 0;
        await file.write(urlset);
      }
      const part = batch.slice(at, at + urlsMax - count);
      await file.write(part.join(""));
      at += part.length;
      count += part.length;
    }
  }
  files.push(await file.end("</urlset>\n"));
  return files;
}

async function* readEntries(
  db: Db,
  { origin, productPaths }: SitemapSite,
  listPages: ListPages,
): AsyncGenerator<string[]> {
  const toEntry = (path: string, updatedAt: string) =>
    `<url><loc>${escapeHtml(origin + path)}</loc><lastmod>${updatedAt}</lastmod></url>`;
  const terms = await readSitemapTerms(db);
  yield [`<url><loc>${escapeHtml(origin + pages.browse.path)}</loc></url>`];
  yield (await listPages(db)).map(({ path, updatedAt }) => {
    return updatedAt === null
      ? `<url><loc>${escapeHtml(origin + path)}</loc></url>`
      : toEntry(path, updatedAt.toISOString());
  });
  yield terms.map(({ kind, slug, updatedAt }) => toEntry(termPath(kind, slug), updatedAt));
  for await (const batch of readSitemapProducts(db)) {
    yield batch.map(({ id, slug, updatedAt }) =>
      toEntry(canonicalProductPath({ _id: id, slug }, productPaths), updatedAt),
    );
  }
}

/** Compresses a text that is written in parts, outside the event loop. */
function openFile() {
  const gzip = createGzip();
  const content = buffer(gzip);
  return {
    write: async (text: string): Promise<void> => {
      if (!gzip.write(text)) await once(gzip, "drain");
    },
    end: (text: string): Promise<Buffer> => {
      gzip.end(text);
      return content;
    },
  };
}

/** The index that names the files of a sitemap. */
export function sitemapIndex(origin: string, files: number): string {
  const entries = Array.from(
    { length: files },
    (_, place) => `<sitemap><loc>${escapeHtml(`${origin}/sitemap-${place + 1}.xml`)}</loc></sitemap>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</sitemapindex>\n`;
}
