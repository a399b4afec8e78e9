import pg from "pg";

/** Locks a product as a long act of somebody else does, until the returned function is called. */
export async function holdProduct(databaseUrl: string, id: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select from products where id = $1 for update", [id]);
  return async () => {
    await client.query("commit");
    await client.end();
  };
}
