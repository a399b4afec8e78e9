/** Answers that were asked of another server once. */
const remembered = new Map<string, { headers: Record<string, string>; body: Buffer }>();
const perConnection = /^(connection|keep-alive|date|transfer-encoding|content-length)$/;

/** An answer of another server with the same headers, asked once. */
export async function rememberAnswer(of: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const known = remembered.get(of);
  if (known !== undefined) return known;
  const response = await fetch(of, { headers: { "accept-encoding": "identity" } });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !perConnection.test(name)));
  const answer = { headers, body: Buffer.from(await response.arrayBuffer()) };
  remembered.set(of, answer);
  return answer;
}
