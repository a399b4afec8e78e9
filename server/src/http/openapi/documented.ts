import type { Permission } from "@shop/shared/account/permissions";
import type { ErrorCode } from "@shop/shared/errors";
import type { ApiKeyScope } from "@shop/shared/program/api-key";
import type { ZodObject, ZodType } from "zod";

/** The successful answer of a route. */
export type Answer = {
  description: string;
  /** An empty body by default. */
  schema?: ZodType;
  example?: unknown;
  /** JSON by default. */
  type?: string;
  /** Response headers by name. */
  headers?: Record<string, string>;
};

/** The request body of a route. */
export type Body = {
  schema: ZodObject;
  /** Whether the request may come without it. */
  isOptional?: true;
  example?: unknown;
  /** JSON by default. */
  type?: string;
  /** The media types of a form's parts, by name. */
  encoding?: Record<string, { contentType: string }>;
  /** Fields that clients send and the server ignores. */
  ignored?: readonly string[];
};

/** A route's documentation, beyond what its method, path and access say. */
export type RouteDocs = {
  /** The operation id, which generated clients use as a name. */
  id: string;
  tag: Tag;
  summary: string;
  description: string;
  /** Who may call it. */
  who: "anyone" | "customer" | "admin";
  /** The scope that an API key needs to call it. Without one, no key may. */
  key?: ApiKeyScope;
  /** What the role of an admin, or the key of a program, must permit. */
  needs?: readonly Permission[];
  query?: ZodObject;
  headers?: ZodObject;
  body?: Body;
  answers: Partial<Record<200 | 201 | 304 | 503, Answer>>;
  /** Whether it answers without a database query. */
  isAlwaysThere?: true;
  /** Refusals beyond those of every such route. */
  refuses?: readonly ErrorCode[];
};

/** The document's tags, in order. */
export const tags = {
  Products: "Reading, searching and changing products, their reviews, and what customers ask about them.",
  "Brands and categories": "The two lists of names that products refer to.",
  Accounts: "Signing in and out, the caller's own account, and everybody's for administrators.",
  Orders: "Placing, reading and fulfilling orders.",
  Payment: "Paying for orders.",
  Returns: "What customers send back.",
  Pictures: "Sending the pictures of products.",
  Operation: "Whether the shop is well, and this document.",
} as const;
export type Tag = keyof typeof tags;

declare module "fastify" {
  interface FastifyContextConfig {
    docs?: RouteDocs;
  }
}

/** A route option with the documentation. It is evaluated when the document is first requested. */
export function documented(docs: RouteDocs) {
  return { config: { docs } };
}
