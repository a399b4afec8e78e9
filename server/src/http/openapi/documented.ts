import type { ErrorCode } from "@shop/shared/errors";
import type { ZodObject, ZodType } from "zod";

/** What a route answers when it goes well. */
export type Answer = {
  description: string;
  /** Nothing, unless it says otherwise. */
  schema?: ZodType;
  example?: unknown;
  /** JSON, unless it says otherwise. */
  type?: string;
  /** What comes along in the head, by name. */
  headers?: Record<string, string>;
};

/** What a route reads from the body. */
type Body = {
  schema: ZodObject;
  example?: unknown;
  /** JSON, unless it says otherwise. */
  type?: string;
  /** Fields that callers have always sent and that nobody reads. */
  ignored?: readonly string[];
};

/** What outside programs are told about a route. What follows from the method, the path and the caller is not repeated. */
export type RouteDocs = {
  /** What generated clients call it. */
  id: string;
  tag: Tag;
  summary: string;
  description?: string;
  /** Who is let in. */
  who: "anyone" | "customer" | "admin";
  query?: ZodObject;
  headers?: ZodObject;
  body?: Body;
  answers: Partial<Record<200 | 201 | 304 | 503, Answer>>;
  /** Whether it answers without asking the database. */
  isAlwaysThere?: true;
  /** What it refuses beyond what every route of its kind refuses. */
  refuses?: readonly ErrorCode[];
};

/** The chapters of the document, in their order. */
export const tags = {
  Products: "Reading, searching and changing products, and their reviews.",
  "Brands and categories": "The two lists of names that products refer to.",
  Accounts: "Signing in and out, the caller's own account, and everybody's for administrators.",
  Orders: "Placing, reading and fulfilling orders.",
  Payment: "Paying for orders.",
  Pictures: "Sending the pictures of products.",
  Operation: "Whether the shop is well, and this document.",
} as const;
export type Tag = keyof typeof tags;

declare module "fastify" {
  interface FastifyContextConfig {
    docs?: RouteDocs;
  }
}

/** The documentation of a route, as one of its options. Nothing is made of it before somebody asks for the document. */
export function documented(docs: RouteDocs) {
  return { config: { docs } };
}
