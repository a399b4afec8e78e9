import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from "fastify";
import { toLoggable } from "./domain/base/errors.ts";
import { openAllowedMethods, UnsupportedMethod } from "./http/allowed-methods.ts";
import { noteRequests, refuseBrokenRequest } from "./http/broken-requests.ts";
import { boundIdleConnections, cutStalledReaders, idleTimeoutMs } from "./http/connections.ts";
import type { Services } from "./http/context.ts";
import { toErrorBody, toRefusal } from "./http/errors.ts";
import { healthRoutes, isHealthCheck, type Readiness } from "./http/health.ts";
import { logEvents, whoAndWhy, withLoggableMessage } from "./http/log.ts";
import type { LoopWatch } from "./http/loop-watch.ts";
import { localMailRoutes } from "./http/mail/local-mails.ts";
import { stockAlertRoutes } from "./http/mail/stock-alerts.ts";
import { unsubscribeRoutes } from "./http/mail/unsubscribe.ts";
import { apiPage } from "./http/openapi/page.ts";
import { apiDocument } from "./http/openapi/routes.ts";
import { keepClosed, openingRoutes } from "./http/opening/closed-shop.ts";
import { pinOwnWrites } from "./http/own-writes.ts";
import { crawlerRoutes } from "./http/pages/crawlers.ts";
import { feedRoutes } from "./http/pages/feeds.ts";
import { journalFeedRoutes } from "./http/pages/journal-feed.ts";
import { pageRoutes } from "./http/pages/page.ts";
import { repairEscapes } from "./http/pages/page-address.ts";
import { loadRendering, type RenderScreen } from "./http/pages/rendering.ts";
import { readScreenFiles } from "./http/pages/screen-files.ts";
import { refuseRequest } from "./http/refuse-request.ts";
import { restApi } from "./http/rest/rest-api.ts";
import { admitApiKeys, hasApiKey } from "./http/security/api-key.ts";
import { proxyTrust } from "./http/security/client-address.ts";
import { idHeader, requestIdReader } from "./http/security/request-id.ts";
import {
  addSecurityHeaders,
  allowEmbedding,
  bareHeaders,
  onlyJson,
  refuseForeignOrigins,
} from "./http/security/security-headers.ts";
import { cookieName } from "./http/security/session-cookie.ts";
import { spanOf, traceOf, traceRequests } from "./http/trace-requests.ts";
import { trpcAdapter } from "./http/trpc/adapter.ts";
import type { OnCall } from "./http/trpc/on-call.ts";
import { brandRoute } from "./http/uploads/brand.ts";
import { uploadsRoute } from "./http/uploads/uploads.ts";
import type { Activity } from "./infra/activity.ts";
import { currentContext, runWithContext } from "./infra/request-context.ts";
import { currentTracing, inSpan } from "./infra/tracing.ts";
import { waitedFor, waitFor } from "./infra/waits.ts";
import type { Metrics } from "./metrics/registry.ts";
import { measureRequests } from "./metrics/requests.ts";

export type AppOptions = {
  services: Services;
  /** The built client's folder; `undefined` where another server serves it. */
  clientDir: string | undefined;
  /** The folder with the static files of other releases. */
  sharedStaticDir?: string | undefined;
  trustedProxies: string[];
  /** Whether HSTS includes the subdomains of the origin. */
  hasHstsSubdomains?: boolean;
  logLevel: string;
  readiness: Readiness;
  /** Told of every request but health checks. */
  activity?: Activity;
  loopWatch?: LoopWatch;
  /** Receives log lines; standard output by default. */
  logStream?: { write: (line: string) => void };
  metrics?: Metrics;
};

/**
 * The HTTP application: REST, tRPC, pages, files and health checks. Listens on
 * no port and starts no job.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services } = options;
  const app = createServer(options);
  noteRequests(app.server);
  boundIdleConnections(app.server);
  cutStalledReaders(app);
  addErrorHandlers(app);
  addLog(app, services);
  const tracing = currentTracing();
  if (tracing !== undefined) traceRequests(app, tracing, options.trustedProxies);

  options.loopWatch?.watch(app);
  if (options.activity !== undefined) noteActivity(app, options.activity);
  // First, so that requests that later hooks refuse are measured.
  const onCall = options.metrics === undefined ? undefined : measureRequests(app, options.metrics);
  const { hasHstsSubdomains = false } = options;
  await addSecurityHeaders(app, { isSecure: services.isSecure, hasHstsSubdomains });
  refuseForeignOrigins(app, services.shop.origin, (request) => hasApiKey(request, services));
  admitApiKeys(app, services);
  keepClosed(app, services);
  await app.register(compress, {
    threshold: 1_024,
    encodings: ["br", "gzip"],
    // Compressed requests are refused before a parser runs.
    globalDecompression: false,
    // The default quality is meant for files that are compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  pinOwnWrites(app, services);
  await addApi(app, options, onCall);
  await uploadsRoute(app, services);
  await brandRoute(app, services);
  if (options.clientDir !== undefined) {
    await addStaticFiles(app, [join(options.clientDir, "static"), options.sharedStaticDir]);
    await addPages(app, options, options.clientDir);
  }
  return app;
}

function createServer({ trustedProxies, logLevel, logStream }: AppOptions): FastifyInstance {
  return Fastify({
    bodyLimit: 1_048_576,
    // A client that stalls in the headers or the body loses its connection.
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000 },
    requestTimeout: 10_000,
    connectionTimeout: 15_000,
    keepAliveTimeout: idleTimeoutMs,
    // Requests during shutdown are answered with "connection: close".
    return503OnClosing: false,
    // As long as a request line may be: an id of any length is answered with 404, and batches name many procedures.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: ({ url = "/" }) => repairEscapes(url),
    trustProxy: trustedProxies.length === 0 ? false : proxyTrust(trustedProxies),
    genReqId: requestIdReader(trustedProxies),
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: logLevel,
      ...(logStream === undefined ? {} : { stream: logStream }),
      serializers: { err: toLoggable },
      hooks: {
        logMethod(logged, log) {
          log.apply(this, withLoggableMessage(logged));
        },
      },
    },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const refusal = toRefusal(error);
      const headers = { ...bareHeaders, [idHeader]: request.id };
      return reply.code(refusal.status).headers(headers).send(toErrorBody(refusal, request.id));
    },
    clientErrorHandler: refuseBrokenRequest,
  });
}

function addErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) =>
    reply.send(toErrorBody(refuseRequest(error, request, reply), request.id)),
  );
  const allowedMethods = openAllowedMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request.url.split("?", 1)[0] ?? "/");
    const error = allowed.length === 0 ? { statusCode: 404 } : new UnsupportedMethod(allowed);
    return reply.send(toErrorBody(refuseRequest(error, request, reply), request.id));
  });
}

/** Whoever comes first after a rest sees what other instances have changed meanwhile. */
function noteActivity(app: FastifyInstance, activity: Activity): void {
  app.addHook("onRequest", async ({ url }, { raw }) => {
    if (isHealthCheck(url) || raw.destroyed) return;
    raw.once("close", () => activity.end());
    await activity.begin();
  });
}

