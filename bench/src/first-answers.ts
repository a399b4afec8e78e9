import autocannon from "autocannon";
import pg from "pg";

/** The minimum ratio of pages rendered per second to details of the bare server. */
const floor = 0.05;
const connections = 20;

/**
 * Asks a shop whose cache is empty for the page of every product once, and the bare server for the same details.
 * Returns the misses, one sentence each.
 */
export async function measureFirstAnswers(databaseUrl: string, shop: string, bare: string): Promise<string[]> {
  const ids = await productIds(databaseUrl);
  // The code is compiled by pages that are not counted.
  await askEachOnce(shop, new Array<string>(400).fill("/cart"));
  const plain = await askEachOnce(
    bare,
    ids.map((id) => `/api/products/${id}`),
  );
  const html = await askEachOnce(
    shop,
    ids.map((id) => `/product/${id}`),
  );
  const share = `${((100 * html) / plain).toFixed(1)}%`;
  console.log(
    `\nPages of ${ids.length} products, each asked once: ${html.toFixed(0)}/s, ${share} of ${plain.toFixed(0)} bare details/s, floor ${100 * floor}%`,
  );
  return html < floor * plain ? [`pages asked for the first time: ${share} of the bare server's detail`] : [];
}

/** The ids of all products that customers see. */
export async function productIds(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    "select id from products where published_at is not null and deleted_at is null order by id",
  );
  await client.end();
  return rows.map(({ id }) => id);
}

/** Asks for each path once, over several connections. Returns the requests per second. */
export async function askEachOnce(origin: string, paths: string[]): Promise<number> {
  let next = 0;
  const setupRequest = (request: autocannon.Request) => {
    next += 1;
    return { ...request, path: paths[(next - 1) % paths.length] };
  };
  const { errors, timeouts, non2xx, requests, duration } = await autocannon({
    url: origin,
    connections,
    amount: paths.length,
    requests: [{ setupRequest }],
  });
  if (errors + timeouts + non2xx > 0) throw new Error(`${origin} failed under load`);
  return requests.total / duration;
}
