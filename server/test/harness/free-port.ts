import { once } from "node:events";
import { createServer } from "node:net";

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen({ port: 0, host: "127.0.0.1" });
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("a listening port has no number");
  return address.port;
}
