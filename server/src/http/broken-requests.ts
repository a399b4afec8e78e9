import { randomUUID } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionError } from "fastify";
import { toErrorBody, toRefusal } from "./errors.ts";
import { idHeader } from "./security/request-id.ts";
import { bareHeaders } from "./security/security-headers.ts";
import { hasOwnPace } from "./uploads/slow-uploads.ts";

/** The request of each connection whose answer is not sent whole yet. */
const unanswered = new WeakMap<Socket, { request: IncomingMessage; answer: ServerResponse }>();

/**
 * Notes requests, also those that no hook sees, so that the refusal of a broken one does not run into the answer to the one
 * before.
 */
export function noteRequests(server: Server): void {
  server.on("request", (request: IncomingMessage, answer: ServerResponse) => {
    const { socket } = request;
    unanswered.set(socket, { request, answer });
    // Not as soon as it is written: its connection may be about to be closed then.
    answer.once("close", () => {
      if (unanswered.get(socket)?.answer === answer) unanswered.delete(socket);
    });
  });
}

/** Answers a request that Node could not parse, for which no hook runs, and ends its connection. */
export function refuseBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (!socket.writable) return;
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && hasOwnPace(socket)) return;
  const before = unanswered.get(socket);
  if (before?.request.complete === true) {
    // What is broken follows a whole request, whose answer is still to come.
    before.answer.once("close", () => socket.destroySoon());
    return;
  }
  // A body that breaks after its request was answered gets no second answer.
  if (before?.answer.headersSent !== true) socket.write(toRefusalMessage(error));
  // A half-open connection would stay when the client never closes it.
  socket.destroySoon();
}

function toRefusalMessage({ code = "" }: ConnectionError): string {
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[code] ?? 400;
  const id = randomUUID();
  const body = JSON.stringify(toErrorBody(toRefusal({ statusCode: status }), id));
  const headers = {
    ...bareHeaders,
    [idHeader]: id,
    connection: "close",
    "content-length": Buffer.byteLength(body),
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${body}`;
}
