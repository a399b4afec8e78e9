import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { products } from "@shop/demo/catalog/products";
import { imageFiles } from "@shop/demo/images";
import { imageAt, imageWidths, masterAt } from "@shop/shared/catalog/image";
import sharp from "sharp";
import { afterAll, describe, expect, it, vi } from "vitest";
import { imageFolder } from "../../src/demo/image-folder.ts";
import { imageAddress } from "../../src/infra/image-names.ts";
import { hasImage, removeImage, storeImage } from "../../src/infra/images.ts";
import { openStorage } from "../../src/infra/open-storage.ts";
import { noise, plain, upload } from "../harness/images.ts";
import { startObjectStore } from "../harness/object-store.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop, type TestShop } from "../harness/shop.ts";
import { type Member, makeAdmin } from "../harness/test-client.ts";

const store = await startObjectStore();
afterAll(() => store.discard());
const silent = () => undefined;

async function stored(shop: TestShop): Promise<string[]> {
  const names: string[] = [];
  for await (const name of shop.storage.list()) names.push(name);
  return names.sort();
}

/** A photograph of the demo, which is smaller as AVIF. */
async function photograph(): Promise<Buffer> {
  const [product] = products;
  if (product === undefined) throw new Error("The demo has no product");
  const [first] = imageFiles(product.slug);
  return readFile(join(imageFolder(), first));
}

async function imageOf(admin: Member, content: Buffer): Promise<string> {
  const { status, body } = await upload(admin, content);
  expect(status, JSON.stringify(body)).toBe(200);
  return String(Reflect.get(Object(body), "image"));
}

