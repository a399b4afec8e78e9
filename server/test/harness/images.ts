import { readdir } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import type { TestShop } from "./shop.ts";
import { type Reply, type TestClient, toReply } from "./test-client.ts";

/** An image of one colour. */
export function plain(width = 200, height = 100): Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } });
}

/** An image that does not get small when it is stored: every pixel is another. */
export function noise(width: number, height: number): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });
}

/** A PNG of exactly so many bytes, filled up behind its end, where decoders do not look. */
export async function pngOf(bytes: number): Promise<Buffer> {
  const image = await plain().png().toBuffer();
  return Buffer.concat([image, Buffer.alloc(bytes - image.length, "x")]);
}

/** A form with one file, as browsers send it. */
export function formOf(content: Buffer, { name = "image", filename = "picture.png", type = "image/png" } = {}) {
  const form = new FormData();
  form.append(name, new Blob([new Uint8Array(content)], { type }), filename);
  return form;
}

/** Sends a form to the upload. */
export async function sendForm(
  client: TestClient,
  body: FormData,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return toReply(
    await fetch(`${client.shop.origin}/api/upload`, {
      method: "POST",
      body,
      headers: { cookie: client.cookieHeader, ...headers },
    }),
    (answer) => answer,
  );
}

/** Sends one file to the upload. */
export function upload(client: TestClient, content: Buffer, more: Parameters<typeof formOf>[1] = {}): Promise<Reply> {
  return sendForm(client, formOf(content, more));
}

/** The names of all stored files. */
export async function storedFiles(shop: TestShop): Promise<string[]> {
  return (await readdir(shop.uploadsDir)).sort();
}
