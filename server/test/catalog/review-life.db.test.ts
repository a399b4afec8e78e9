import { imageIdOf } from "@shop/shared/catalog/image";
import { reviewPhotosBytesMax } from "@shop/shared/shop";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { reviewPhotos } from "../../src/db/schema/reviews.ts";
import { deleteOrphanedImages } from "../../src/domain/catalog/delete-orphaned-images.ts";
import { writeReviewInvitations } from "../../src/domain/review/invite.ts";
import { deleteUnusedPhotos, moveUncheckedPhotos } from "../../src/domain/review/photos.ts";
import { imageAddress } from "../../src/infra/image-names.ts";
import { storeImage } from "../../src/infra/images.ts";
import { makeOrder, makeProduct } from "../harness/factories.ts";
import { formOf, plain, storedFiles } from "../harness/images.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startMailing } from "../harness/mailing.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply, TestClient, toReply } from "../harness/test-client.ts";

const shop = startTestShop({ fixed: { reviewInvitationDays: 5 } });
const mailing = startMailing(shop);
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const listedSchema = z.object({
  _id: z.string(),
  rating: z.number(),
  comment: z.string(),
  photos: z.array(z.string()),
  helpful: z.number(),
  editedAt: z.string().nullable(),
  answer: z.object({ text: z.string(), at: z.string() }).nullable(),
});
const pageSchema = z.object({
  reviews: z.array(listedSchema),
  total: z.number(),
  hidden: z.number(),
  hasPhotos: z.literal(true).optional(),
});

/** The reviews of a product as everybody sees them. */
async function listOf(productId: string, query = "") {
  const reply = await new TestClient(shop).rest("GET", `/api/products/${productId}/reviews${query}`);
  return pageSchema.parse(reply.body);
}

async function productOf(id: string) {
  const { body } = await new TestClient(shop).rest("GET", `/api/products/${id}`);
  return z.object({ rating: z.number(), numReviews: z.number() }).parse(body);
}

async function send(client: TestClient, content: Buffer): Promise<Reply> {
  const response = await fetch(`${shop.origin}/api/reviews/photos`, {
    method: "POST",
    body: formOf(content),
    headers: { cookie: client.cookieHeader },
  });
  return toReply(response, (answer) => answer);
}

async function photoBy(client: TestClient, content?: Buffer): Promise<string> {
  const reply = await send(client, content ?? (await plain().png().toBuffer()));
  return z.object({ image: z.string() }).parse(reply.body).image;
}

/** Asks for one width of a photo, as a guest or as somebody. */
function ask(client: TestClient | undefined, photo: string, width = ""): Promise<Response> {
  const headers = client === undefined ? {} : { cookie: client.cookieHeader };
  return fetch(shop.origin + photo.replace(".webp", `${width}.webp`), { headers });
}

async function review(author: Member, productId: string, more: object = {}): Promise<string> {
  const body = { rating: 4, comment: "Sits well", ...more };
  expect((await author.does("REST", "createReview", { id: productId, body })).status).toBe(201);
  const own = await author.trpc("query", "review.mine", { productId });
  return z.object({ _id: z.string() }).parse(own.body)._id;
}

