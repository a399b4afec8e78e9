import type { ApiKeyScope } from "@shop/shared/program/api-key";
import { idInputSchema } from "@shop/shared/query";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { ZodError, type ZodObject, z } from "zod";
import type { Admin, Editor, Reader, ReadKey, User } from "../../domain/base/actor.ts";
import { type RequestContext, type Services, toContext } from "../context.ts";
import type { Body, RouteDocs } from "../openapi/documented.ts";
import { requireAdmin, requireEditor, requireReader, requireUser, requireUserOrKey } from "../security/access.ts";
import { withFormNumbers } from "./form-numbers.ts";

/** Who may call an endpoint, and the actor that its operation gets. */
type Actors = {
  anyone: undefined;
  /** Everybody; administrators and programs see more. */
  "anyone or reader": undefined;
  customer: User;
  "customer or program": User | ReadKey;
  admin: Admin;
  reader: Reader;
  editor: Editor;
};
export type Caller = keyof Actors;

/** Throws UNAUTHENTICATED or FORBIDDEN for everybody else. */
const identify: { [Who in Caller]: (context: RequestContext) => Promise<Actors[Who]> } = {
  anyone: async () => undefined,
  "anyone or reader": async () => undefined,
  customer: requireUser,
  "customer or program": requireUserOrKey,
  admin: requireAdmin,
  reader: requireReader,
  editor: requireEditor,
};

/** The same for the document: whose session is needed, and the scope of an API key that is as good. */
const admission: Record<Caller, { who: RouteDocs["who"]; key?: ApiKeyScope }> = {
  anyone: { who: "anyone" },
  "anyone or reader": { who: "anyone", key: "read" },
  customer: { who: "customer" },
  "customer or program": { who: "customer", key: "read" },
  admin: { who: "admin" },
  reader: { who: "admin", key: "read" },
  editor: { who: "admin", key: "write" },
};

/** The parts of a request that an endpoint reads, by their schemas. */
type InputSchemas = { params?: ZodObject; query?: ZodObject; headers?: ZodObject; body?: ZodObject };

/** A request of somebody who may make it. */
type Call<Who extends Caller> = {
  services: Services;
  context: RequestContext;
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actors[Who];
};

type Declaration<Who extends Caller, Schemas extends InputSchemas> = Omit<
  RouteDocs,
  "who" | "key" | "query" | "body"
> & {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  caller: Who;
  input: Schemas;
  /** What the document says of the body besides its schema. `hasFormNumbers`: numbers may be texts, as forms send them. */
  body?: Omit<Body, "schema"> & { schema?: ZodObject; hasFormNumbers?: true };
  options?: RouteShorthandOptions;
  /** Throws NOT_FOUND. What does not exist is refused before a query or a body that is not valid. */
  requireExisting?: (call: Call<Who> & { id: string }) => Promise<unknown>;
  /** Its result is the answer, with status 201 where that is the documented one. */
  run: (call: Call<Who> & z.output<ZodObject<Schemas>>) => unknown;
};

/** A path and method of the REST API, with everything that is known of it. */
export type Endpoint = {
  method: string;
  path: string;
  docs: RouteDocs;
  register: (app: FastifyInstance, services: Services) => void;
};

/** Declares an endpoint: its route, its place in the document, who may call it, and what it does. */
export function endpoint<Who extends Caller, Schemas extends InputSchemas>(
  declaration: Declaration<Who, Schemas>,
): Endpoint {
  const { method, path, caller, input, body, options, requireExisting, run, ...words } = declaration;
  const docs = { ...words, ...admission[caller], ...docsOf(input, body) };
  const isCreation = docs.answers[200] === undefined && docs.answers[201] !== undefined;
  const schema = z.object(input);
  return {
    method,
    path,
    docs,
    register: (app, services) =>
      app.route({
        ...options,
        method,
        url: path,
        config: { docs },
        // Before the body is parsed, so that a refused caller learns nothing about its validity.
        onRequest: async (request, reply) => void (await identify[caller](toContext(services, request, reply))),
        handler: async (request, reply) => {
          const context = toContext(services, request, reply);
          const call = { services, context, request, reply, actor: await identify[caller](context) };
          const parsed = schema.safeParse(partsOf(request, body?.hasFormNumbers === true));
          if (!parsed.success) {
            await requireExisting?.({ ...call, ...idInputSchema.parse(request.params) });
            throw withinPart(parsed.error);
          }
          if (isCreation) reply.code(201);
          return run({ ...call, ...parsed.data });
        },
      }),
  };
}

/** What the document says of the input: the same schemas, with the words about the body. */
function docsOf({ query, headers, body: schema }: InputSchemas, words: Declaration<Caller, InputSchemas>["body"]) {
  const { hasFormNumbers: _, ...body } = { schema, ...words };
  return {
    ...(query !== undefined && { query }),
    ...(headers !== undefined && { headers }),
    ...(body.schema !== undefined && { body: { ...body, schema: body.schema } }),
  };
}

function partsOf({ params, query, headers, body }: FastifyRequest, hasFormNumbers: boolean) {
  return { params, query, headers, body: hasFormNumbers ? withFormNumbers(body) : body };
}

/** An error names a field without the part of the request that it is in. */
function withinPart({ issues }: ZodError): ZodError {
  return new ZodError(issues.map((issue) => ({ ...issue, path: issue.path.slice(1) })));
}
