import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { attributesOf } from "@shop/demo/catalog/attributes";
import { brands as brandNames } from "@shop/demo/catalog/brands";
import { categoriesAbove, categoryDescriptions, categories as categoryNames } from "@shop/demo/catalog/categories";
import { collections as demoCollections } from "@shop/demo/catalog/collections";
import { colorsOf, optionOf, ownLabel, variantsOf } from "@shop/demo/catalog/options";
import { people } from "@shop/demo/catalog/people";
import { products as demoProducts } from "@shop/demo/catalog/products";
import { questions } from "@shop/demo/catalog/questions";
import { reviewsOf, reviewWithPhoto } from "@shop/demo/catalog/reviews";
import { imageFiles, photoFile, photographed, viewsOf } from "@shop/demo/images";
import type { DemoProduct, DemoReview } from "@shop/demo/product";
import { fullName } from "@shop/shared/catalog/variant-name";
import { eq, sql } from "drizzle-orm";
import pg from "pg";
import type { Db } from "../db/client.ts";
import { users } from "../db/schema/accounts.ts";
import { articles } from "../db/schema/articles.ts";
import { collectionProducts, collections } from "../db/schema/collections.ts";
import { infoPages } from "../db/schema/info-pages.ts";
import { productGroups, productOptions, productOptionValues, productVariants } from "../db/schema/product-groups.ts";
import { productAttributes, productImages } from "../db/schema/products.ts";
import { productQuestions } from "../db/schema/questions.ts";
import { reviewPhotos, reviews } from "../db/schema/reviews.ts";
import { brands, categories } from "../db/schema/terms.ts";
import { type FirstAdmin, toFirstAccount } from "../domain/account/first-admin.ts";
import { computeRecommendations } from "../domain/catalog/recommendations.ts";
import { insertProducts } from "../domain/catalog/write-product.ts";
import { imageAddress, masterName, photoAddress, photoFiles } from "../infra/image-names.ts";
import { hasImage, storeImage } from "../infra/images.ts";
import { hashPassword } from "../infra/passwords.ts";
import type { Storage } from "../infra/storage.ts";
import { type DemoAccount, demoAccounts } from "./accounts.ts";
import { type DemoArticle, demoArticles } from "./articles.ts";
import { imageFolder } from "./image-folder.ts";
import { demoInfoPages } from "./info-pages.ts";
import { insertOrders } from "./orders.ts";
import { digest, seededId } from "./seeded-id.ts";

export type SeedOptions = {
  db: Db;
  url: string;
  storage: Storage;
  /** The configured admin, who is created besides the demo accounts. */
  firstAdmin: FirstAdmin | undefined;
  log: (line: string) => void;
};

/** The key of an advisory lock; any number that no other lock uses. */
const seedLock = 7_301_854_203;
const dayMs = 86_400_000;
/** The age of the first account in days; older than all generated orders and reviews. */
const firstDaysAgo = 600;

/**
 * Seeds an empty shop with the demo catalog, its accounts and their reviews, in one transaction.
 * Does nothing if the shop has any data. If several instances start at once, one seeds and the
 * others wait.
 */
export async function seedDemo({ db, url, storage, firstAdmin, log }: SeedOptions): Promise<void> {
  const lock = new pg.Client({ connectionString: url, application_name: "shop seeding" });
  lock.on("error", () => undefined);
  await lock.connect();
  try {
    // A lock of a transaction ends with it also where PgBouncer keeps the session.
    await lock.query("begin; set local lock_timeout = 0; set local statement_timeout = 0");
    await lock.query("set local idle_in_transaction_session_timeout = 0");
    await lock.query("select pg_advisory_xact_lock($1)", [seedLock]);
    const empty = await lock.query(
      "select not exists (select from users) and not exists (select from products) as empty",
    );
    if (empty.rows[0]?.empty !== true) return;
    const images = await storeImages(storage, log);
    const photos = await storePhotos(storage);
    log("Filling the shop with the demo catalog");
    await insertAll(db, { images, photos }, accountsOf(firstAdmin));
    await computeRecommendations(db);
  } finally {
    await lock.end();
  }
}

