import multipart from "@fastify/multipart";
import { imageBytesMax } from "@shop/shared/shop";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "../../domain/base/errors.ts";
import { processingTimeoutMs, uploadImage } from "../../domain/catalog/upload-image.ts";
import { uploadReviewPhoto } from "../../domain/review/photos.ts";
import { type RequestContext, type Services, toContext } from "../context.ts";
import type { documented } from "../openapi/documented.ts";
import { uploadDocs } from "../openapi/images.ts";
import { requireEditor, requireUser } from "../security/access.ts";
import { UnsupportedBody } from "../security/security-headers.ts";
import { atUploadPace } from "../uploads/slow-uploads.ts";
import { abortedWhenGone } from "./client-gone.ts";

const field = "image";
const isFileType = /^(image\/|application\/octet-stream)/i;
/** The size of a form beyond its file, at most; in bytes. */
const frameBytesMax = 16_384;

/** Who may use an upload route, and what becomes of the image. `store` returns the path under which it is served. */
type UploadRoute<Actor> = {
  url: string;
  docs: ReturnType<typeof documented>;
  access: (context: RequestContext) => Promise<Actor>;
  store: (actor: Actor, file: Buffer, signal: AbortSignal) => Promise<string>;
};

/** The upload routes, the only ones that read multipart bodies. */
export async function uploadRest(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser("application/json");
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      // Some generated clients give a file its type but no name.
      isPartAFile: (_field, type, name) => name !== undefined || isFileType.test(type ?? ""),
      limits: { fileSize: imageBytesMax, files: 2, fields: 1, fieldSize: 1_024, parts: 3, headerPairs: 20 },
    });
    addUpload(scope, services, {
      url: "/api/upload",
      docs: uploadDocs.image,
      access: requireEditor,
      store: (admin, file, signal) => uploadImage(services, admin, file, signal),
    });
    addUpload(scope, services, {
      url: "/api/reviews/photos",
      docs: uploadDocs.reviewPhoto,
      access: requireUser,
      store: (user, file, signal) => uploadReviewPhoto(services, user, file, signal),
    });
  });
}

function addUpload<Actor>(
  scope: FastifyInstance,
  services: Services,
  { url, docs, access, store }: UploadRoute<Actor>,
): void {
  scope.post(
    url,
    {
      ...docs,
      onRequest: async (request, reply) => {
        await access(toContext(services, request, reply));
        if (!/^multipart\/form-data\s*(;|$)/i.test(request.headers["content-type"] ?? "")) throw new UnsupportedBody();
        if (Number(request.headers["content-length"] ?? 0) > imageBytesMax + frameBytesMax) throw tooLarge();
      },
    },
    async (request, reply) => {
      const actor = await access(toContext(services, request, reply));
      const file = await atUploadPace(request, services.uploadPace, () => readOneFile(request));
      // The client sends nothing while its image is processed.
      request.raw.socket.setTimeout(processingTimeoutMs);
      const image = await store(actor, file, abortedWhenGone(reply));
      return { message: "Image uploaded", image };
    },
  );
}

/** The only part of a form, a file. */
async function readOneFile(request: FastifyRequest): Promise<Buffer> {
  const files: Buffer[] = [];
  let isTooLarge = false;
  let isStrange = false;
  try {
    for await (const part of request.parts()) {
      if (part.type === "field" || part.fieldname !== field) isStrange = true;
      if (part.type === "field") continue;
      const chunks: Buffer[] = [];
      // The parser waits until each part is read.
      for await (const chunk of part.file) if (!isStrange && files.length === 0) chunks.push(chunk);
      // At the limit the stream ends without an error.
      if (part.file.truncated) isTooLarge = true;
      files.push(Buffer.concat(chunks));
    }
  } catch {
    // A truncated form, a missing boundary or too many parts: every parser error is the client's.
    throw notOneFile();
  }
  const [file] = files;
  if (isTooLarge) throw tooLarge();
  if (isStrange || file === undefined || files.length > 1 || file.length === 0) throw notOneFile();
  return file;
}

function tooLarge(): DomainError {
  const message = `A picture can have at most ${imageBytesMax / 1024 / 1024} MB`;
  return new DomainError("TOO_LARGE", message, { errors: [{ path: field, message }] });
}

function notOneFile(): DomainError {
  const message = `Send exactly one file, in a field named "${field}"`;
  return new DomainError("VALIDATION", message, { errors: [{ path: field, message }] });
}