describe.each([
  ["a folder", startTestShop()],
  ["an object store", startTestShop({ storage: store.settings })],
])("images in %s", (_where, shop) => {
  it("are served in every width, each with its length and for ever", async () => {
    const admin = await makeAdmin(shop);
    const image = await imageOf(admin, await plain(1_200, 600).jpeg().toBuffer());
    for (const width of imageWidths) {
      const address = shop.origin + imageAt(image, width);
      const response = await fetch(address);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "image/webp",
        "cache-control": "public, max-age=31536000, immutable",
        "accept-ranges": "bytes",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "cross-origin",
        "last-modified": expect.any(String),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get("content-length")).toBe(String(bytes.length));
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width });
      const head = await fetch(address, { method: "HEAD" });
      expect(head.status).toBe(200);
      expect(head.headers.get("content-length")).toBe(String(bytes.length));
      expect(await head.text()).toBe("");
    }
  });

  it("have a master for full screen, or are served in their largest width under its address", async () => {
    const ask = async (image: string) => {
      const response = await fetch(shop.origin + masterAt(image));
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, cached: response.headers.get("cache-control"), bytes };
    };
    const cached = "public, max-age=31536000, immutable";
    const ids = ["00000000-0000-7000-8000-000000000003", "00000000-0000-7000-8000-000000000004"] as const;
    const large = await plain(2_000, 1_500).jpeg().toBuffer();
    await storeImage(large, ids[0], shop.storage, { withMaster: true });
    await storeImage(large, ids[1], shop.storage, { withMaster: false });
    const master = await ask(imageAddress(ids[0]));
    expect(master).toMatchObject({ status: 200, cached });
    expect(await sharp(master.bytes).metadata()).toMatchObject({ format: "webp", width: 1_600, height: 1_200 });
    const widest = await ask(imageAddress(ids[1]));
    expect(widest).toMatchObject({ status: 200, cached });
    expect(await sharp(widest.bytes).metadata()).toMatchObject({ format: "webp", width: 960, height: 720 });

    for (const id of ids) await removeImage(id, shop.storage);
    expect((await stored(shop)).filter((name) => ids.some((id) => name.startsWith(id)))).toEqual([]);
    for (const id of ids) expect((await fetch(shop.origin + imageAddress(id))).status).toBe(404);
    expect((await ask(imageAddress("00000000-0000-7000-8000-000000000005"))).status).toBe(404);
  });

  it("are smaller as AVIF at the same address for browsers that accept it, and go together", async () => {
    const id = "00000000-0000-4000-8000-000000000002";
    await storeImage(await photograph(), id, shop.storage, { withMaster: true });
    const path = imageAt(imageAddress(id), 320);
    const ask = async (headers: Record<string, string>, method = "GET", asked = path) => {
      const response = await fetch(shop.origin + asked, { headers, method });
      const bytes = Buffer.from(await response.arrayBuffer());
      const [type, vary, etag, length, cached] = [
        "content-type",
        "vary",
        "etag",
        "content-length",
        "cache-control",
      ].map((name) => response.headers.get(name));
      return { status: response.status, type, vary, etag: etag ?? "", length: Number(length), cached, bytes };
    };
    const cached = "public, max-age=31536000, immutable";
    const browser = { accept: "image/avif,image/webp,image/*,*/*;q=0.8" };
    const revalidate = async (etag: string) => {
      const { status, headers } = await send(shop.origin, { path, headers: { ...browser, "if-none-match": etag } });
      return { status, vary: headers.vary };
    };
    const avif = await ask(browser);
    expect(avif).toMatchObject({ status: 200, type: "image/avif", vary: "accept", cached });
    expect(await sharp(avif.bytes).metadata()).toMatchObject({ format: "heif", compression: "av1", width: 320 });
    for (const accept of ["image/webp,*/*", "image/avif;q=0, image/webp", "image/avif ; q=0.000", "*/*", ""]) {
      const webp = await ask({ accept });
      expect(webp, accept).toMatchObject({ status: 200, type: "image/webp", vary: "accept", cached });
      expect(avif.length).toBeLessThan(webp.length);
      expect(avif.etag).not.toBe(webp.etag);
      expect(await revalidate(webp.etag)).toEqual({ status: 200, vary: "accept" });
    }
    expect(await ask({ accept: "IMAGE/AVIF;Q=0.5" })).toMatchObject({ type: "image/avif" });
    expect(await ask(browser, "HEAD")).toMatchObject({ status: 200, type: "image/avif", length: avif.length });
    expect(await revalidate(avif.etag)).toEqual({ status: 304, vary: "accept" });
    const part = await ask({ ...browser, range: "bytes=4-9" });
    expect(part).toMatchObject({ status: 206, type: "image/avif", bytes: avif.bytes.subarray(4, 10) });
    // Link previews use the largest width.
    expect(await ask(browser, "GET", imageAddress(id))).toMatchObject({ type: "image/webp", vary: null });
    expect((await ask(browser, "GET", path.replace(".webp", ".avif"))).status).toBe(404);

    await removeImage(id, shop.storage);
    expect((await stored(shop)).filter((name) => name.startsWith(id))).toEqual([]);
    expect((await ask(browser)).status).toBe(404);
  });

  it("of earlier releases, without AVIF, are served as WebP, and the storage is asked for the AVIF once", async () => {
    await shop.storage.write("earlier-320.webp", await plain(320, 200).webp().toBuffer());
    const has = vi.spyOn(shop.storage, "has");
    for (const _ of [1, 2, 3]) {
      const response = await fetch(`${shop.origin}/uploads/earlier-320.webp`, { headers: { accept: "image/avif" } });
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
      await response.arrayBuffer();
    }
    expect(has.mock.calls.filter(([name]) => name.endsWith(".avif"))).toEqual([["earlier-320.avif"]]);
    has.mockRestore();
  });

  it("are sent in part, or not at all, when a browser asks for that", async () => {
    await shop.storage.write("digits.webp", Buffer.from("0123456789"));
    const ask = async (headers: Record<string, string>) => {
      const answer = await send(shop.origin, { path: "/uploads/digits.webp", headers });
      return { status: answer.status, range: answer.headers["content-range"], body: answer.body };
    };
    expect(await ask({ range: "bytes=2-4" })).toEqual({ status: 206, range: "bytes 2-4/10", body: "234" });
    expect(await ask({ range: "bytes=7-" })).toEqual({ status: 206, range: "bytes 7-9/10", body: "789" });
    expect((await ask({ range: "bytes=50-" })).status).toBe(416);
    expect(await ask({ range: "lines=1-2" })).toMatchObject({ status: 200, body: "0123456789" });
    const { etag = "" } = (await send(shop.origin, { path: "/uploads/digits.webp" })).headers;
    expect(await ask({ "if-none-match": etag })).toMatchObject({ status: 304, body: "" });
    expect(await ask({ "if-none-match": '"another"' })).toMatchObject({ status: 200, body: "0123456789" });
  });

  it("are all that is there: other names lead nowhere", async () => {
    await shop.storage.write("page.html", Buffer.from("<script>"));
    const missing = "00000000-0000-7000-8000-000000000000.webp";
    for (const path of ["page.html", missing, "", ".webp", "x/y.webp", "..%2fdigits.webp", "%2e%2e/digits.webp"]) {
      const { status, body } = await send(shop.origin, { path: `/uploads/${path}` });
      expect([400, 403, 404], path).toContain(status);
      expect(body, path).not.toContain("0123");
    }
    expect(await (await fetch(`${shop.origin}/uploads/${missing}`)).json()).toMatchObject({ code: "NOT_FOUND" });
  });

  it("can be listed, read, written over and removed", async () => {
    const { storage } = shop;
    await storage.write("note.webp", Buffer.from("first"));
    await storage.write("note.webp", Buffer.from("second"));
    expect(await storage.read("note.webp")).toEqual(Buffer.from("second"));
    expect(await storage.has("note.webp")).toBe(true);
    expect(await stored(shop)).toContain("note.webp");
    await storage.remove("note.webp");
    await storage.remove("note.webp");
    expect(await storage.has("note.webp")).toBe(false);
    expect(await storage.read("note.webp")).toBeUndefined();
    expect(await stored(shop)).not.toContain("note.webp");
  });

  it("are stored in all their widths or not at all", async () => {
    const admin = await makeAdmin(shop);
    const before = await stored(shop);
    expect((await upload(admin, Buffer.from("no picture"))).status).toBe(400);
    const whole = await noise(300, 300).jpeg().toBuffer();
    expect((await upload(admin, whole.subarray(0, whole.length / 3))).status).toBe(400);
    expect(await stored(shop)).toEqual(before);
  });

  it("can be those of the demo", async () => {
    const content = await photograph();
    expect(await hasImage("demo", shop.storage)).toBe(false);
    await storeImage(content, "00000000-0000-4000-8000-000000000001", shop.storage, { withMaster: true });
    expect(await hasImage("00000000-0000-4000-8000-000000000001", shop.storage)).toBe(true);
    await removeImage("00000000-0000-4000-8000-000000000001", shop.storage);
  });
});

