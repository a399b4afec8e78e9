import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding, type Encodable, encode } from "./encodings.ts";

/** Sends what is the same for everybody as long as the process runs, compressed once for all requests. */
export async function sendFixed(
  content: Encodable,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request, content);
  reply.header("vary", "accept-encoding");
  if (encoding !== null) reply.header("content-encoding", encoding);
  return reply.send(encoding === null ? content.body : await encode(content, encoding));
}