/** Stores the images of every product in all widths; gives the addresses by file. */
async function storeImages(storage: Storage, log: (line: string) => void): Promise<ReadonlyMap<string, string>> {
  let done = 0;
  const addresses = new Map<string, string>();
  const otherColors = demoProducts.flatMap(({ slug }) => colorsOf(slug).slice(1));
  const slugs = [...demoProducts.map(({ slug }) => slug), ...otherColors.map(({ imageSlug }) => imageSlug)];
  const files = slugs.flatMap(imageFiles);
  const waiting = [...files];
  log(`Storing ${files.length} product images`);
  const folder = imageFolder();
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const content = await readFile(join(folder, file));
      // Images are cached for ever, so one that changed needs another address.
      const id = seededId("image", `${file.replace(/\.webp$/, "")} ${digest(content).toString("hex")}`);
      if (!(await hasImage(id, storage))) {
        // The demo's files are masters themselves. Before the widths, so that an image whose address exists is complete.
        await storage.write(masterName(id), content);
        const stored = await storeImage(content, id, storage, { withMaster: false });
        if ("fault" in stored) throw new Error(`The image ${file} is refused: ${stored.fault}`);
      }
      addresses.set(file, imageAddress(id));
      done += 1;
      if (done % 30 === 0) log(`  ${done} of ${files.length} images`);
    }
  };
  // One is read while another is decoded.
  await Promise.all([work(), work()]);
  return addresses;
}

type Photo = { id: string; bytes: number };

/** Stores the customers' photos, each by its product. */
async function storePhotos(storage: Storage): Promise<ReadonlyMap<string, Photo>> {
  const photos = new Map<string, Photo>();
  for (const slug of photographed) {
    const content = await readFile(join(imageFolder(), photoFile(slug)));
    const id = seededId("photo", `${slug} ${digest(content).toString("hex")}`);
    let bytes = content.length;
    if (!(await hasImage(photoFiles(id), storage))) {
      const stored = await storeImage(content, photoFiles(id), storage, { withMaster: false });
      if ("fault" in stored) throw new Error(`The photo of ${slug} is refused: ${stored.fault}`);
      bytes = stored.bytes;
    }
    photos.set(slug, { id, bytes });
  }
  return photos;
}

/** The accounts that can sign in. The first admin replaces a demo account with the same e-mail. */
function accountsOf(firstAdmin: FirstAdmin | undefined): readonly DemoAccount[] {
  if (firstAdmin === undefined) return demoAccounts;
  const admin = toFirstAccount(firstAdmin);
  return [...demoAccounts.filter(({ email }) => email !== admin.email), admin];
}

type Stored = { images: ReadonlyMap<string, string>; photos: ReadonlyMap<string, Photo> };

async function insertAll(db: Db, { images, photos }: Stored, withPasswords: readonly DemoAccount[]) {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const accounts = await Promise.all(
    withPasswords.map(async ({ password, ...account }) => ({
      ...account,
      id: seededId("account", account.email),
      createdAt: new Date(today - firstDaysAgo * dayMs),
      passwordHash: await hashPassword(password),
    })),
  );
  // Reviewers cannot sign in: their password is random.
  const nobodysHash = await hashPassword(randomBytes(32).toString("hex"));
  const reviewers = reviewersOf(nobodysHash, today);
  const owner = accounts.find((account) => account.isAdmin);
  const goods = new Map(
    demoProducts.map((product, place) => [
      product.slug,
      {
        productId: productIdOf(product.slug, place),
        name: fullName(product.name, ownLabel(product)),
        image: firstImage(images, product.slug),
        priceCents: product.priceCents,
      },
    ]),
  );

  await db.transaction(async (tx) => {
    await keepNoHistory(tx);
    await tx.insert(users).values([...accounts, ...reviewers]);
    await tx.insert(brands).values(brandNames.map((name) => ({ id: seededId("brand", name), name })));
    await tx.insert(categories).values(categoryRows());
    for (const [name, above] of Object.entries(categoriesAbove)) {
      const parentId = seededId("category", above);
      await tx
        .update(categories)
        .set({ parentId })
        .where(eq(categories.id, seededId("category", name)));
    }
    await tx.insert(articles).values(demoArticles.map((article) => articleRow(article, images, today)));
    await tx.insert(infoPages).values(demoInfoPages.map((page) => ({ ...page, isShown: true })));
    await insertProducts(
      tx,
      demoProducts.flatMap((product, place) => {
        const row = productRow(product, place, { images, today, userId: owner?.id });
        const others = variantsOf(product).map(({ label, color, countInStock }) => ({
          ...row,
          ...imageOf(images, color?.imageSlug ?? product.slug),
          id: variantIdOf(product.slug, label, place),
          countInStock,
          variantLabel: label,
        }));
        return [row, ...others];
      }),
    );
    await insertParts(tx, images);
    await insertCollections(tx);
    const rows = demoProducts.flatMap((product, place) =>
      reviewsOf(product).map((review) => ({
        id: reviewIdOf(product, review),
        productId: productIdOf(product.slug, place),
        userId: seededId("person", String(review.person)),
        name: people[review.person] ?? "",
        rating: review.rating,
        comment: review.comment,
        createdAt: new Date(today - review.daysAgo * dayMs + minutesOf(review.comment) * 60_000),
      })),
    );
    const batch = 1_000;
    for (let from = 0; from < rows.length; from += batch) {
      await tx.insert(reviews).values(rows.slice(from, from + batch));
    }
    await tx.insert(reviewPhotos).values(photoRows(photos, today));
    if (owner !== undefined) await tx.insert(productQuestions).values(questionRows(owner.id, today));
    await insertOrders(tx, { now: Date.now(), accounts, reviewers, goods });
  });
}

