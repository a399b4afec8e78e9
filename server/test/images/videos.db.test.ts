import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { captionsPath, videoBytesMax, videoIdOf } from "@shop/shared/catalog/video";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { deleteOrphanedImages } from "../../src/domain/catalog/delete-orphaned-images.ts";
import { createdProduct, savedProduct } from "../harness/admin.ts";
import { makeBrand, makeCategory } from "../harness/factories.ts";
import { storedFiles } from "../harness/images.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply } from "../harness/test-client.ts";
import { box, mp4, uploadVideo } from "../harness/videos.ts";

const shop = startTestShop();
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
  await makeBrand(shop.db, "Aardvark");
  await makeCategory(shop.db, "Apparel");
});

const uploadedSchema = z.strictObject({ message: z.literal("Video uploaded"), video: z.string() });
function addressOf(reply: Reply): string {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return uploadedSchema.parse(reply.body).video;
}
const uploaded = async (content = mp4()) => addressOf(await uploadVideo(admin, content));
const captions = "WEBVTT\n\n00:00.000 --> 00:02.000\nPress the button\n";
const spoken = (video: string) => ({ video, poster: "", alt: "How it folds", captions, hasNoSpeech: false });
const silent = (video: string) => ({ video, poster: "", alt: "", captions: "", hasNoSpeech: true });

