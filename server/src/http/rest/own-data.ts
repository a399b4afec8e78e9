import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type OwnDataParts, readOwnData } from "../../domain/personal-data/own-data.ts";
import { deleteAccountOfCaller } from "../account.ts";
import { type Services, toContext } from "../context.ts";
import { accountDocs } from "../openapi/accounts.ts";
import { requireUser, usersOnly } from "../security/access.ts";

/** One JSON object, list after list, however much there is. A failure midway cuts the connection. */
async function* toJson({ head, lists }: OwnDataParts): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, open] of Object.entries(lists)) {
    yield `,\n${JSON.stringify(name)}:[`;
    let separator = "\n";
    for await (const batch of open()) {
      yield separator + batch.map((row) => JSON.stringify(row)).join(",\n");
      separator = ",\n";
    }
    yield "]";
  }
  yield "}\n";
}

/** Routes with which a user takes their data along, and their account away. */
export function ownDataRest(app: FastifyInstance, services: Services): void {
  app.get("/api/users/profile/data", accountDocs.data, async (request, reply) => {
    const user = await requireUser(toContext(services, request, reply));
    const parts = await readOwnData({ ...services, db: services.largeActs }, user);
    const name =
      services.shop.name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, "-")
        .replaceAll(/^-|-$/g, "") || "shop";
    return reply
      .type("application/json; charset=utf-8")
      .header("content-disposition", `attachment; filename="${name}-data.json"`)
      .send(Readable.from(toJson(parts)));
  });
  app.delete("/api/users/profile", { ...usersOnly(services), ...accountDocs.deleteOwn }, async (request, reply) => {
    const context = toContext(services, request, reply);
    return deleteAccountOfCaller(context, await requireUser(context));
  });
}