function photoRows(photos: ReadonlyMap<string, Photo>, today: number): (typeof reviewPhotos.$inferInsert)[] {
  return demoProducts.flatMap((product) => {
    const photo = photos.get(product.slug);
    const review = reviewWithPhoto(reviewsOf(product));
    if (photo === undefined || review === undefined) return [];
    return {
      ...photo,
      image: photoAddress(photo.id),
      userId: seededId("person", String(review.person)),
      reviewId: reviewIdOf(product, review),
      place: 0,
      createdAt: new Date(today - review.daysAgo * dayMs),
    };
  });
}

/** Answered a few hours after they were asked. */
function questionRows(answeredBy: string, today: number): (typeof productQuestions.$inferInsert)[] {
  return demoProducts.flatMap(({ slug }, place) =>
    questions
      .filter((question) => question.slug === slug)
      .map(({ person, text, answer, daysAgo }) => {
        const answeredAt = today - daysAgo * dayMs + minutesOf(text) * 60_000;
        return {
          id: seededId("question", text),
          productId: productIdOf(slug, place),
          userId: seededId("person", String(person)),
          text,
          createdAt: new Date(answeredAt - dayMs / 4),
          answer,
          answeredAt: new Date(answeredAt),
          answeredBy,
        };
      }),
  );
}

/** Accounts must be older than their orders and reviews. */
function reviewersOf(passwordHash: string, today: number) {
  return people.map((name, index) => ({
    id: seededId("person", String(index)),
    name,
    email: `reviewer${index + 1}@people.example.com`,
    passwordHash,
    createdAt: new Date(today - (firstDaysAgo - index) * dayMs),
  }));
}