describe("an object store", () => {
  const shop = startTestShop({ storage: store.settings });

  it("that is gone takes the images with it and nothing else, until it is back", async () => {
    const admin = await makeAdmin(shop);
    const content = await plain().png().toBuffer();
    const image = await imageOf(admin, content);
    await store.kill();
    expect((await fetch(`${shop.origin}/api/products`)).status).toBe(200);
    const lost = await fetch(shop.origin + image);
    expect(lost.status).toBe(503);
    expect(lost.headers.get("cache-control")).toBe("no-store");
    expect(await lost.json()).toMatchObject({ code: "UNAVAILABLE" });
    expect(await upload(admin, content)).toMatchObject({ status: 503, code: "UNAVAILABLE" });
    const { rows } = await shop.pool.query("select subject from admin_acts where act = 'uploaded'");
    expect(rows).toEqual([{ subject: image }]);
    expect(shop.logLines.join("")).toContain("the object store does not answer");
    await store.start();
    expect((await fetch(shop.origin + image)).status).toBe(200);
    await imageOf(admin, content);
  });

  it("that does not let the shop in ends the start with a line that names the settings, and no secret", async () => {
    const { settings } = store;
    const wrongKeys = [
      { accessKeyId: "nobody", secretAccessKey: "marker-secret" },
      { accessKeyId: "S3RVER", secretAccessKey: "marker-secret" },
    ];
    for (const credentials of wrongKeys) {
      const opening = openStorage({ ...settings, credentials }, silent);
      await expect(opening).rejects.toThrow(/S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY: the object store refuses/);
      await expect(opening).rejects.not.toThrow(/marker/);
    }
    await expect(openStorage({ ...settings, bucket: "not-there" }, silent)).rejects.toThrow(/^S3_BUCKET: .*not-there/);
  });

  it("that cannot be reached does not keep the shop from opening", async () => {
    const warnings: string[] = [];
    const storage = await openStorage({ ...store.settings, endpoint: "http://127.0.0.1:9" }, (line) =>
      warnings.push(line),
    );
    expect(warnings).toEqual([expect.stringMatching(/^Pictures are not available yet: .*ECONNREFUSED/)]);
    await expect(storage.write("x.webp", Buffer.from("x"))).rejects.toMatchObject({ statusCode: 503 });
  });
});