describe("a video that is uploaded", () => {
  it("is served as an MP4 that can be nothing else, whole and in the ranges that Safari asks for", async () => {
    const content = mp4({ place: "+00.00+000.00/" });
    const address = await uploaded(content);
    const whole = await fetch(shop.origin + address);
    expect(whole.status).toBe(200);
    expect(whole.headers.get("content-type")).toBe("video/mp4");
    expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
    expect(whole.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    expect((await whole.arrayBuffer()).byteLength).toBe(content.length);
    const part = await fetch(shop.origin + address, { headers: { range: "bytes=0-1" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 0-1/${content.length}`);
    expect((await part.arrayBuffer()).byteLength).toBe(2);
  });

  it("loses what a camera noted, and nothing else", async () => {
    const content = mp4();
    const served = Buffer.from(await (await fetch(shop.origin + (await uploaded(content)))).arrayBuffer());
    expect(content.includes("+47.37")).toBe(true);
    expect(served.includes("+47.37")).toBe(false);
    const at = content.indexOf("udta");
    expect(served.subarray(0, at).equals(content.subarray(0, at))).toBe(true);
    expect(served.subarray(content.indexOf("mdat")).equals(content.subarray(content.indexOf("mdat")))).toBe(true);
  });

  it("is written down with the one who did it", async () => {
    const address = await uploaded();
    const { rows } = await shop.pool.query("select user_id, act, entity from admin_acts where subject = $1", [address]);
    expect(rows).toEqual([{ user_id: admin.id, act: "uploaded", entity: "video" }]);
  });

  const endless = Buffer.concat([box("ftyp", "isom", Buffer.alloc(4)), Buffer.from("7fffffff6d6f6f76", "hex")]);
  it.each([
    ["a web page that is called film.mp4", Buffer.from("<script>alert(1)</script>"), "must be an MP4"],
    ["nothing but a head", mp4().subarray(0, 20), "must be an MP4"],
    ["cut off", mp4().subarray(0, -10), "must be an MP4"],
    ["a box beyond the end", endless, "must be an MP4"],
    ["without content", mp4().subarray(0, mp4().indexOf("mdat") - 4), "must be an MP4"],
    ["QuickTime", mp4({ brand: "qt  " }), "must be an MP4"],
    ["sound alone", mp4({ handler: "soun", codec: "mp4a" }), "has no picture"],
    ["HEVC", mp4({ codec: "hvc1" }), "save it as an MP4 with H.264"],
    ["empty", Buffer.alloc(0), ""],
  ])("that is %s is refused, and nothing of it stays", async (_what, content, words) => {
    const before = await storedFiles(shop);
    const reply = await uploadVideo(admin, content);
    expect(reply).toMatchObject({ status: 400, code: "VALIDATION" });
    expect(JSON.stringify(reply.body)).toContain(words);
    expect(await storedFiles(shop)).toEqual(before);
  });

  it("may weigh 30 MB and not a byte more, and leaves no temporary file", async () => {
    const frame = mp4({ bytes: 0 }).length;
    await uploaded(mp4({ bytes: videoBytesMax - frame }));
    const before = await storedFiles(shop);
    expect(await uploadVideo(admin, mp4({ bytes: videoBytesMax - frame + 1 }))).toMatchObject({ code: "TOO_LARGE" });
    expect(await storedFiles(shop)).toEqual(before);
    expect((await readdir(tmpdir())).filter((name) => name.startsWith("shop-video-"))).toEqual([]);
  });

  it("comes from those who may edit products alone", async () => {
    expect((await uploadVideo(await makeCustomer(shop), mp4())).status).toBe(403);
  });
});

describe("a product's video", () => {
  it("is shown with its captions, which are a file of their own, while the product is", async () => {
    const [first, second] = [await uploaded(), await uploaded()];
    const draft = await createdProduct(admin);
    const product = await savedProduct(admin, draft, { videos: [spoken(first), silent(second)] });
    const path = captionsPath(product._id, videoIdOf(first) ?? "");
    const shown = await admin.rest("GET", `/api/products/${product._id}`);
    expect(shown.body).toMatchObject({
      videos: [
        { video: first, poster: "", alt: "How it folds", captions: path },
        { video: second, poster: "", alt: "", captions: "" },
      ],
    });
    const served = await fetch(shop.origin + path);
    expect(served.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
    expect(await served.text()).toBe(captions);
    expect((await fetch(shop.origin + captionsPath(product._id, videoIdOf(second) ?? ""))).status).toBe(404);
    await savedProduct(admin, product, { state: "draft" });
    expect((await fetch(shop.origin + path)).status).toBe(404);
  });

  it("needs captions or the mark that nobody speaks, and an address that this shop has given", async () => {
    const video = await uploaded();
    const product = await savedProduct(admin, await createdProduct(admin), {});
    for (const wrong of [
      { ...silent(video), hasNoSpeech: false },
      { ...spoken(video), captions: "Press the button" },
      { ...spoken(video), captions: `${captions}\u0000` },
      { ...silent(video), poster: "https://example.com/poster.jpg" },
      silent("https://example.com/film.mp4"),
    ]) {
      const { name, brand, category, price, countInStock } = z
        .looseObject({
          name: z.string(),
          brand: z.string(),
          category: z.string(),
          price: z.number(),
          countInStock: z.number(),
        })
        .parse((await admin.rest("GET", `/api/products/${product._id}`)).body);
      const input = { name, brand, category, price, countInStock, videos: [wrong] };
      expect((await admin.rest("PUT", `/api/products/${product._id}`, input)).status, JSON.stringify(wrong)).toBe(400);
    }
  });

  it("is in the history and comes back by an undo, is copied, and its file stays as long as any of these needs it", async () => {
    const video = await uploaded();
    const product = await savedProduct(admin, await createdProduct(admin), { videos: [spoken(video)] });
    await savedProduct(admin, product, { videos: [] });
    const has = async () => (await storedFiles(shop)).includes(video.replace("/uploads/", ""));
    await deleteOrphanedImages(shop, -60_000);
    expect(await has()).toBe(true);
    const page = await admin.trpc("query", "admin.productHistory.page", { id: product._id });
    const { entries } = z
      .object({ entries: z.array(z.looseObject({ number: z.number(), changes: z.array(z.unknown()) })) })
      .parse(page.body);
    expect(entries[0]?.changes).toEqual([
      { field: "videos", before: `${video} (How it folds, with captions)`, after: "" },
    ]);
    const undone = await admin.trpc("mutation", "admin.productHistory.undo", {
      id: product._id,
      number: entries[0]?.number,
    });
    expect(undone.body).toEqual({ isUndone: true });
    const record = await admin.trpc("query", "admin.products.byId", { id: product._id });
    expect(record.body).toMatchObject({ editedVideos: [spoken(video)] });
    const copied = await admin.trpc("mutation", "admin.products.duplicate", { id: product._id });
    expect(copied.body).toMatchObject({ editedVideos: [spoken(video)] });

    const unused = await uploaded();
    await deleteOrphanedImages(shop, -60_000);
    expect(await has()).toBe(true);
    expect((await fetch(shop.origin + unused)).status).toBe(404);
  });
});
