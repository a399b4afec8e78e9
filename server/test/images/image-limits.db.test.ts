// @module-tag wide
import { imageWidths } from "@shop/shared/catalog/image";
import sharp from "sharp";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { decodeImage } from "../../src/infra/decode-image.ts";
import { openImageProcess } from "../../src/infra/image-process.ts";
import { noise, plain, storedFiles, upload } from "../harness/images.ts";
import { imageDecodersOf } from "../harness/process.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin } from "../harness/test-client.ts";
import { worstImages } from "../harness/worst-images.ts";

const shop = startTestShop();
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

describe("an image with too many pixels for its encoding", () => {
  it.each(worstImages.filter(({ name }) => ["progressive JPEG", "interlaced PNG of 16 bits", "AVIF"].includes(name)))(
    "is refused before it is decoded: $name",
    async ({ make }) => {
      const before = await storedFiles(shop);
      const reply = await upload(admin, await make(1.03));
      expect(reply).toMatchObject({ status: 400, code: "VALIDATION" });
      expect(JSON.stringify(reply.body)).toContain("too large");
      expect(await storedFiles(shop)).toEqual(before);
    },
  );
});

describe("the process that decodes images", () => {
  const toRequest = (source: Buffer) => ({ source, withMaster: true });
  const limits = { memoryKiB: 320_000, timeMs: 60_000, idleMs: 60_000 };

  it("refuses an image that needs more memory than it may take, and decodes the next one", async () => {
    const decode = openImageProcess({ ...limits, memoryKiB: 180_000 });
    const large = await plain(3_000, 3_000).avif({ effort: 0 }).toBuffer();
    expect(await decode(toRequest(large))).toEqual({ fault: "too much to decode" });
    expect(await decode(toRequest(await plain().png().toBuffer()))).toMatchObject({ images: expect.any(Array) });
  });

  it("refuses an image that takes longer than the time limit", async () => {
    const decode = openImageProcess({ ...limits, timeMs: 1 });
    expect(await decode(toRequest(await plain().png().toBuffer()))).toMatchObject({ fault: "too much to decode" });
  });

  it("ends when nothing is to be decoded, and is started again for the next image", async () => {
    const before = imageDecodersOf(process.pid);
    const decode = openImageProcess({ ...limits, idleMs: 1 });
    const image = await plain().png().toBuffer();
    for (let round = 0; round < 2; round += 1) {
      expect(await decode(toRequest(image))).toMatchObject({ images: expect.any(Array) });
      await vi.waitFor(() => expect(imageDecodersOf(process.pid)).toEqual(before), { timeout: 60_000 });
    }
  });

  it("ends at once when the caller aborts", async () => {
    const before = imageDecodersOf(process.pid);
    const decode = openImageProcess(limits);
    const gone = new AbortController();
    const decoding = decode(toRequest(await noise(2_000, 2_000).png({ compressionLevel: 0 }).toBuffer()), gone.signal);
    gone.abort(new Error("gone"));
    await expect(decoding).rejects.toThrow("gone");
    await vi.waitFor(() => expect(imageDecodersOf(process.pid)).toEqual(before), { timeout: 60_000 });
  });
});

describe("an image with an orientation", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("%i is stored as it is to be seen", async (orientation) => {
    const corners = Buffer.alloc(40 * 20 * 3);
    corners.fill(255, 0, 30);
    corners.fill(120, 10 * 40 * 3, 10 * 40 * 3 + 60);
    const image = await sharp(corners, { raw: { width: 40, height: 20, channels: 3 } })
      .withMetadata({ orientation })
      .png()
      .toBuffer();
    const decoded = await decodeImage({ source: image, withMaster: true });
    if ("fault" in decoded) throw new Error(decoded.fault);
    const expected = await sharp(image).autoOrient().webp({ quality: 82, effort: 3 }).toBuffer();
    expect(decoded.images).toHaveLength(imageWidths.length);
    expect(Buffer.from(decoded.images.at(-1)?.webp ?? []).equals(expected)).toBe(true);
    expect(decoded.master).toBeNull();
  });

  it("has a master that stands upright too", async () => {
    const lying = await plain(2_400, 1_800).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const decoded = await decodeImage({ source: lying, withMaster: true });
    if ("fault" in decoded || decoded.master === null) throw new Error("there is no master");
    expect(await sharp(decoded.master).metadata()).toMatchObject({ format: "webp", width: 1_200, height: 1_600 });
    expect(await sharp(decoded.images.at(-1)?.webp).metadata()).toMatchObject({ width: 960, height: 1_280 });
  });
});
