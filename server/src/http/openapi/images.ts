import { imageBytesMax } from "@shop/shared/shop";
import { z } from "zod";
import { documented } from "./documented.ts";
import { exampleSummary } from "./examples.ts";

/** Operations of images. */
export const uploadDocs = documented({
  id: "uploadPicture",
  tag: "Pictures",
  who: "admin",
  summary: "Send a picture",
  description:
    `A JPEG, PNG, WebP, AVIF or GIF of at most ${imageBytesMax / 1024 / 1024} MB and 40 megapixels, whatever its ` +
    "name says. It is stored as WebP in several widths and without metadata. Put the answer's `image` into a product.",
  body: {
    type: "multipart/form-data",
    schema: z.object({
      image: z.file().meta({
        description: "The only part of the form: the file, with its media type or a file name.",
        contentMediaType: "application/octet-stream",
      }),
    }),
    encoding: { image: { contentType: "image/jpeg, image/png, image/webp, image/avif, image/gif" } },
  },
  answers: {
    200: {
      description: "Stored.",
      schema: z.object({ message: z.string(), image: z.string().meta({ description: "Where it is served." }) }),
      example: { message: "Image uploaded", image: exampleSummary.image },
    },
  },
});
