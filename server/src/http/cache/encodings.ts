import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import negotiator from "@fastify/accept-negotiator";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";

const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/** A body with its compressed forms, each once a client has asked for it. */
export type Encodable = { body: Buffer; encoded: Map<Encoding, Buffer | Promise<Buffer>> };

/** Smaller bodies are not worth compressing, in bytes. */
const compressFrom = 1_024;
/** As for answers that are compressed once each, because a cached one may be dropped soon. */
const brotliParams = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, brotliParams),
  gzip: promisify<Buffer, Buffer>(gzip),
};

const encodingNegotiator = new negotiator.Negotiator<Encoding>({
  supportedValues: [...encodings],
  cache: new LRUCache<string, string>({ max: 100 }),
});

/** How a body is sent to a client; `null` for as it is. */
export function chooseEncoding({ headers }: FastifyRequest, { body }: Encodable): Encoding | null {
  const accepted = headers["accept-encoding"];
  if (typeof accepted !== "string" || body.length < compressFrom) return null;
  return encodingNegotiator.negotiate(accepted);
}

/** A body in an encoding, compressed once for all requests. */
export function encode({ body, encoded }: Encodable, encoding: Encoding): Buffer | Promise<Buffer> {
  const known = encoded.get(encoding);
  if (known !== undefined) return known;
  const compressing = compress[encoding](body).then((compressed) => {
    encoded.set(encoding, compressed);
    return compressed;
  });
  encoded.set(encoding, compressing);
  return compressing;
}