describe("a photo of a review", () => {
  it("loses where and when it was taken, and stands with the review in its order", async () => {
    const [author, id] = [await makeCustomer(shop), await makeProduct(shop.db)];
    const taken = await plain(300, 200)
      .jpeg()
      .withExif({
        IFD0: { Make: "Marker Camera" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 3230/100", GPSLongitudeRef: "W", GPSLongitude: "0/1 7/1" },
      })
      .toBuffer();
    expect((await sharp(taken).metadata()).exif?.toString("latin1")).toContain("Marker Camera");
    const photos = [await photoBy(author, taken), await photoBy(author)];
    await review(author, id, { photos });
    const [listed] = (await listOf(id)).reviews;
    expect(listed?.photos).toEqual(photos);
    for (const width of ["", "-160"]) {
      const served = await ask(undefined, photos[0] ?? "", width);
      const bytes = Buffer.from(await served.arrayBuffer());
      const { exif, xmp, format } = await sharp(bytes).metadata();
      expect({ exif, xmp, format }).toEqual({ exif: undefined, xmp: undefined, format: "webp" });
      expect(bytes.toString("latin1")).not.toContain("Marker");
    }
  });

  it("is for whoever uploaded it, one of four at most, and in one review", async () => {
    const [author, other, id] = [await makeCustomer(shop), await makeCustomer(shop), await makeProduct(shop.db)];
    expect((await send(new TestClient(shop), Buffer.from("x"))).status).toBe(401);
    expect(await send(author, Buffer.from("no image"))).toMatchObject({ status: 400, code: "VALIDATION" });
    const foreign = await photoBy(other);
    const tryWith = (photos: string[]) =>
      author.does("REST", "createReview", { id, body: { rating: 5, comment: "Good", photos } });
    expect(await tryWith([foreign])).toMatchObject({ status: 400, code: "VALIDATION" });
    const own = await photoBy(author);
    expect((await tryWith([own, own])).status).toBe(400);
    expect((await tryWith(["https://elsewhere.example/1.webp"])).status).toBe(400);
    expect((await tryWith(Array.from({ length: 5 }, (_, n) => own.replace(/.\.webp/, `${n}.webp`)))).status).toBe(400);
    expect((await productOf(id)).numReviews).toBe(0);
    await review(author, id, { photos: [own] });
    const second = await makeProduct(shop.db);
    const again = await author.does("REST", "createReview", {
      id: second,
      body: { rating: 5, comment: "x", photos: [own] },
    });
    expect(again.status).toBe(400);
    await expectInvariants(shop.pool);
  });

  it("is deleted by a clean-up when it is in no review, and one in a review stays", async () => {
    const [author, id] = [await makeCustomer(shop), await makeProduct(shop.db)];
    const [unused, used] = [await photoBy(author), await photoBy(author)];
    await review(author, id, { photos: [used] });
    await shop.pool.query("update review_photos set created_at = now() - interval '25 hours' where user_id = $1", [
      author.id,
    ]);
    expect(await deleteUnusedPhotos(shop.db)).toBe(1);
    await deleteOrphanedImages(shop, -60_000);
    const files = await storedFiles(shop);
    const filesOf = (photo: string) => files.filter((name) => name.includes(imageIdOf(photo) ?? ""));
    expect(filesOf(used)).not.toEqual([]);
    expect(filesOf(unused)).toEqual([]);
    expect((await ask(author, used)).status).toBe(200);
  });

  it("is served to everybody while its review is shown, and otherwise to its author and admins alone", async () => {
    const [author, other, id] = [await makeCustomer(shop), await makeCustomer(shop), await makeProduct(shop.db)];
    const photo = await photoBy(author);
    const statuses = async () => {
      const answers = await Promise.all([undefined, other, author, admin].map((client) => ask(client, photo)));
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([404, 404, 200, 200]);
    const reviewId = await review(author, id, { photos: [photo] });
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const shown = await ask(undefined, photo, "-160");
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "cache-control": "public, max-age=300",
      "cross-origin-resource-policy": "same-origin",
      "content-type": "image/webp",
    });
    // The name of its file under the address of public images.
    const { pathname } = new URL(photo.replace("reviews/", "review-"), shop.origin);
    expect((await fetch(shop.origin + pathname)).status).toBe(404);

    const hide = { id: reviewId, reason: "fake" };
    expect((await admin.trpc("mutation", "admin.reviews.hide", hide)).status).toBe(200);
    expect(await statuses()).toEqual([404, 404, 200, 200]);
    expect((await ask(author, photo)).headers.get("cache-control")).toBe("private, no-store");
    expect((await admin.trpc("mutation", "admin.reviews.show", { id: reviewId })).status).toBe(200);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await shop.pool.query("update products set published_at = null where id = $1", [id]);
    expect(await statuses()).toEqual([404, 404, 200, 200]);
  });

  it("is refused once the photos of its account take all the room that one account has", async () => {
    const [author, id] = [await makeCustomer(shop), await makeProduct(shop.db)];
    const first = await photoBy(author);
    await review(author, id, { photos: [first] });
    const setBytes = (bytes: number) =>
      shop.pool.query("update review_photos set bytes = $2 where user_id = $1", [author.id, bytes]);
    await setBytes(reviewPhotosBytesMax - 1);
    const before = await storedFiles(shop);
    const refused = await send(author, await plain().png().toBuffer());
    expect(refused).toMatchObject({ status: 400, code: "VALIDATION" });
    expect(JSON.stringify(refused.body)).toContain("Remove photos from an older review first.");
    expect(await storedFiles(shop)).toEqual(before);
    await setBytes(1);
    await photoBy(author);
  });

  it("of an earlier release moves to an address that is checked, and its public files go", async () => {
    const [author, id] = [await makeCustomer(shop), await makeProduct(shop.db)];
    const imageId = uuidv7();
    expect(
      await storeImage(await plain().png().toBuffer(), imageId, shop.storage, { withMaster: false }),
    ).toHaveProperty("bytes");
    const former = imageAddress(imageId);
    await shop.db.insert(reviewPhotos).values({ id: imageId, image: former, userId: author.id });
    await review(author, id, { photos: [former] });
    expect((await listOf(id)).reviews[0]?.photos).toEqual([former]);
    await deleteOrphanedImages(shop, -60_000);
    expect((await ask(undefined, former)).status).toBe(200);

    expect(await moveUncheckedPhotos(shop)).toBe(1);
    const [moved = ""] = (await listOf(id)).reviews[0]?.photos ?? [];
    expect(moved).toBe(former.replace("/uploads/", "/uploads/reviews/"));
    expect((await ask(undefined, former)).status).toBe(404);
    for (const width of ["", "-160", "-640"]) expect((await ask(undefined, moved, width)).status, width).toBe(200);
    expect(await moveUncheckedPhotos(shop)).toBe(0);
    await deleteOrphanedImages(shop, -60_000);
    expect((await ask(undefined, moved)).status).toBe(200);
  });
});

