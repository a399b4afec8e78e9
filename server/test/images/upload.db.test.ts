import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { imageWidths, masterAt } from "@shop/shared/catalog/image";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { clearUnfinished } from "../../src/infra/storage.ts";
import { formOf, noise, plain, sendForm, storedFiles, upload } from "../harness/images.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin, type Reply } from "../harness/test-client.ts";
import { timeLimit } from "../harness/time-limit.ts";

const shop = startTestShop();
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const uploadedSchema = z.strictObject({
  message: z.literal("Image uploaded"),
  image: z.string().regex(/^\/uploads\/[0-9a-f]{8}-[0-9a-f-]{27}\.webp$/),
});
function addressOf(reply: Reply): string {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return uploadedSchema.parse(reply.body).image;
}
async function served(address: string) {
  const response = await fetch(shop.origin + address);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
const redSquare = () => plain(300, 300);

describe("an image that is uploaded", () => {
  it.each([
    ["JPEG", () => redSquare().jpeg()],
    ["PNG", () => redSquare().png()],
    ["WebP", () => redSquare().webp()],
    ["AVIF", () => redSquare().avif({ effort: 0 })],
    ["GIF", () => redSquare().gif()],
  ])("as %s is served as WebP in every width", async (_kind, make) => {
    const address = addressOf(await upload(admin, await make().toBuffer()));
    const { status, bytes } = await served(address);
    expect(status).toBe(200);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 300, height: 300 });
    for (const width of imageWidths.slice(0, -1)) {
      const narrow = await served(address.replace(".webp", `-${width}.webp`));
      expect(await sharp(narrow.bytes).metadata()).toMatchObject({ format: "webp", width: Math.min(width, 300) });
    }
  });

  it.each([
    [4_000, 3_000, 1_600, 1_200],
    [3_000, 4_000, 1_200, 1_600],
    [1_200, 1_200, 1_200, 1_200],
    // Nothing is enlarged, and what would be narrower than the largest width has no master.
    [900, 700, 900, 700],
    [1_500, 4_000, 960, 2_560],
  ])("of %i by %i pixels is served over the whole screen with at most 1,600 a side: %i by %i", async (...sizes) => {
    const [width, height, ...shown] = sizes;
    const before = await storedFiles(shop);
    const address = addressOf(await upload(admin, await plain(width, height).jpeg().toBuffer()));
    const image = await sharp((await served(masterAt(address))).bytes).metadata();
    expect([image.width, image.height]).toEqual(shown);
    const hasMaster = shown[0] > 960;
    const webps = (await storedFiles(shop)).filter((name) => !before.includes(name) && name.endsWith(".webp"));
    expect(webps).toHaveLength(imageWidths.length + (hasMaster ? 1 : 0));
  });

  it("is served so that it can be nothing but an image", async () => {
    const address = addressOf(await upload(admin, await redSquare().png().toBuffer()));
    const { headers } = await served(address);
    expect(headers.get("content-type")).toBe("image/webp");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
    // Link previews and feeds show it on other sites.
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("cache-control")).toContain("immutable");
    for (const extension of ["html", "svg", "png", "tmp"]) {
      await writeFile(join(shop.uploadsDir, `page.${extension}`), "<script>alert(1)</script>");
      expect((await served(`/uploads/page.${extension}`)).status, extension).toBe(404);
    }
    expect((await served("/uploads/")).status).toBe(404);
  });

  it("loses what a camera wrote into it and stands upright", async () => {
    const lying = await sharp({ create: { width: 400, height: 200, channels: 3, background: "#123456" } })
      .withExif({ IFD0: { Copyright: "somebody", Model: "secret-camera" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await sharp(lying).metadata()).toMatchObject({ orientation: 6, width: 400 });
    const { bytes } = await served(addressOf(await upload(admin, lying)));
    const { width, height, exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect({ width, height, exif, icc, xmp, orientation }).toEqual({ width: 200, height: 400 });
    expect(bytes.includes("secret-camera")).toBe(false);
  });

  it("keeps what shines through it", async () => {
    const translucent = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const { bytes } = await served(addressOf(await upload(admin, translucent)));
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
  });

  it("is written down with the one who did it", async () => {
    const address = addressOf(await upload(admin, await redSquare().png().toBuffer()));
    const { rows } = await shop.pool.query("select user_id, act, entity from admin_acts where subject = $1", [address]);
    expect(rows).toEqual([{ user_id: admin.id, act: "uploaded", entity: "picture" }]);
  });

  it("gets a name of the shop's own, whatever it was called", async () => {
    const around = await readdir(dirname(shop.uploadsDir));
    const names = [
      "../../x.png",
      "..\\..\\x.png",
      "%2e%2e%2fx.png",
      "/etc/x.png",
      "C:\\x.png",
      "con.png",
      "x.svg",
      "x.html",
      "",
      "a".repeat(5_000),
      "x\u0000.png",
    ];
    const image = await plain(8, 8).png().toBuffer();
    for (const filename of names) {
      const before = (await storedFiles(shop)).length;
      const reply = await upload(admin, image, { filename });
      if (reply.status === 200) expect(await storedFiles(shop)).toHaveLength(before + imageWidths.length);
      else expect(reply, filename).toMatchObject({ status: 400, code: "VALIDATION" });
      addressOf(await upload(admin, image));
    }
    const strange = (await storedFiles(shop)).filter(
      (name) => !/^([0-9a-f-]{36}(-\d+)?\.(webp|avif)|page\.\w+)$/.test(name),
    );
    expect(strange).toEqual([]);
    expect(
      (await readdir(dirname(shop.uploadsDir))).filter((name) => !around.includes(name) && /^x\./.test(name)),
    ).toEqual([]);
  });
});

/** A PNG that says it is as wide and high as asked and holds nothing but black. */
function bomb(width: number, height: number): Buffer {
  const chunk = (kind: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind, "latin1"), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const lines = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", lines),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

describe("what is no image, or a dangerous one", () => {
  let before: string[];
  beforeEach(async () => {
    before = await storedFiles(shop);
  });
  const expectRefused = async (content: Buffer, more: Parameters<typeof formOf>[1] = {}) => {
    const reply = await upload(admin, content, more);
    expect(reply).toMatchObject({ status: 400, code: "VALIDATION" });
    expect(complaintsOf(reply)).toEqual(["image"]);
    expect(await storedFiles(shop)).toEqual(before);
  };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

  it.each([
    ["text", Buffer.from("just text")],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a program", Buffer.from("<?php system($_GET['x']);")],
    ["an archive", Buffer.from("504b0304140000000800", "hex")],
    ["a document", Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj")],
    ["a drawing", Buffer.from(svg)],
    ["a drawing with a prolog", Buffer.from(`<?xml version="1.0"?>\n<!DOCTYPE svg>\n${svg}`)],
    ["a compressed drawing", gzipSync(svg)],
    ["a TIFF", Buffer.from("49492a0008000000", "hex")],
    ["the start of a JPEG", Buffer.from("ffd8ffe000104a464946", "hex")],
    ["the start of a GIF and a script", Buffer.from("GIF89a/*<svg/onload=alert(1)>*/=1;alert(1)")],
    ["a film", Buffer.from("00000018667479706d703432", "hex")],
    ["one byte", Buffer.from("x")],
  ])("is refused: %s", async (_what, content) => {
    for (const more of [{}, { filename: "x.svg", type: "image/svg+xml" }, { filename: "x.jpg", type: "image/jpeg" }]) {
      await expectRefused(content, more);
    }
  });

  it("is refused when it breaks off", async () => {
    const whole = await noise(300, 300).jpeg().toBuffer();
    await expectRefused(whole.subarray(0, whole.length / 3));
    const png = await noise(300, 300).png().toBuffer();
    await expectRefused(png.subarray(0, png.length / 3));
  });

  it("is refused before it is decoded, however small its file", async () => {
    for (const [width, height] of [
      [15_000, 15_000],
      [1, 1_000_000],
      [1_000_000, 1],
      [7_000, 6_000],
    ] as const) {
      const file = bomb(width, height);
      expect(file.length).toBeLessThan(300_000);
      const memory = process.memoryUsage().rss;
      const started = performance.now();
      await expectRefused(file);
      expect(performance.now() - started, `${width} × ${height}`).toBeLessThan(timeLimit(1_500));
      expect(process.memoryUsage().rss - memory).toBeLessThan(100_000_000);
    }
    addressOf(await upload(admin, bomb(5_000, 5_000)));
  });

  it("is refused with thousands of frames; of a few, the first is kept", async () => {
    const frames = async (count: number) => {
      const height = 2;
      const stripes = Buffer.alloc(2 * height * count * 3);
      for (let at = 0; at < stripes.length; at += 1) stripes[at] = (at * 37) % 251;
      return sharp(stripes, { raw: { width: 2, height: height * count, channels: 3, pageHeight: height } })
        .gif({ effort: 1, delay: Array.from({ length: count }, () => 50) })
        .toBuffer();
    };
    const many = await frames(2_000);
    expect((await sharp(many).metadata()).pages).toBeGreaterThan(500);
    await expectRefused(many);
    const { bytes } = await served(addressOf(await upload(admin, await frames(3))));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 2, height: 2 });
  });

  it("does no harm when it is an image as well: only the image is kept", async () => {
    const marker = "<script>alert('both')</script>";
    const files = {
      "JPEG and page": Buffer.concat([await plain().jpeg().toBuffer(), Buffer.from(marker)]),
      "PNG and archive": Buffer.concat([await plain().png().toBuffer(), Buffer.from(`PK\u0003\u0004${marker}`)]),
      "JPEG with a comment": await plain()
        .withExif({ IFD0: { ImageDescription: marker } })
        .jpeg()
        .toBuffer(),
      "WebP and page": Buffer.concat([await plain().webp().toBuffer(), Buffer.from(marker)]),
    };
    for (const [what, file] of Object.entries(files)) {
      expect(file.includes("both"), what).toBe(true);
      const address = addressOf(await upload(admin, file, { filename: "x.html", type: "text/html" }));
      for (const name of await storedFiles(shop)) {
        if (!name.startsWith(address.slice("/uploads/".length, -".webp".length))) continue;
        expect((await readFile(join(shop.uploadsDir, name))).includes("both"), what).toBe(false);
      }
    }
  });
});

describe("many images at once", () => {
  it("are all stored, a few at a time, while the shop goes on", { tags: "wide" }, async () => {
    const file = await noise(2_500, 1_800).jpeg({ quality: 90 }).toBuffer();
    const uploads = Promise.all(Array.from({ length: 4 }, () => sendForm(admin, formOf(file))));
    const slowest = { ms: 0 };
    let isDone = false;
    void uploads.then(() => {
      isDone = true;
    });
    while (!isDone) {
      const started = performance.now();
      expect((await fetch(`${shop.origin}/api/brands`)).status).toBe(200);
      slowest.ms = Math.max(slowest.ms, performance.now() - started);
    }
    const addresses = (await uploads).map(addressOf);
    expect(new Set(addresses).size).toBe(4);
    expect(slowest.ms).toBeLessThan(timeLimit(2_000));
  });
});

describe("files on the disk", () => {
  it("that were left half-written are removed at the next start, younger ones and images are not", async () => {
    const address = addressOf(await upload(admin, await plain().png().toBuffer()));
    const old = join(shop.uploadsDir, "left.tmp");
    const young = join(shop.uploadsDir, "young.tmp");
    await writeFile(old, "half");
    await writeFile(young, "half");
    const longAgo = new Date(Date.now() - 120_000);
    await utimes(old, longAgo, longAgo);
    await utimes(join(shop.uploadsDir, address.slice("/uploads/".length)), longAgo, longAgo);
    await clearUnfinished(shop.uploadsDir);
    await expect(stat(old)).rejects.toThrow();
    await expect(stat(young)).resolves.toBeDefined();
    expect((await served(address)).status).toBe(200);
  });

  it("cannot be reached beside the folder, however the path is written", async () => {
    const beside = join(dirname(shop.uploadsDir), "beside.webp");
    await writeFile(beside, "beside the folder");
    onTestFinished(() => rm(beside));
    for (const path of [
      "/uploads/../beside.webp",
      "/uploads/..%2fbeside.webp",
      "/uploads/%2e%2e/beside.webp",
      "/uploads/%2e%2e%2fbeside.webp",
      "/uploads/..\\beside.webp",
      "/uploads/..%5cbeside.webp",
      "/uploads/....//beside.webp",
      "/uploads/.../beside.webp",
      "/uploads//../beside.webp",
      "/uploads/x/../../beside.webp",
      "/uploads/%252e%252e/beside.webp",
      "/uploads/..%00/beside.webp",
      "/uploads/..;/beside.webp",
      "//uploads/../beside.webp",
    ]) {
      const { status, body } = await send(shop.origin, { path });
      expect([400, 403, 404], path).toContain(status);
      expect(body).not.toContain("beside the folder");
    }
  });
});

describe("an upload while the disk is full", () => {
  it("is refused with the reason, and leaves nothing", async () => {
    const before = await storedFiles(shop);
    const { write } = shop.storage;
    let writes = 0;
    const spy = vi.spyOn(shop.storage, "write").mockImplementation((name, content) => {
      writes += 1;
      // Room for the first widths only.
      if (writes < 3) return write(name, content);
      return Promise.reject(Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }));
    });
    onTestFinished(() => spy.mockRestore());
    const { status, body } = await upload(admin, await redSquare().png().toBuffer());
    const message = "The picture cannot be stored, because the shop's disk is full";
    expect({ status, body }).toMatchObject({ status: 503, body: { code: "UNAVAILABLE", message } });
    expect(writes).toBe(3);
    expect(await storedFiles(shop)).toEqual(before);
  });
});
