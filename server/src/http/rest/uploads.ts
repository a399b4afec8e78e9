import { imageBytesMax, reviewPhotosBytesMax, reviewPhotosMax } from "@shop/shared/shop";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Editor } from "../../domain/base/actor.ts";
import { DomainError } from "../../domain/base/errors.ts";
import { isUploader, processingTimeoutMs, type Uploader, uploadImage } from "../../domain/catalog/upload-image.ts";
import { uploadReviewPhoto } from "../../domain/review/photos.ts";
import { exampleSummary } from "../openapi/examples.ts";
import { atUploadPace } from "../uploads/slow-uploads.ts";
import { abortedWhenGone } from "./client-gone.ts";
import { type Call, type Caller, endpoint } from "./endpoint.ts";
import { readsForm, requireForm } from "./form.ts";

const field = "image";
const isFileType = /^(image\/|application\/octet-stream)/i;

const facts =
  `A JPEG, PNG, WebP, AVIF or GIF of at most ${imageBytesMax / 1024 / 1024} MB and 40 megapixels, whatever its ` +
  "name says. It is stored as WebP in several widths and without metadata.";

const body = {
  type: "multipart/form-data" as const,
  schema: z.object({
    image: z.file().meta({
      description: "The only part of the form: the file, with its media type or a file name.",
      contentMediaType: "application/octet-stream",
    }),
  }),
  encoding: { image: { contentType: "image/jpeg, image/png, image/webp, image/avif, image/gif" } },
};

const answers = {
  200: {
    description: "Stored.",
    schema: z.object({ message: z.string(), image: z.string().meta({ description: "Where it is served." }) }),
    example: { message: "Image uploaded", image: exampleSummary.image },
  },
};

const scope = readsForm({
  // Some generated clients give a file its type but no name.
  isPartAFile: (_field, type, name) => name !== undefined || isFileType.test(type ?? ""),
  limits: { fileSize: imageBytesMax, files: 2, fields: 1, fieldSize: 1_024, parts: 3, headerPairs: 20 },
});

/** Endpoints that take an image. */
export const uploadEndpoints = [
  endpoint({
    method: "POST",
    path: "/api/upload",
    caller: "editor",
    id: "uploadPicture",
    tag: "Pictures",
    summary: "Send an image",
    description: `${facts} Put the answer's \`image\` into a product.`,
    input: {},
    body,
    answers,
    scope,
    receive: (call) => {
      requireUploader(call.actor);
      requireImage(call);
    },
    run: (call) =>
      storeImage(call, (file, signal) => uploadImage(call.services, requireUploader(call.actor), file, signal)),
  }),
  endpoint({
    method: "POST",
    path: "/api/reviews/photos",
    caller: "customer",
    id: "uploadReviewPhoto",
    tag: "Pictures",
    summary: "Send a photo for a review",
    description:
      `${facts} Put the answer's \`image\` into the \`photos\` of a review, of which there are at most ` +
      `${reviewPhotosMax}, within a day; after that it is deleted. Only its author and admins see it while it is in no ` +
      `review that is shown. The photos of one account take ${reviewPhotosBytesMax / 1024 / 1024} MB at most.`,
    input: {},
    body,
    answers,
    refuses: ["RATE_LIMITED"],
    scope,
    receive: requireImage,
    run: (call) => storeImage(call, (file, signal) => uploadReviewPhoto(call.services, call.actor, file, signal)),
  }),
];

function requireUploader(caller: Editor<never>): Uploader {
  if (!isUploader(caller)) throw new DomainError("FORBIDDEN", "Your role does not permit this. Please ask an owner.");
  return caller;
}

function requireImage({ request }: { request: FastifyRequest }): void {
  requireForm(request, { bytesMax: imageBytesMax, tooLarge });
}

/** Reads an image and stores it. `store` returns the path under which it is served. */
async function storeImage<Who extends Caller>(
  { services, request, reply }: Call<Who>,
  store: (file: Buffer, signal: AbortSignal) => Promise<string>,
): Promise<{ message: string; image: string }> {
  const file = await atUploadPace(request, services.uploadPace, () => readOneFile(request));
  // The client sends nothing while its image is processed.
  request.raw.socket.setTimeout(processingTimeoutMs);
  return { message: "Image uploaded", image: await store(file, abortedWhenGone(reply)) };
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
