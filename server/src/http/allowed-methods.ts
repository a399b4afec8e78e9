import type { FastifyInstance } from "fastify";

/** A method that the path does not have. Status 405. */
export class UnsupportedMethod extends Error {
  readonly statusCode = 405;
  constructor(readonly allowed: readonly string[]) {
    super("method not allowed");
  }
}

/**
 * Notes the routes that are added after this call, of the REST API and of single paths such as the health checks; gives
 * the methods that a path has.
 */
export function openAllowedMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { method: string; pattern: RegExp }[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    if (!url.startsWith("/api/") && /[:*]/.test(url)) return;
    const pattern = new RegExp(`^${url.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`);
    for (const one of [method].flat()) routes.push({ method: one, pattern });
  });
  return (path) => {
    const found = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(found)];
  };
}
