import type { Permission } from "@shop/shared/account/permissions";
import type { ApiKeyScope } from "@shop/shared/program/api-key";
import { idInputSchema } from "@shop/shared/query";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { ZodError, type ZodObject, z } from "zod";
import type { Admin, Editor, Member, Reader, ReadKey, User } from "../../domain/base/actor.ts";
import { cachedRoute } from "../cache/cached-routes.ts";
import { type RequestContext, type Services, toContext } from "../context.ts";
import type { Body, RouteDocs } from "../openapi/documented.ts";
import {
  requireAdmin,
  requireEditor,
  requireMember,
  requireReader,
  requireUser,
  requireUserOrKey,
} from "../security/access.ts";
import { withFormNumbers } from "./form-numbers.ts";

/** Who may call an endpoint, and the actor that its operation gets. */
type Actors<Granted extends Permission> = {
  anyone: undefined;
  /** Everybody; administrators and programs see more. */
  "anyone or reader": undefined;
  customer: User;
  /** A customer with an account: none who buys as a guest. */
  member: Member;
  "customer or program": User | ReadKey<never>;
  admin: Admin<Granted>;
  reader: Reader<Granted>;
  editor: Editor<Granted>;
};
export type Caller = keyof Actors<never>;

/** Throws UNAUTHENTICATED or FORBIDDEN for everybody else. */
function openIdentify<Granted extends Permission>(
  needed: readonly Granted[],
): {
  [Who in Caller]: (context: RequestContext) => Promise<Actors<Granted>[Who]>;
} {
  return {
    anyone: async () => undefined,
    "anyone or reader": async () => undefined,
    customer: requireUser,
    member: requireMember,
    "customer or program": requireUserOrKey,
    admin: (context) => requireAdmin(context, needed),
    reader: (context) => requireReader(context, needed),
    editor: (context) => requireEditor(context, needed),
  };
}

/** The same for the document: whose session is needed, and the scope of an API key that is as good. */
const admission: Record<Caller, { who: RouteDocs["who"]; key?: ApiKeyScope }> = {
  anyone: { who: "anyone" },
  "anyone or reader": { who: "anyone", key: "read" },
  customer: { who: "customer" },
  member: { who: "customer" },
  "customer or program": { who: "customer", key: "read" },
  admin: { who: "admin" },
  reader: { who: "admin", key: "read" },
  editor: { who: "admin", key: "write" },
};

/** The parts of a request that an endpoint reads, by their schemas. Headers are named as the document has them. */
type InputSchemas = { params?: ZodObject; query?: ZodObject; headers?: ZodObject; body?: ZodObject };

/** A request of somebody who may make it. */
export type Call<Who extends Caller, Granted extends Permission = never> = {
  services: Services;
  context: RequestContext;
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actors<Granted>[Who];
};

type Declaration<Who extends Caller, Schemas extends InputSchemas, Result, Granted extends Permission> = Omit<
  RouteDocs,
  "who" | "key" | "needs" | "body"
> & {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  caller: Who;
  /** What the role of an admin, or the key of a program, must permit. */
  needs?: readonly Granted[];
  input: Schemas;
  /** What the document says of the body besides its schema. `hasFormNumbers`: numbers may be texts, as forms send them. */
  body?: Omit<Body, "schema"> & { schema?: ZodObject; hasFormNumbers?: true };
  options?: RouteShorthandOptions;
  /** What the server needs for this endpoint alone, such as another parser of bodies. */
  scope?: (app: FastifyInstance, services: Services) => void | Promise<void>;
  /** Refuses, before the body is read, what the head of the request shows to be wrong. */
  receive?: (call: Call<Who, Granted>) => unknown;
  /** Throws NOT_FOUND. What does not exist is refused before a query or a body that is not valid. */
  requireExisting?: (call: Call<Who, Granted> & { id: string }) => Promise<unknown>;
  /** Its result is the answer, with status 201 where that is the documented one. */
  run: (call: Call<Who, Granted> & z.output<ZodObject<Schemas>>) => Result;
  /** How the answer is cached for guests; it is not without. */
  cache?: {
    /** What the answer depends on. */
    tags: (answer: Awaited<Result>, request: FastifyRequest) => readonly string[];
    /** Whether signed-in users may get another answer than guests. */
    variesByUser?: true;
  };
};

