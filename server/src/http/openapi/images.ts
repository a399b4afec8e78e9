import { imageBytesMax, reviewPhotosBytesMax, reviewPhotosMax } from "@shop/shared/shop";
import { z } from "zod";
import { documented } from "./documented.ts";
import { exampleSummary } from "./examples.ts";

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

/** Operations of images. */
export const uploadDocs = {
  image: documented({
    id: "uploadPicture",
    tag: "Pictures",
    who: "admin",
    key: "write",
    summary: "Send an image",
    description: `${facts} Put the answer's \`image\` into a product.`,
    body,
    answers,
  }),
  reviewPhoto: documented({
    id: "uploadReviewPhoto",
    tag: "Pictures",
    who: "customer",
    summary: "Send a photo for a review",
    description:
      `${facts} Put the answer's \`image\` into the \`photos\` of a review, of which there are at most ` +
      `${reviewPhotosMax}, within a day; after that it is deleted. Only its author and admins see it while it is in no ` +
      `review that is shown. The photos of one account take ${reviewPhotosBytesMax / 1024 / 1024} MB at most.`,
    body,
    answers,
    refuses: ["RATE_LIMITED"],
  }),
};
