import { formOf } from "./images.ts";
import { type Reply, type TestClient, toReply } from "./test-client.ts";

/** A box of an MP4 with its content. */
export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

/** Zeros, as the fields of a box that nobody here reads. */
const zeros = (bytes: number) => Buffer.alloc(bytes);

type Looks = { brand?: string; codec?: string; handler?: string; place?: string; bytes?: number };

/** An MP4 of one track, with a place that a camera noted, and so many bytes of content. */
export function mp4({
  brand = "isom",
  codec = "avc1",
  handler = "vide",
  place = "+47.37+008.54/",
  bytes = 64,
}: Looks = {}) {
  const entry = box(codec, zeros(70));
  const track = box(
    "trak",
    box("tkhd", zeros(84)),
    box(
      "mdia",
      box("mdhd", zeros(24)),
      box("hdlr", zeros(8), handler, zeros(13)),
      box("minf", box("stbl", box("stsd", zeros(4), Buffer.from([0, 0, 0, 1]), entry), box("stts", zeros(8)))),
    ),
  );
  return Buffer.concat([
    box("ftyp", brand, zeros(4), brand),
    box("moov", box("mvhd", zeros(100)), track, box("udta", box("©xyz", place))),
    box("mdat", zeros(bytes)),
  ]);
}

/** Sends a file to the upload of videos. */
export async function uploadVideo(client: TestClient, content: Buffer): Promise<Reply> {
  const form = formOf(content, { name: "video", filename: "film.mp4", type: "video/mp4" });
  const init = { method: "POST", body: form, headers: { cookie: client.cookieHeader } };
  return toReply(await fetch(`${client.shop.origin}/api/videos`, init), (answer) => answer);
}
