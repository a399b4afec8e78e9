import { type TRPC_ERROR_CODE_NUMBER, TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { Refusal } from "../errors.ts";

const codes = TRPC_ERROR_CODES_BY_KEY;

/** JSON-RPC codes by HTTP status, as tRPC assigns them. */
const rpcCodes = new Map<number, TRPC_ERROR_CODE_NUMBER>([
  [401, codes.UNAUTHORIZED],
  [402, codes.PAYMENT_REQUIRED],
  [403, codes.FORBIDDEN],
  [404, codes.NOT_FOUND],
  [405, codes.METHOD_NOT_SUPPORTED],
  [408, codes.TIMEOUT],
  [409, codes.CONFLICT],
  [413, codes.PAYLOAD_TOO_LARGE],
  [415, codes.UNSUPPORTED_MEDIA_TYPE],
  [422, codes.UNPROCESSABLE_CONTENT],
  [429, codes.TOO_MANY_REQUESTS],
]);

/** A refusal in tRPC's error shape: a JSON-RPC code, and the shop's own code and HTTP status in `data`. */
export function toErrorShape(
  { status, code, message, errors }: Refusal,
  { path, requestId }: { path?: string | undefined; requestId: string | undefined },
) {
  const fallback = status < 500 ? codes.BAD_REQUEST : codes.INTERNAL_SERVER_ERROR;
  return {
    message,
    code: rpcCodes.get(status) ?? fallback,
    data: { path, httpStatus: status, code, errors, requestId },
  };
}

export type ErrorShape = ReturnType<typeof toErrorShape>;
