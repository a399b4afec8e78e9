import autocannon from "autocannon";

export type Asked = { path: string; method?: "POST"; headers?: Record<string, string>; body?: string };

/** Sends each request once, over several connections. Returns their times in milliseconds. */
export function askEach(origin: string, asked: readonly Asked[], connections = 10): Promise<number[]> {
  let next = 0;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    next += 1;
    return { ...request, ...asked[(next - 1) % asked.length] };
  };
  const load = { url: origin, connections, amount: asked.length, requests: [{ setupRequest }] };
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    const run = autocannon(load, (error, { errors, timeouts, non2xx }) => {
      if (error) reject(error);
      else if (errors + timeouts + non2xx > 0) reject(new Error(`${origin}${asked[0]?.path} failed under load`));
      else resolve(times);
    });
    run.on("response", (_client, _status, _bytes, time) => times.push(time));
  });
}
