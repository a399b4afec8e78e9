import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { STATUS_CODES } from "node:http";
import { join } from "node:path";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from "fastify";
import { toLoggable } from "./domain/errors.ts";
import type { Services } from "./http/context.ts";
import { toErrorBody, toRefusal } from "./http/errors.ts";
import { healthRoutes, type Readiness } from "./http/health.ts";
import { logEvents, whoAndWhy } from "./http/log.ts";
import { apiPage } from "./http/openapi/page.ts";
import { apiDocument } from "./http/openapi/routes.ts";
import { crawlerRoutes } from "./http/pages/crawlers.ts";
import { pageRoutes } from "./http/pages/page.ts";
import type { ShopIdentity } from "./http/pages/page-meta.ts";
import { nothingPrerendered, readPrerendered } from "./http/pages/prerender.ts";
import { readScreenFiles } from "./http/pages/screen-files.ts";
import { pinOwnWrites } from "./http/read-replica.ts";
import { noteRefusal } from "./http/refusals.ts";
import { adminCatalogRest } from "./http/rest/admin-catalog.ts";
import { catalogRest } from "./http/rest/catalog.ts";
import { orderExportRest } from "./http/rest/order-export.ts";
import { ordersRest } from "./http/rest/orders.ts";
import { paymentsRest } from "./http/rest/payments.ts";
import { reviewsRest } from "./http/rest/reviews.ts";
import { uploadRest } from "./http/rest/upload.ts";
import { usersRest } from "./http/rest/users.ts";
import { requestIdReader } from "./http/security/request-id.ts";
import { addSecurityHeaders, bareHeaders, onlyJson, refuseForeignOrigins } from "./http/security/security-headers.ts";
import { cookieName } from "./http/security/session-cookie.ts";
import { trpcAdapter } from "./http/trpc/adapter.ts";
import { hasOwnPace } from "./http/uploads/slow-uploads.ts";
import { uploadsRoute } from "./http/uploads/uploads.ts";
import { currentContext, runWithContext } from "./infra/request-context.ts";
import type { Metrics } from "./metrics/registry.ts";
import { measureRequests } from "./metrics/requests.ts";

export type AppOptions = {
  services: Services;
  shop: ShopIdentity;
  /** The built client, or `undefined` where another server brings it. */
  clientDir: string | undefined;
  trustedProxies: string[];
  logLevel: string;
  readiness: Readiness;
  /** Where log lines go; standard output by default. */
  logStream?: { write: (line: string) => void };
  /** Where requests are measured; nowhere when absent. */
  metrics?: Metrics;
};

/** Tells callers and proxies under which name the log speaks of their request. */
const idHeader = "x-request-id";

