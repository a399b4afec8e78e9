// @module-tag wide
import { once } from "node:events";
import { connect } from "node:net";
import { errorBodySchema } from "@shop/shared/errors";
import { imageBytesMax } from "@shop/shared/shop";
import { beforeAll, describe, expect, it } from "vitest";
import { formOf, plain, pngOf, sendForm, storedFiles, upload } from "../harness/images.ts";
import { randomFrom } from "../harness/random.ts";
import { exchange, statusesOf } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply, TestClient, toReply } from "../harness/test-client.ts";
import { timeLimit } from "../harness/time-limit.ts";

const shop = startTestShop();
let admin: Member;
let image: Buffer;
beforeAll(async () => {
  admin = await makeAdmin(shop);
  image = await plain(20, 20).png().toBuffer();
});

const boundary = "a-boundary";
const multipartType = `multipart/form-data; boundary=${boundary}`;

/** A form with one image, byte by byte. */
function body({ head = 'form-data; name="image"; filename="x.png"', end = `\r\n--${boundary}--\r\n` } = {}): Buffer {
  const start = `--${boundary}\r\nContent-Disposition: ${head}\r\nContent-Type: image/png\r\n\r\n`;
  return Buffer.concat([Buffer.from(start), image, Buffer.from(end)]);
}

async function sendBody(content: Buffer, type: string | undefined, client: TestClient = admin): Promise<Reply> {
  const headers = { cookie: client.cookieHeader, ...(type === undefined ? {} : { "content-type": type }) };
  const response = await fetch(`${shop.origin}/api/upload`, { method: "POST", body: new Uint8Array(content), headers });
  return toReply(response, (answer) => answer);
}

describe("an image's weight", () => {
  it("may reach the limit and not a byte more, whatever its pieces look like on the way", async () => {
    expect((await upload(admin, await pngOf(imageBytesMax))).status).toBe(200);
    const before = await storedFiles(shop);
    const random = randomFrom(5);
    const heaviest = await pngOf(imageBytesMax + 12_000);
    const rounds = 40;
    const statuses: number[] = [];
    for (let round = 0; round < rounds; round += 5) {
      const replies = await Promise.all(
        Array.from({ length: 5 }, () => {
          const over = 1 + Math.floor(random() ** 3 * 11_000);
          return upload(admin, heaviest.subarray(0, imageBytesMax + over));
        }),
      );
      statuses.push(...replies.map((reply) => reply.status));
      for (const reply of replies) expect(reply.code).toBe("TOO_LARGE");
    }
    expect(statuses).toEqual(Array.from({ length: rounds }, () => 413));
    expect(await storedFiles(shop)).toEqual(before);
  });

  it("far above the limit is refused without being read, when the request says how long it is", async () => {
    const claim = 50 * 1024 * 1024;
    const head = `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nCookie: ${admin.cookieHeader}\r\nContent-Type: ${multipartType}\r\nContent-Length: ${claim}\r\n\r\n`;
    const started = performance.now();
    const raw = await exchange(shop.origin, Buffer.concat([Buffer.from(head), body().subarray(0, 100)]), 1_000);
    expect(statusesOf(raw)).toEqual([413]);
    expect(performance.now() - started).toBeLessThan(timeLimit(3_000));
    expect(raw).toContain("TOO_LARGE");
  });

  it("far above the limit takes no memory, when the request does not say how long it is", async () => {
    const piece = new Uint8Array(1024 * 1024).fill(120);
    const start = body({ end: "" });
    async function* endless() {
      yield new Uint8Array(start);
      for (let sent = 0; sent < 50; sent += 1) yield piece;
      yield new Uint8Array(Buffer.from(`\r\n--${boundary}--\r\n`));
    }
    const memory = process.memoryUsage().rss;
    const init = {
      method: "POST",
      body: ReadableStream.from(endless()),
      headers: { cookie: admin.cookieHeader, "content-type": multipartType },
      duplex: "half" as const,
    };
    const reply = await toReply(await fetch(`${shop.origin}/api/upload`, init), (answer) => answer);
    expect(reply).toMatchObject({ status: 413, code: "TOO_LARGE" });
    expect(process.memoryUsage().rss - memory).toBeLessThan(60_000_000);
  });
});

