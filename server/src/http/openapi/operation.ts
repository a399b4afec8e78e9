import { z } from "zod";
import { documented } from "./documented.ts";

const tag = "Operation";

/** Health checks, and the document itself. */
export const operationDocs = {
  live: documented({
    id: "readLiveness",
    tag,
    who: "anyone",
    isAlwaysThere: true,
    summary: "Whether the process is alive",
    description: "Asks nothing of the database. A process that does not answer should be started again.",
    answers: {
      200: { description: "Alive.", schema: z.object({ status: z.literal("ok") }), example: { status: "ok" } },
    },
  }),
  ready: documented({
    id: "readReadiness",
    tag,
    who: "anyone",
    isAlwaysThere: true,
    summary: "Whether this instance should get traffic",
    description: "For load balancers: an instance that is starting, stopping or without its database gets no traffic.",
    answers: {
      200: { description: "Ready.", schema: z.object({ status: z.literal("ready") }), example: { status: "ready" } },
      503: {
        description: "Stopping, or without a database of the right shape.",
        schema: z.object({
          status: z.literal("unavailable"),
          missing: z.string().meta({ description: "What is missing, for people." }),
        }),
        example: { status: "unavailable", missing: "the database does not answer" },
        headers: { "Retry-After": "Seconds after which another look makes sense." },
      },
    },
  }),
  document: documented({
    id: "readApiDocument",
    tag,
    who: "anyone",
    isAlwaysThere: true,
    summary: "Read this document",
    description: "Made of the routes that this release of the shop has, so it is never behind them.",
    answers: {
      200: {
        description: "OpenAPI 3.1.",
        schema: z.looseObject({ openapi: z.string() }),
        example: { openapi: "3.1.1" },
        headers: { ETag: "Names this state of the document, for If-None-Match." },
      },
      304: { description: "Nothing has changed." },
    },
  }),
};