/**
 * The HTTP application: both doors, the pages, files and health. Opens no
 * port and starts nothing.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, shop } = options;
  const app = Fastify({
    bodyLimit: 1_048_576,
    // A client that stalls in the headers, the body or the reading loses its connection.
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000 },
    requestTimeout: 10_000,
    connectionTimeout: 15_000,
    keepAliveTimeout: 10_000,
    // Replies during shutdown say "close" instead of failing.
    return503OnClosing: false,
    // No shorter than a request line may be: an id of any length is an unknown one, and batches name many procedures.
    routerOptions: { maxParamLength: 16_384 },
    exposeHeadRoutes: false,
    trustProxy: options.trustedProxies.length === 0 ? false : options.trustedProxies,
    genReqId: requestIdReader(options.trustedProxies),
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: options.logLevel,
      ...(options.logStream === undefined ? {} : { stream: options.logStream }),
      serializers: { err: toLoggable },
    },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const refusal = toRefusal(error);
      const headers = { ...bareHeaders, [idHeader]: request.id };
      return reply.code(refusal.status).headers(headers).send(toErrorBody(refusal, request.id));
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) return;
      if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && hasOwnPace(socket)) return;
      const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ""] ?? 400;
      const id = randomUUID();
      const body = JSON.stringify(toErrorBody(toRefusal({ statusCode: status }), id));
      const headers = {
        ...bareHeaders,
        [idHeader]: id,
        connection: "close",
        "content-length": Buffer.byteLength(body),
      };
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${body}`);
      // A client that never hangs up would otherwise keep its half of the connection open.
      socket.destroySoon();
    },
  });

  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error);
    noteRefusal(request, refusal.code);
    if (refusal.status >= 500) request.log.error({ err: error }, "request failed");
    if (refusal.retryAfter !== undefined) reply.header("retry-after", String(refusal.retryAfter));
    // The rest of it would otherwise be waited for.
    if (refusal.status === 408) reply.header("connection", "close");
    return reply.code(refusal.status).send(toErrorBody(refusal, request.id));
  });
  app.setNotFoundHandler((request, reply) => {
    const refusal = toRefusal({ statusCode: 404 });
    noteRefusal(request, refusal.code);
    return reply.code(404).send(toErrorBody(refusal, request.id));
  });
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: request.url.split("?", 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...whoAndWhy(request),
      },
      "answered",
    );
    done();
  });

  app.addHook("onRequest", (request, reply, done) => {
    reply.header(idHeader, request.id);
    done();
  });
  // Right before the handler: the reading of a body ends in a context of its own.
  app.addHook("preHandler", (request, _reply, done) => runWithContext(request, done));
  logEvents(services.on, () => currentContext()?.log ?? app.log);

  // First, so that it sees what the others refuse.
  const onCall = options.metrics === undefined ? undefined : measureRequests(app, options.metrics);
  await addSecurityHeaders(app, services.isSecure);
  refuseForeignOrigins(app, shop.origin);
  await app.register(compress, {
    threshold: 1_024,
    encodings: ["br", "gzip"],
    // Compressed requests are refused before anything could read them.
    globalDecompression: false,
    // The default quality is meant for files that are compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });

  apiDocument(app, { ...shop, cookie: cookieName(services.isSecure) });
  apiPage(app, shop);
  pinOwnWrites(app, services);
  healthRoutes(app, options.readiness);
  crawlerRoutes(app, services, shop.origin);
  catalogRest(app, services);
  adminCatalogRest(app, services);
  reviewsRest(app, services);
  usersRest(app, services);
  ordersRest(app, services);
  await uploadRest(app, services);
  paymentsRest(app, services);
  orderExportRest(app, services);
  await app.register(
    async (scope) => {
      onlyJson(scope);
      trpcAdapter(scope, services, onCall);
    },
    { prefix: "/trpc" },
  );

  const files = { index: false as const, list: false as const, dotfiles: "ignore" as const, redirect: false };
  const forEver = { immutable: true, maxAge: 31_536_000_000 };
  await uploadsRoute(app, services.storage);
  if (options.clientDir !== undefined) {
    const built = join(options.clientDir, "static");
    await app.register(fastifyStatic, {
      ...files,
      ...forEver,
      root: built,
      prefix: "/static/",
      decorateReply: false,
      preCompressed: true,
      // Folders are no files, and source maps are nobody else's business.
      allowedPath: (path) => /\.\w+$/.test(path) && !/\.map(\.\w+)?$/.test(path),
    });
    const shellFile = join(options.clientDir, "index.html");
    if (existsSync(shellFile)) {
      const readBuilt = async (name: string): Promise<unknown> =>
        JSON.parse(await readFile(join(built, "..", name), "utf8").catch(() => "null"));
      const [shell, manifest, prerendered] = await Promise.all([
        readFile(shellFile, "utf8"),
        readBuilt(".vite/manifest.json"),
        readBuilt("prerender.json"),
      ]);
      pageRoutes(app, {
        services,
        shop,
        shell,
        screenFiles: readScreenFiles(manifest ?? {}),
        prerendered:
          prerendered === null
            ? nothingPrerendered
            : readPrerendered(prerendered, shop.name, services.payments.config.mode === "simulator"),
      });
    }
  }
  return app;
}
