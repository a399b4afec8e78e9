import { connect, createServer } from "node:net";

/** Forwards connections to a host and port, and holds what is sent there for some milliseconds. */
const [host = "", port = "", delayMs = ""] = process.argv.slice(2);

const server = createServer({ noDelay: true }, (near) => {
  const far = connect({ host, port: Number(port), noDelay: true });
  near.on("data", (bytes) => setTimeout(() => far.write(bytes), Number(delayMs)));
  near.on("close", () => far.destroy());
  far.on("close", () => near.destroy());
  far.pipe(near);
  for (const socket of [near, far]) socket.on("error", () => socket.destroy());
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});
