import { pages } from "@shop/shared/page/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isKnownOpen } from "../../domain/account/first-owner.ts";
import { isAdministrator } from "../../domain/base/actor.ts";
import { DomainError } from "../../domain/base/errors.ts";
import { refuseWhenLimited } from "../../domain/base/rate-limit.ts";
import { type Services, toContext } from "../context.ts";
import { findUser } from "../security/access.ts";
import { apiKeyOf } from "../security/api-key.ts";
import { addressKey } from "../security/client-address.ts";
import { admitGuest, isAdmittedGuest } from "./guests.ts";
import { sendOpeningPage } from "./opening-page.ts";

/** What everybody reaches of a closed shop: files, health, and what signing in takes. */
const openPaths =
  /^\/(static\/|uploads\/|logo\/|favicon\.ico$|healthz$|readyz$|opening$|unsubscribe$|stock-alerts\/|dev\/mail|robots\.txt$|api\/(openapi\.json$|docs|webhooks\/|users\/(auth|logout|password|email)))/;
const openPages: readonly string[] = [
  pages.setup.path,
  pages.login.path,
  pages.forgotPassword.path,
  pages.resetPassword.path,
  pages.confirmEmail.path,
  pages.restoreEmail.path,
  // Where invitations to the staff are accepted.
  pages.accountAccess.path,
];
const openProcedures = /^(setup\.|account\.(?!register$))/;

/**
 * Keeps guests out of a shop that is not open yet, or that has no owner: they see “Opening soon”, and calls are
 * answered with UNAVAILABLE. Administrators, API keys and guests with the password pass, and everybody where the server
 * says that the shop is open.
 */
export function keepClosed(app: FastifyInstance, services: Services): void {
  // A callback instead of a promise, because every request runs this hook.
  app.addHook("onRequest", (request, reply, done) => {
    if (isKnownOpen(services) || isOpenTo(request.url)) return done();
    readAdmission(services, request, reply).then(({ isAdmitted, isUnowned }) => {
      if (isAdmitted) return done();
      const isPage =
        ["GET", "HEAD"].includes(request.method) && !/^\/(api|trpc|feeds)\/|\.xml$/.test(pathOf(request.url));
      if (isPage) return void sendOpeningPage(services, reply, { isUnowned });
      return done(new DomainError("UNAVAILABLE", "This shop is not open yet"));
    }, done);
  });
}

const pathOf = (url: string) => url.split("?", 1)[0] ?? "/";

function isOpenTo(url: string): boolean {
  const path = pathOf(url);
  if (path.startsWith("/trpc/")) return proceduresOf(path).every((procedure) => openProcedures.test(procedure));
  return openPaths.test(path) || openPages.includes(path);
}

/** The procedures of a batch, whose names and commas can be escaped; none that is open where the escapes are broken. */
function proceduresOf(path: string): string[] {
  try {
    return decodeURIComponent(path.slice("/trpc/".length)).split(",");
  } catch {
    return [""];
  }
}

async function readAdmission(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const isUnowned = await services.firstStart.isNeeded(services.db);
  if (isUnowned) return { isAdmitted: false, isUnowned };
  if (services.settings.values.isOpen || apiKeyOf(request) !== undefined || isAdmittedGuest(services, request)) {
    return { isAdmitted: true, isUnowned };
  }
  const user = await findUser(toContext(services, request, reply));
  return { isAdmitted: user !== null && isAdministrator(user), isUnowned };
}

const formSchema = z.object({ password: z.string().max(100).catch("") });

/** Takes the password of a guest. */
export async function openingRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 4_096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post("/opening", async (request, reply) => {
      const { limits, emit } = services;
      refuseWhenLimited(emit, "signInPerAddress", await limits.signInPerAddress.count(addressKey(request.ip)));
      const { password } = formSchema.parse(request.body ?? {});
      if (admitGuest(services, reply, password)) return reply.redirect("/", 303);
      return sendOpeningPage(services, reply.code(403), { isUnowned: false, isWrong: true });
    });
  });
}
