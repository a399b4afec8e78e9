import type { FastifyInstance } from "fastify";
import { readLogo } from "../../domain/settings/logos.ts";
import type { Services } from "../context.ts";
import { allowEmbedding } from "../security/security-headers.ts";

/** In seconds. The background of the image for previews is that of the day. */
const aDay = "public, max-age=86400";

/** Serves the owner's logo as PNG, for mails and for previews of links. Other images than logos are not there. */
export async function brandRoute(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    allowEmbedding(scope, /\.png$/);
    scope.route<{ Params: { file: string } }>({
      method: ["GET", "HEAD"],
      url: "/logo/:file",
      handler: async (request, reply) => {
        const [, id = "", share] = /^([0-9a-f-]{36})(-share)?\.png$/.exec(request.params.file) ?? [];
        const image = id === "" ? undefined : await readLogo(services, id, share === undefined ? "mail" : "share");
        if (image === undefined) return reply.callNotFound();
        return reply.type("image/png").header("cache-control", aDay).send(image);
      },
    });
  });
}