describe("an author", () => {
  it("changes rating, comment and photos for thirty days, and the average follows", async () => {
    const [author, other, id] = [await makeCustomer(shop), await makeCustomer(shop), await makeProduct(shop.db)];
    const [first, second] = [await photoBy(author), await photoBy(author)];
    const reviewId = await review(author, id, { photos: [first] });
    await review(other, id, { rating: 2 });
    const edit = (client: TestClient, more: object) =>
      client.trpc("mutation", "review.edit", { reviewId, rating: 1, comment: "Broke", ...more });
    expect((await edit(author, { photos: [second, first] })).status).toBe(200);
    expect(await productOf(id)).toEqual({ rating: 1.5, numReviews: 2 });
    const changed = (await listOf(id)).reviews.find(({ _id }) => _id === reviewId);
    expect(changed).toMatchObject({ rating: 1, comment: "Broke", photos: [second, first] });
    expect(changed?.editedAt).not.toBeNull();
    expect((await edit(author, { photos: [second] })).status).toBe(200);
    expect((await edit(author, { photos: [first] })).status).toBe(400);
    expect((await edit(other, {})).status).toBe(404);
    await shop.pool.query("update reviews set created_at = now() - interval '31 days' where id = $1", [reviewId]);
    expect(await edit(author, { rating: 5 })).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect((await author.trpc("query", "review.mine", { productId: id })).body).toMatchObject({ canEdit: false });
    await expectInvariants(shop.pool);
  });

  it("keeps the average exact while many edit, review, hide and show at once", async () => {
    const id = await makeProduct(shop.db);
    const authors = await Promise.all(Array.from({ length: 8 }, () => makeCustomer(shop)));
    const ids = await Promise.all(authors.map((author) => review(author, id)));
    const late = await Promise.all(Array.from({ length: 4 }, () => makeCustomer(shop)));
    await Promise.all([
      ...authors.flatMap((author, n) =>
        [1, 5, 3].map((rating) =>
          author.trpc("mutation", "review.edit", { reviewId: ids[n], rating, comment: `${rating}` }),
        ),
      ),
      ...ids
        .slice(0, 4)
        .flatMap((reviewId) => [
          admin.trpc("mutation", "admin.reviews.hide", { id: reviewId, reason: "fake" }),
          admin.trpc("mutation", "admin.reviews.show", { id: reviewId }),
        ]),
      ...late.map((author) => review(author, id, { rating: 2 })),
      ...late.flatMap((author) =>
        ids.map((reviewId) => author.trpc("mutation", "review.vote", { reviewId, isHelpful: true })),
      ),
    ]);
    await expectInvariants(shop.pool);
  });
});

describe("a vote", () => {
  it("counts once for each customer, can be taken back, and is not for one's own review", async () => {
    const [author, id] = [await makeCustomer(shop), await makeProduct(shop.db)];
    const reviewId = await review(author, id);
    const voters = await Promise.all(Array.from({ length: 6 }, () => makeCustomer(shop)));
    const vote = (client: TestClient, isHelpful: boolean) =>
      client.trpc("mutation", "review.vote", { reviewId, isHelpful });
    expect((await listOf(id)).reviews[0]?.helpful).toBe(0);
    await Promise.all(voters.flatMap((voter) => [vote(voter, true), vote(voter, true)]));
    expect((await listOf(id)).reviews[0]?.helpful).toBe(6);
    const [first, second] = voters;
    expect((await first?.trpc("query", "review.marks", { productId: id }))?.body).toMatchObject({
      helpful: [reviewId],
    });
    await Promise.all([first, first, second].map((voter) => voter && vote(voter, false)));
    expect((await listOf(id)).reviews[0]?.helpful).toBe(4);
    expect(await vote(author, true)).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect((await vote(new TestClient(shop), true)).status).toBe(401);
    await Promise.all(voters.slice(2, 4).map((voter) => voter.does("REST", "deleteAccount")));
    expect((await listOf(id)).reviews[0]?.helpful).toBe(2);
    await expectInvariants(shop.pool);
  });
});

