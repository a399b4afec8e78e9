import { videoBytesMax } from "@shop/shared/catalog/video";
import { z } from "zod";
import { DomainError } from "../../domain/base/errors.ts";
import { uploadVideo } from "../../domain/catalog/upload-video.ts";
import { exampleSummary } from "../openapi/examples.ts";
import { atUploadPace } from "../uploads/slow-uploads.ts";
import { endpoint } from "./endpoint.ts";
import { readsForm, requireForm } from "./form.ts";

const field = "video";
const megabytes = videoBytesMax / 1024 / 1024;
/** Thirty megabytes at 0.4 Mbit/s, in milliseconds. */
const longestMs = 660_000;

/** The endpoint that takes a video. */
export const videoUploadEndpoint = endpoint({
  method: "POST",
  path: "/api/videos",
  caller: "editor",
  needs: ["products.write"],
  id: "uploadVideo",
  tag: "Pictures",
  summary: "Send a video",
  description:
    `An MP4 of at most ${megabytes} MB with H.264, AV1 or VP9, whatever its name says. It is stored as it is, but without ` +
    "the notes of the camera. Put the answer's `video` into the `videos` of a product within a week; after that it is deleted.",
  input: {},
  body: {
    type: "multipart/form-data",
    schema: z.object({
      video: z.file().meta({
        description: "The only part of the form: the file, with its media type or a file name.",
        contentMediaType: "application/octet-stream",
      }),
    }),
    encoding: { video: { contentType: "video/mp4" } },
  },
  answers: {
    200: {
      description: "Stored.",
      schema: z.object({ message: z.string(), video: z.string().meta({ description: "Where it is served." }) }),
      example: { message: "Video uploaded", video: exampleSummary.image.replace(".webp", ".mp4") },
    },
  },
  scope: readsForm({
    isPartAFile: (_field, type, name) => name !== undefined || /^(video\/|application\/octet-stream)/i.test(type ?? ""),
    limits: { fileSize: videoBytesMax + 1, files: 1, fields: 1, fieldSize: 1_024, parts: 2, headerPairs: 20 },
  }),
  receive: ({ request }) => requireForm(request, { bytesMax: videoBytesMax, tooLarge }),
  run: async ({ services, actor, request }) => {
    const video = await atUploadPace(request, { ...services.uploadPace, longest: longestMs }, async () => {
      const part = await request.file().catch(() => undefined);
      if (part?.fieldname !== field) throw notOneFile();
      return uploadVideo(services, actor, withinLimit(part.file));
    });
    return { message: "Video uploaded", video };
  },
});

/** The pieces of a file, up to the limit. */
async function* withinLimit(file: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let bytes = 0;
  for await (const piece of file) {
    bytes += piece.length;
    if (bytes > videoBytesMax) throw tooLarge();
    yield piece;
  }
}

function tooLarge(): DomainError {
  const message = `A video can have at most ${megabytes} MB`;
  return new DomainError("TOO_LARGE", message, { errors: [{ path: field, message }] });
}

function notOneFile(): DomainError {
  const message = `Send exactly one file, in a field named "${field}"`;
  return new DomainError("VALIDATION", message, { errors: [{ path: field, message }] });
}
