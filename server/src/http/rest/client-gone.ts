import type { FastifyReply } from "fastify";

/** The client has closed its connection, so nobody reads the answer. Status 400. */
class ClientGone extends Error {
  readonly statusCode = 400;
}

/** A signal that aborts with ClientGone when the connection closes before the answer. */
export function abortedWhenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort(new ClientGone("the client has gone"));
  if (raw.closed || raw.socket?.destroyed === true) abort();
  else raw.once("close", abort);
  return gone.signal;
}