describe("the shop", () => {
  it("answers a review, changes and removes the answer, which everybody sees at once", async () => {
    const [author, id] = [await makeCustomer(shop), await makeProduct(shop.db)];
    const reviewId = await review(author, id);
    const answerOf = async () => (await listOf(id)).reviews[0]?.answer?.text;
    expect(await answerOf()).toBeUndefined();
    for (const text of ["Thank you", "Thank you very much"]) {
      await admin.trpc("mutation", "admin.reviews.answer", { id: reviewId, text });
      expect(await answerOf()).toBe(text);
    }
    await admin.trpc("mutation", "admin.reviews.removeAnswer", { id: reviewId });
    expect(await answerOf()).toBeUndefined();
    const { rows } = await shop.pool.query("select act, changes from admin_acts where entity_id = $1 order by id", [
      reviewId,
    ]);
    expect(rows.map(({ act }) => act)).toEqual(["answered", "changed the answer to", "removed the answer to"]);
    // The audit has no texts, which would survive their removal.
    expect(rows.every(({ changes }) => Object.keys(changes ?? {}).length === 0)).toBe(true);
  });

  it("hides a reported review for a reason, counts it openly, tells its author, and can show it again", async () => {
    const [author, other, id] = [await makeCustomer(shop), await makeCustomer(shop), await makeProduct(shop.db)];
    const reviewId = await review(author, id, { rating: 1, comment: "Call me at 555-0100" });
    await review(other, id, { rating: 5 });
    const report = (client: TestClient) =>
      client.trpc("mutation", "review.report", { reviewId, reason: "personal data", words: "A phone number" });
    expect((await report(author)).status).toBe(403);
    expect([(await report(other)).status, (await report(other)).status]).toEqual([200, 200]);
    const reported = async (filter: string) => {
      const { body } = await admin.trpc("query", "admin.reviews.page", { filter, search: "555-0100" });
      return z.object({ reviews: z.array(z.object({ _id: z.string(), reports: z.array(z.unknown()) })) }).parse(body)
        .reviews;
    };
    expect(await reported("reported")).toMatchObject([
      { _id: reviewId, reports: [{ reason: "personal data", words: "A phone number" }] },
    ]);
    for (const reason of ["one star", "rating", ""]) {
      expect((await admin.trpc("mutation", "admin.reviews.hide", { id: reviewId, reason })).status).toBe(400);
    }
    const hide = () => admin.trpc("mutation", "admin.reviews.hide", { id: reviewId, reason: "personal data" });
    expect((await hide()).status).toBe(200);
    expect(await hide()).toMatchObject({ status: 409, code: "ILLEGAL_TRANSITION" });
    expect(await productOf(id)).toEqual({ rating: 5, numReviews: 1 });
    expect(await listOf(id)).toMatchObject({ total: 1, hidden: 1 });
    expect(await reported("reported")).toEqual([]);
    expect(await reported("hidden")).toMatchObject([{ _id: reviewId, reports: [] }]);
    expect((await author.trpc("query", "review.mine", { productId: id })).body).toMatchObject({
      hiddenReason: "personal data",
    });
    expect((await other.trpc("mutation", "review.vote", { reviewId, isHelpful: true })).status).toBe(404);
    const { arrived } = await mailing.sendDue();
    const mail = arrived.find(({ recipient, subject }) => recipient === author.email && subject.includes("is hidden"));
    expect(mail?.text).toContain("Personal data");
    expect(mail?.text).not.toContain("555-0100");
    expect((await admin.trpc("mutation", "admin.reviews.show", { id: reviewId })).status).toBe(200);
    expect(await productOf(id)).toEqual({ rating: 3, numReviews: 2 });
    expect(await listOf(id)).toMatchObject({ total: 2, hidden: 0 });
    const { rows } = await shop.pool.query("select act, changes from admin_acts where entity_id = $1 order by id", [
      reviewId,
    ]);
    expect(rows).toEqual([
      { act: "hid", changes: { reason: [null, "personal data"] } },
      { act: "showed", changes: { reason: ["personal data", null] } },
    ]);
    await expectInvariants(shop.pool);
  });
});

