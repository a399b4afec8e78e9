import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { connect } from "node:tls";
import type { Call } from "./load.ts";

export type Answer = Call & { headers: IncomingHttpHeaders };
type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer };
export type HttpsClient = {
  /** Asks for a path on a connection of its own. Status 0 means that no answer came. */
  ask: (path: string, sent?: Sent) => Promise<Answer>;
  /** The serial number of the certificate that is shown now. */
  certificate: () => Promise<string>;
};

/** Asks a server at a port of this machine by its name, and takes no certificate but those of an authority (PEM). */
export function openHttpsClient({ port, name, ca }: { port: number; name: string; ca: string }): HttpsClient {
  const place = { host: "127.0.0.1", port, servername: name, ca };
  return {
    ask: (path, { method = "GET", headers = {}, body } = {}) => {
      const at = performance.now();
      return new Promise((done) => {
        const end = (status: number, text: string, answered: IncomingHttpHeaders = {}) => {
          const type = answered["content-type"] ?? "";
          done({ status, body: text, type, headers: answered, at, ms: performance.now() - at });
        };
        const options = { ...place, path, method, headers: { host: name, ...headers }, agent: false };
        const call = request(options, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.once("error", (error) => end(0, String(error)));
          response.once("end", () => end(response.statusCode ?? 0, Buffer.concat(chunks).toString(), response.headers));
        });
        call.once("error", (error) => end(0, String(error)));
        call.end(body);
      });
    },
    certificate: () =>
      new Promise((done, fail) => {
        const socket = connect(place, () => {
          done(socket.getPeerCertificate().serialNumber);
          socket.end();
        });
        socket.once("error", fail);
      }),
  };
}
