import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** Where a relay listens or connects to: a port of this machine, or the path of a Unix socket. */
export type End = number | string;

const placeOf = (end: End) => (typeof end === "number" ? { host: "127.0.0.1", port: end } : { path: end });

/** Passes every connection to one end on to the other. Resolves once it listens. */
export async function openRelay(from: End, to: End): Promise<Server> {
  const server = createServer((near) => {
    const far = connect(placeOf(to));
    pass(near, far);
    pass(far, near);
  });
  server.listen(placeOf(from));
  await once(server, "listening");
  return server;
}

/** A side that breaks off takes the other with it. */
function pass(from: Socket, to: Socket): void {
  from.pipe(to);
  from.once("error", () => to.destroy());
  from.once("close", () => to.end());
}