it("Reviews are sorted by what was helpful, and filtered by photos and by verified buyers", async () => {
  const id = await makeProduct(shop.db);
  const [ada, bob, cyd] = [await makeCustomer(shop), await makeCustomer(shop), await makeCustomer(shop)];
  const [first, second, third] = [
    await review(ada, id, { photos: [await photoBy(ada)] }),
    await review(bob, id),
    await review(cyd, id),
  ];
  await ada.trpc("mutation", "review.vote", { reviewId: second, isHelpful: true });
  const orderId = await makeOrder(shop.db, { userId: cyd.id, stepsDone: 1 });
  await shop.pool.query("update order_items set product_id = $2 where order_id = $1", [orderId, id]);
  const idsOf = async (query: string) => (await listOf(id, query)).reviews.map(({ _id }) => _id);
  expect(await idsOf("?order=helpful")).toEqual([second, third, first]);
  expect(await idsOf("?photos=true")).toEqual([first]);
  expect(await listOf(id, "?verified=true")).toMatchObject({ total: 1, reviews: [{ _id: third }] });
  expect(await idsOf("?verified=true&photos=true")).toEqual([]);
  // Every page says whether there are photos, so that browsers ask for them only then.
  expect((await listOf(id, "?verified=true")).hasPhotos).toBe(true);
  await shop.pool.query("update reviews set hidden_at = now(), hidden_reason = 'x' where id = $1", [first]);
  expect(await listOf(id, "?verified=true&order=lowest")).not.toHaveProperty("hasPhotos");
});

describe("an invitation to review", () => {
  const invitationsTo = async (email: string) => {
    const { rows } = await shop.pool.query("select id from mails where kind = 'review invitation' and recipient = $1", [
      email,
    ]);
    return rows.length;
  };
  it("is written once some days after the delivery, with links to what is not reviewed, and ends by one click", async () => {
    const [author, silent, young, old] = await Promise.all(Array.from({ length: 4 }, () => makeCustomer(shop)));
    if (!author || !silent || !young || !old) throw new Error("no customers");
    const orders = new Map<Member, string>();
    for (const [member, days] of [
      [author, 6],
      [silent, 6],
      [young, 4],
      [old, 40],
    ] as const) {
      const orderId = await makeOrder(shop.db, { userId: member.id, stepsDone: 5 });
      const at = [-4, -3, -2, -1, 0].map((hours) => new Date(Date.now() - days * 86_400_000 + hours * 3_600_000));
      await shop.pool.query(
        "update orders set paid_at = $2, confirmed_at = $3, processed_at = $4, shipped_at = $5, delivered_at = $6 where id = $1",
        [orderId, ...at],
      );
      orders.set(member, orderId);
    }
    await silent.trpc("mutation", "account.changeMailChoices", { progress: true, reviews: false });
    const written = await Promise.all([writeReviewInvitations(shop.db, 5), writeReviewInvitations(shop.db, 5)]);
    expect(written[0] + written[1]).toBe(1);
    expect(await writeReviewInvitations(shop.db, 5)).toBe(0);
    expect(await writeReviewInvitations(shop.db, 0)).toBe(0);
    expect(await Promise.all([author, silent, young, old].map(({ email }) => invitationsTo(email)))).toEqual([
      ...[1, 0, 0, 0],
    ]);
    const { rows } = await shop.pool.query("select product_id from order_items where order_id = $1", [
      orders.get(author),
    ]);
    const { arrived } = await mailing.sendDue();
    const mail = arrived.find(({ recipient, subject }) => recipient === author.email && subject.startsWith("How do"));
    expect(mail?.text).toContain(`/product/${rows[0].product_id}#write-review`);
    const token = /\/unsubscribe\?token=([\w.-]+)/.exec(mail?.text ?? "")?.[1];
    const stopped = await fetch(`${shop.origin}/unsubscribe?token=${token}`, { method: "POST" });
    expect(await stopped.text()).toContain("no more invitations to review");
    expect((await author.trpc("query", "account.mailChoices")).body).toEqual({
      progress: true,
      reviews: false,
      marketing: false,
    });
  });

  it("is not sent once everything is reviewed", async () => {
    const author = await makeCustomer(shop);
    const orderId = await makeOrder(shop.db, { userId: author.id, stepsDone: 5 });
    const { rows } = await shop.pool.query("select product_id from order_items where order_id = $1", [orderId]);
    await review(author, rows[0].product_id);
    await shop.pool.query(
      "insert into mails (id, kind, user_id, recipient, order_id) values (gen_random_uuid(), 'review invitation', $1, $2, $3)",
      [author.id, author.email, orderId],
    );
    const { arrived } = await mailing.sendDue();
    expect(arrived.filter(({ subject }) => subject.startsWith("How do"))).toEqual([]);
  });
});
