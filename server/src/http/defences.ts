import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** Refuses a body that is not what it says, before anything reads it. */
class UnsupportedBody extends Error {
  readonly statusCode = 415;
}

/**
 * What holds for every answer and every request, whatever the path: security
 * headers, JSON and nothing else as a body, an empty body where the content
 * type says JSON.
 */
export async function defend(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(helmet, {
    // Pages replace this with their own policy; nothing else has any business loading things.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    },
    // The provider's payment window must be able to talk to the page that opened it.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xPoweredBy: true,
  });
  await app.register(cookie);

  app.addHook("onRequest", async (request, reply) => {
    reply.header("permissions-policy", "camera=(), microphone=(), geolocation=(), browsing-topics=()");
    const encoding = request.headers["content-encoding"];
    if (encoding !== undefined && encoding !== "identity") throw new UnsupportedBody();
  });

  // Plain text and form posts are what foreign pages can send without asking first.
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = typeof body === "string" ? body : body.toString("utf8");
    // The documented calls without a body may still say that their body is JSON.
    if (text.trim() === "") done(null, undefined);
    else parseJson(request, text, done);
  });
}

/** Refuses anything but JSON on the paths below a prefix, before a parser of its own can read it. */
export function onlyJson(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const type = request.headers["content-type"];
    if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new UnsupportedBody();
    if (type === undefined && request.method !== "GET") throw new UnsupportedBody();
  });
}
