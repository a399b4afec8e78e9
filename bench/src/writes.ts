import { randomUUID } from "node:crypto";
import pg from "pg";

const customers = 20;
const adminWrites = 600;
const orders = 2_000;
const signIns = 400;
/** Requests at once. */
const connections = 10;
const password = "a password of the benchmark";
const address = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };

type Account = { email: string; cookie: string };

/** Loads a shop with writes: registrations, changes of products by an admin, orders and sign-ins. */
export async function loadWrites(databaseUrl: string, shop: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const accounts: Account[] = [];
    await repeat(customers, async () => void accounts.push(await register(shop)));
    const [admin] = accounts;
    await client.query("update users set is_admin = true where email = $1", [admin?.email]);
    const { rows } = await client.query<{ id: string; body: unknown }>(
      `update products set count_in_stock = 1000000 where id in (
         select id from products where published_at is not null and deleted_at is null order by id limit 200)
       returning id, json_build_object('name', name, 'price', price_cents / 100.0, 'image', image, 'description', description,
         'brand', (select b.name from brands b where b.id = brand_id),
         'category', (select c.name from categories c where c.id = category_id), 'countInStock', 1000000) as body`,
    );
    const any = (n: number) => rows[n % rows.length];
    await repeat(adminWrites, async (n) => {
      await call(shop, `/api/products/${any(n)?.id}`, { method: "PUT", cookie: admin?.cookie, body: any(n)?.body });
    });
    await repeat(orders, async (n) => {
      const orderItems = [{ product: any(n)?.id, qty: 1 }];
      const body = { orderItems, shippingAddress: address, paymentMethod: "PayPal" };
      await call(shop, "/api/orders", { method: "POST", cookie: accounts[n % customers]?.cookie, body });
    });
    await repeat(signIns, async (n) => {
      const body = { email: accounts[n % customers]?.email, password };
      await call(shop, "/api/users/auth", { method: "POST", body });
    });
  } finally {
    await client.end();
  }
}

async function repeat(times: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < times) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
}

async function register(shop: string): Promise<Account> {
  const email = `${randomUUID()}@example.com`;
  const response = await call(shop, "/api/users", { method: "POST", body: { name: "Ada", email, password } });
  return { email, cookie: response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "" };
}

type Call = { method: string; cookie?: string | undefined; body: unknown };

async function call(shop: string, path: string, { method, cookie, body }: Call): Promise<Response> {
  const headers = { "content-type": "application/json", ...(cookie === undefined ? {} : { cookie }) };
  const response = await fetch(shop + path, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return response;
}