describe("a form", () => {
  it.each(["image/png", "application/octet-stream"])("may give its file the type %s and no name", async (type) => {
    const unnamed = body({ head: 'form-data; name="image"' }).toString("latin1").replace("image/png", type);
    expect((await sendBody(Buffer.from(unnamed, "latin1"), multipartType)).status).toBe(200);
  });

  it.each<[string, () => Promise<Reply>]>([
    ["without a file", () => sendForm(admin, new FormData())],
    [
      "with text where the file belongs",
      () => {
        const form = new FormData();
        form.append("image", "just text");
        return sendForm(admin, form);
      },
    ],
    ["with the file under another name", () => upload(admin, image, { name: "file" })],
    ["with the file under a name of the language's own", () => upload(admin, image, { name: "__proto__" })],
    ["with an empty file", () => upload(admin, Buffer.alloc(0))],
    [
      "with two files",
      () => {
        const form = formOf(image);
        form.append("image", new Blob([new Uint8Array(image)]), "second.png");
        return sendForm(admin, form);
      },
    ],
    [
      "with three files",
      () => {
        const form = formOf(image);
        for (const name of ["second", "third"]) form.append(name, new Blob([new Uint8Array(image)]), name);
        return sendForm(admin, form);
      },
    ],
    [
      "with something else beside the file",
      () => {
        const form = formOf(image);
        form.append("more", "x");
        return sendForm(admin, form);
      },
    ],
    [
      "with a thousand fields",
      () => {
        const form = new FormData();
        for (let n = 0; n < 1_000; n += 1) form.append(`field${n}`, "x");
        form.append("image", new Blob([new Uint8Array(image)]), "x.png");
        return sendForm(admin, form);
      },
    ],
    ["without a boundary", () => sendBody(body(), "multipart/form-data")],
    ["with another boundary than it says", () => sendBody(body(), "multipart/form-data; boundary=other")],
    ["that never ends", () => sendBody(body({ end: "" }), multipartType)],
    ["that breaks off in its head", () => sendBody(body().subarray(0, 40), multipartType)],
    ["that breaks off in the file", () => sendBody(body().subarray(0, 150), multipartType)],
    ["that is empty", () => sendBody(Buffer.alloc(0), multipartType)],
    ["that is not one", () => sendBody(Buffer.from('{"image":"x"}'), multipartType)],
    ["whose file has no name at all", () => sendBody(body({ head: "form-data" }), multipartType)],
  ])("%s is refused", async (_what, attempt) => {
    const before = await storedFiles(shop);
    const reply = await attempt();
    expect(reply).toMatchObject({ status: 400, code: "VALIDATION" });
    errorBodySchema.parse(reply.body);
    expect(await storedFiles(shop)).toEqual(before);
    expect((await upload(admin, image)).status).toBe(200);
  });

  it.each([
    undefined,
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "image/png",
    "multipart/mixed; boundary=x",
  ])("must be sent as one, not as %s", async (type) => {
    for (const content of [image, Buffer.from("{}"), Buffer.alloc(0)]) {
      const reply = await sendBody(content, type);
      expect(reply).toMatchObject({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
    }
  });

  it("is read nowhere else", async () => {
    for (const path of ["/api/products", "/api/brands", "/api/users/auth", "/api/orders", "/trpc/account.signOut"]) {
      const response = await fetch(shop.origin + path, {
        method: "POST",
        body: formOf(image),
        headers: { cookie: admin.cookieHeader },
      });
      expect(response.status, path).toBe(415);
    }
  });

  it("that its sender gives up leaves nothing behind", async () => {
    const before = await storedFiles(shop);
    for (const share of [0.1, 0.5, 0.99]) {
      const content = body();
      const { hostname, port } = new URL(shop.origin);
      const socket = connect({ host: hostname, port: Number(port) });
      await once(socket, "connect");
      const head = `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nCookie: ${admin.cookieHeader}\r\nContent-Type: ${multipartType}\r\nContent-Length: ${content.length}\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), content.subarray(0, Math.floor(content.length * share))]));
      await new Promise((done) => setImmediate(done));
      socket.destroy();
      await once(socket, "close");
    }
    // What came first is served first: when this one is through, the others are.
    expect((await upload(admin, image)).status).toBe(200);
    const after = await storedFiles(shop);
    expect(after.filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(after).toHaveLength(before.length + 5);
  });
});

describe("who may upload", () => {
  it("is decided before the file is read", async () => {
    const customer = await makeCustomer(shop);
    for (const [client, status, code] of [
      [new TestClient(shop), 401, "UNAUTHENTICATED"],
      [customer, 403, "FORBIDDEN"],
    ] as const) {
      const head = `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nCookie: ${client.cookieHeader}\r\nContent-Type: ${multipartType}\r\nContent-Length: 52428800\r\n\r\n`;
      const raw = await exchange(shop.origin, Buffer.concat([Buffer.from(head), body().subarray(0, 200)]), 1_000);
      expect(statusesOf(raw)).toEqual([status]);
      expect(raw).toContain(code);
      for (const type of [multipartType, "application/json", "text/plain", undefined]) {
        expect(await sendBody(body(), type, client)).toMatchObject({ status, code });
      }
    }
    expect((await shop.pool.query("select from admin_acts where user_id = $1", [customer.id])).rowCount).toBe(0);
  });

  it("is not another site's page with an administrator's cookie", async () => {
    const before = await storedFiles(shop);
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      expect(await sendForm(admin, formOf(image), headers)).toMatchObject({ status: 403, code: "BAD_ORIGIN" });
    }
    expect(await storedFiles(shop)).toEqual(before);
  });
});