/** The demo catalog is there from the start; nobody made it. */
async function keepNoHistory(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('shop.product_history', 'off', true)`);
}

function articleRow(
  { slug, title, summary, text, imageOf: product, imageAlt, daysAgo }: DemoArticle,
  images: ReadonlyMap<string, string>,
  today: number,
) {
  const publishedAt = new Date(today - daysAgo * dayMs);
  const times = { publishedAt, createdAt: publishedAt, updatedAt: publishedAt };
  return {
    id: seededId("article", slug),
    slug,
    title,
    summary,
    text,
    image: firstImage(images, product),
    imageAlt,
    ...times,
    isPublished: true,
  };
}

function imageOf(images: ReadonlyMap<string, string>, slug: string) {
  return { image: firstImage(images, slug), imageAlt: viewsOf(slug)[0] ?? "" };
}

function firstImage(images: ReadonlyMap<string, string>, slug: string): string {
  return images.get(imageFiles(slug)[0]) ?? "";
}

const reviewIdOf = ({ slug }: DemoProduct, { person }: DemoReview): string => seededId("review", `${slug} ${person}`);

const productIdOf = (slug: string, place: number) => seededId("product", slug, demoProducts.length - place);

const variantIdOf = (slug: string, label: string, place: number) =>
  seededId("product", `${slug} ${label}`, demoProducts.length - place);

type Row = { images: ReadonlyMap<string, string>; today: number; userId: string | undefined };

function productRow(product: DemoProduct, place: number, { images, today, userId }: Row) {
  const ratings = reviewsOf(product).map((review) => review.rating);
  // The first product of the catalog is the newest.
  const createdAt = new Date(today - (place + 1) * 7 * 3_600_000);
  return {
    id: productIdOf(product.slug, place),
    name: product.name,
    ...imageOf(images, product.slug),
    brandId: seededId("brand", product.brand),
    categoryId: seededId("category", product.category),
    description: product.description,
    priceCents: product.priceCents,
    countInStock: product.countInStock,
    variantLabel: ownLabel(product),
    ratingSum: ratings.reduce((sum, rating) => sum + rating, 0),
    numReviews: ratings.length,
    userId,
    createdAt,
    updatedAt: createdAt,
    publishedAt: createdAt,
  };
}

/** The products of a demo product: itself and its other sizes and colors, each with the slug of its images. */
function membersOf(product: DemoProduct, place: number): { id: string; imageSlug: string }[] {
  const { slug } = product;
  const others = variantsOf(product).map(({ label, color }) => ({
    id: variantIdOf(slug, label, place),
    imageSlug: color?.imageSlug ?? slug,
  }));
  return [{ id: productIdOf(slug, place), imageSlug: slug }, ...others];
}

/** Further images, facts and options. */
async function insertParts(tx: Db, images: ReadonlyMap<string, string>): Promise<void> {
  const members = demoProducts.flatMap((product, place) =>
    membersOf(product, place).map((member) => ({ ...member, slug: product.slug })),
  );
  await tx.insert(productImages).values(members.flatMap(({ id, imageSlug }) => imageRows(images, imageSlug, id)));
  await tx.insert(productAttributes).values(members.flatMap(({ id, slug }) => attributeRows(slug, id)));
  const groups = demoProducts.flatMap((product, place) => groupOf(product, place) ?? []);
  await tx.insert(productGroups).values(groups.map(({ group }) => group));
  await tx.insert(productOptions).values(groups.flatMap(({ options }) => options));
  await tx.insert(productOptionValues).values(groups.flatMap(({ values }) => values));
  await tx.insert(productVariants).values(groups.flatMap(({ variants }) => variants));
}

async function insertCollections(tx: Db): Promise<void> {
  const idOf = (name: string) => seededId("collection", name);
  await tx.insert(collections).values(
    demoCollections.map(({ name, description, slugs, maxPriceCents = null }) => ({
      id: idOf(name),
      name,
      description,
      maxPriceCents,
      kind: slugs.length === 0 ? ("rule" as const) : ("hand" as const),
      isPublished: true,
    })),
  );
  const places = new Map(demoProducts.map(({ slug }, place) => [slug, place]));
  await tx.insert(collectionProducts).values(
    demoCollections.flatMap(({ name, slugs }) =>
      slugs.map((slug, n) => ({
        collectionId: idOf(name),
        productId: productIdOf(slug, places.get(slug) ?? 0),
        position: n + 1,
      })),
    ),
  );
}

/** By color, then by size. */
const orderOf = (places: readonly number[]) => places.reduce((sum, place) => sum * 100 + place, 0);

function groupOf(product: DemoProduct, place: number) {
  const size = optionOf(product);
  if (size === undefined) return undefined;
  const { slug } = product;
  const groupId = seededId("group", slug);
  const own = productIdOf(slug, place);
  const colors = colorsOf(slug);
  const sizes = { name: size.name, values: size.values.map((label) => ({ label, swatch: "" })) };
  const options = colors.length === 0 ? [sizes] : [{ name: "Color", values: colors }, sizes];
  const ownPlace = size.values.indexOf(size.own);
  const others = variantsOf(product).map(({ label, places }) => ({ id: variantIdOf(slug, label, place), places }));
  const members = [{ id: own, places: colors.length === 0 ? [ownPlace] : [0, ownPlace] }, ...others];
  const inOrder = members.toSorted((a, b) => orderOf(a.places) - orderOf(b.places));
  const sizeGuide = size.name === "Size" ? "size-guide" : null;
  return {
    group: { id: groupId, name: product.name, optionCount: options.length, defaultProductId: own, sizeGuide },
    options: options.map(({ name }, n) => ({ groupId, option: n + 1, name })),
    values: options.flatMap(({ values }, n) =>
      values.map(({ label, swatch }, m) => ({ groupId, option: n + 1, value: m + 1, label, swatch })),
    ),
    variants: inOrder.map(({ id, places: [first = 0, second] }, n) => ({
      productId: id,
      groupId,
      optionCount: options.length,
      position: n + 1,
      value1: first + 1,
      value2: second === undefined ? null : second + 1,
    })),
  };
}

function imageRows(images: ReadonlyMap<string, string>, slug: string, productId: string) {
  const [, ...further] = imageFiles(slug);
  return further.map((file, n) => ({
    productId,
    position: n + 1,
    image: images.get(file) ?? "",
    alt: viewsOf(slug)[n + 1] ?? "",
  }));
}

function attributeRows(slug: string, productId: string) {
  return attributesOf(slug).map((attribute, n) => ({ productId, position: n + 1, ...attribute }));
}

function categoryRows() {
  return categoryNames.map((name) => ({
    id: seededId("category", name),
    name,
    description: categoryDescriptions[name] ?? "",
  }));
}

/** A time of day derived from a review, so that reviews are spread over the day. */
function minutesOf(comment: string): number {
  return digest(comment).readUInt16BE(0) % (24 * 60);
}
