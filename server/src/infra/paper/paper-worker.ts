import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import sharp from "sharp";
import { drawLabel } from "./label-document.ts";
import { paperLineSchema } from "./paper-line.ts";
import { drawSheet, openDocument } from "./sheet-document.ts";

/** The entry point of the process that writes one PDF: reads sheets and images as lines, and writes the file. */

declare global {
  namespace PDFKit {
    interface PDFDocument {
      /** Documented by the library, and missing in its types: reads an image once for all of its places. */
      openImage(source: Buffer): Mixins.ImageSrc;
    }
  }
}

/** How much of the file may wait to be read, in bytes. */
const waitingMax = 1_000_000;

// When memory runs out, the kernel ends this process first and not the shop. Only Linux has the file.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => undefined);

const document = openDocument();
document.pipe(stdout);
let hasLabels = false;
const images = new Map<string, PDFKit.Mixins.ImageSrc>();
for await (const line of createInterface({ input: stdin })) {
  const read = paperLineSchema.parse(JSON.parse(line));
  if ("sheet" in read) drawSheet(document, read.sheet, images);
  else if ("label" in read) {
    drawLabel(document, read.label, !hasLabels);
    hasLabels = true;
  } else await addImage(read.image, Buffer.from(read.content, "base64"));
  while (document.readableLength > waitingMax) await once(stdout, "drain");
}
document.end();

/** An image that cannot be read is left out: the slip is readable without it. */
async function addImage(address: string, content: Buffer): Promise<void> {
  const jpeg = await sharp(content)
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => undefined);
  if (jpeg !== undefined) images.set(address, document.openImage(jpeg));
}
