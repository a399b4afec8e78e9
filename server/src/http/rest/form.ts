import multipart, { type FastifyMultipartOptions } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DomainError } from "../../domain/base/errors.ts";
import { UnsupportedBody } from "../security/security-headers.ts";

/** The size of a form beyond its file, at most; in bytes. */
const frameBytesMax = 16_384;

/** The scope of an endpoint that reads a form and nothing else. A file beyond the limit ends without an error. */
export function readsForm(options: FastifyMultipartOptions): (scope: FastifyInstance) => Promise<void> {
  return async (scope) => {
    scope.removeContentTypeParser("application/json");
    await scope.register(multipart, { ...options, throwFileSizeLimit: false });
  };
}

/** Refuses what is no form, or says that its file is larger than the limit, before anything is read. */
export function requireForm(
  { headers }: FastifyRequest,
  { bytesMax, tooLarge }: { bytesMax: number; tooLarge: () => DomainError },
): void {
  if (!/^multipart\/form-data\s*(;|$)/i.test(headers["content-type"] ?? "")) throw new UnsupportedBody();
  if (Number(headers["content-length"] ?? 0) > bytesMax + frameBytesMax) throw tooLarge();
}