/** Logs each answer and each domain event under the id of its request. */
function addLog(app: FastifyInstance, services: Services): void {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: request.url.split("?", 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...toMs(waitedFor(request)),
        ...traceOf(request),
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
  // Right before the handler, because the body parser leaves the async context.
  app.addHook("preHandler", (request, _reply, done) => {
    const run = () => runWithContext(request, done);
    const span = spanOf(request);
    if (span === undefined) run();
    else span.run(run);
  });
  logEvents(services.on, () => currentContext()?.log ?? app.log);
}

function measuringRender(render: RenderScreen): RenderScreen {
  return (path, data) => waitFor("render", () => render(path, data));
}

/** What a request waited for, in whole milliseconds; what it did not wait for is left out. */
function toMs(waited: ReturnType<typeof waitedFor>): Record<string, number> {
  return Object.fromEntries(Object.entries(waited).map(([wait, ms]) => [`${wait}Ms`, Math.round(ms)]));
}

async function addApi(app: FastifyInstance, options: AppOptions, onCall: OnCall | undefined): Promise<void> {
  const { services } = options;
  const { shop } = services;
  const { isSecure, passwordMin } = services;
  apiDocument(app, () => ({ ...shop, cookie: cookieName(isSecure), passwordMin }));
  apiPage(app, shop);
  healthRoutes(app, options.readiness);
  crawlerRoutes(app, services, shop.origin);
  feedRoutes(app, services);
  journalFeedRoutes(app, services);
  restApi(app, services);
  localMailRoutes(app, services);
  await unsubscribeRoutes(app, services);
  await stockAlertRoutes(app, services);
  await openingRoutes(app, services);
  await app.register(
    async (scope) => {
      onlyJson(scope);
      const traceCall = <Result>(path: string, work: () => Promise<Result>) =>
        inSpan({ name: `trpc ${path}`, kind: "internal", facts: { "rpc.method": path } }, work);
      trpcAdapter(scope, services, { onCall, traceCall });
    },
    { prefix: "/trpc" },
  );
}

/** The built client's files, looked up in one folder after the other. */
async function addStaticFiles(app: FastifyInstance, folders: (string | undefined)[]): Promise<void> {
  await app.register(async (scope) => {
    allowEmbedding(scope, /\.(ico|png|svg|webp)$/);
    await scope.register(fastifyStatic, {
      index: false as const,
      list: false as const,
      dotfiles: "ignore" as const,
      redirect: false,
      immutable: true,
      maxAge: 31_536_000_000,
      root: folders.filter((folder) => folder !== undefined),
      prefix: "/static/",
      preCompressed: true,
      // Neither folders nor source maps are served.
      allowedPath: (path) => /\.\w+$/.test(path) && !/\.(map(\.\w+)?|tmp)$/.test(path),
    });
    // Browsers and feed readers ask for it wherever they are.
    scope.get("/favicon.ico", (_request, reply) => reply.sendFile("favicon.ico", { immutable: false, maxAge: "1d" }));
  });
}

/** The built client's pages, when its HTML is there. */
async function addPages(app: FastifyInstance, { services }: AppOptions, clientDir: string): Promise<void> {
  const { shop } = services;
  const shellFile = join(clientDir, "index.html");
  if (!existsSync(shellFile)) return;
  const [shell, manifest] = await Promise.all([
    readFile(shellFile, "utf8"),
    readFile(join(clientDir, ".vite/manifest.json"), "utf8").catch(() => "{}"),
  ]);
  pageRoutes(app, {
    services,
    shop,
    shell,
    screenFiles: readScreenFiles(JSON.parse(manifest)),
    render: measuringRender(loadRendering(clientDir)),
  });
}
