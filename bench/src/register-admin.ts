import type pg from "pg";

/** Registers an admin and returns the session cookie. */
export async function registerAdmin(client: pg.Client, shop: string, email: string): Promise<string> {
  const response = await fetch(`${shop}/api/users`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Desk", email, password: "a long password of the desk" }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(";", 1)[0];
  if (cookie === undefined) throw new Error(`Registration answers ${response.status}`);
  await client.query("update users set is_admin = true where email = $1", [email]);
  return cookie;
}