/** A path and method of the REST API, with everything that is known of it. */
export type Endpoint = {
  method: string;
  path: string;
  docs: RouteDocs;
  register: (app: FastifyInstance, services: Services) => void;
};

/** Declares an endpoint: its route, its place in the document, who may call it, and what it does. */
export function endpoint<
  Who extends Caller,
  Schemas extends InputSchemas,
  Result,
  const Granted extends Permission = never,
>(declaration: Declaration<Who, Schemas, Result, Granted>): Endpoint {
  const {
    method,
    path,
    caller,
    needs = [],
    input,
    body,
    options,
    scope,
    receive,
    requireExisting,
    run,
    cache,
    ...words
  } = declaration;
  const identify = openIdentify(needs);
  const docs = { ...words, ...admission[caller], ...(needs.length > 0 && { needs }), ...docsOf(input, body) };
  const isForAnyone = docs.who === "anyone";
  const schema = z.object(input);
  const toCall = async (
    services: Services,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Call<Who, Granted>> => {
    const context = toContext(services, request, reply);
    return { services, context, request, reply, actor: await identify[caller](context) };
  };
  const answer = async (services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Awaited<Result>> => {
    const call = await toCall(services, request, reply);
    const parsed = schema.safeParse(partsOf(request, input, body?.hasFormNumbers === true));
    if (!parsed.success) {
      await requireExisting?.({ ...call, ...idInputSchema.parse(request.params) });
      throw withinPart(parsed.error);
    }
    if (isCreation(docs)) reply.code(201);
    return await run({ ...call, ...parsed.data });
  };
  const register = (app: FastifyInstance, services: Services) => {
    const read = (request: FastifyRequest, reply: FastifyReply) => answer(services, request, reply);
    app.route({
      ...options,
      method,
      url: path,
      config: { docs },
      // Before the body is parsed, so that a refused caller learns nothing about its validity.
      ...(isForAnyone && receive === undefined
        ? {}
        : {
            onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
              const call = await toCall(services, request, reply);
              await receive?.(call);
            },
          }),
      handler: cache === undefined ? read : cachedRoute(services, cache, read),
    });
  };
  return { method, path, docs, register: scope === undefined ? register : inScope(scope, register) };
}

/** Registers a route in a scope of its own. */
function inScope(
  open: (app: FastifyInstance, services: Services) => void | Promise<void>,
  register: Endpoint["register"],
): Endpoint["register"] {
  return (app, services) =>
    void app.register(async (own) => {
      await open(own, services);
      register(own, services);
    });
}

function isCreation({ answers }: RouteDocs): boolean {
  return answers[200] === undefined && answers[201] !== undefined;
}

/** What the document says of the input: the same schemas, with the words about the body. */
function docsOf({ query, headers, body: schema }: InputSchemas, words: EndpointBody | undefined) {
  const { hasFormNumbers: _, ...body } = { schema, ...words };
  return {
    ...(query !== undefined && { query }),
    ...(headers !== undefined && { headers }),
    ...(body.schema !== undefined && { body: { ...body, schema: body.schema } }),
  };
}
type EndpointBody = NonNullable<Declaration<Caller, InputSchemas, unknown, never>["body"]>;

/** The parts of a request, with the headers that are read. */
function partsOf({ params, query, headers, body }: FastifyRequest, input: InputSchemas, hasFormNumbers: boolean) {
  const names = Object.keys(input.headers?.shape ?? {});
  return {
    params,
    query,
    headers: Object.fromEntries(names.map((name) => [name, headers[name.toLowerCase()]])),
    body: hasFormNumbers ? withFormNumbers(body) : body,
  };
}

/** An error names a field without the part of the request that it is in. */
function withinPart({ issues }: ZodError): ZodError {
  return new ZodError(issues.map((issue) => ({ ...issue, path: issue.path.slice(1) })));
}
