import { imageWidths } from "@shop/shared/catalog/image";
import { placeOrderSchema } from "@shop/shared/order/order";
import { uuidv7 } from "uuidv7";
import { afterEach, describe, expect, it, vi } from "vitest";
import { productImages } from "../../src/db/schema/products.ts";
import {
  deleteExpiredChallenges,
  deleteExpiredCounters,
  deleteExpiredSessions,
  deleteOldEmailChanges,
  deleteOldResets,
} from "../../src/domain/account/delete-expired.ts";
import { openSession } from "../../src/domain/account/session.ts";
import { User } from "../../src/domain/base/actor.ts";
import { deleteOrphanedImages } from "../../src/domain/catalog/delete-orphaned-images.ts";
import { placeOrder } from "../../src/domain/order/place.ts";
import { imageAddress } from "../../src/infra/image-names.ts";
import { storeImage } from "../../src/infra/images.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { plain, storedFiles } from "../harness/images.ts";
import { orderOf } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { makeCustomer } from "../harness/test-client.ts";

const shop = startTestShop();
const dayMs = 86_400_000;
const count = async (what: string, ...values: unknown[]): Promise<number> =>
  Number((await shop.pool.query(`select count(*) as n from ${what}`, values)).rows[0]?.n);

/** The id of an upload so many milliseconds ago. */
function agedId(ageMs: number): string {
  const time = (Date.now() - ageMs).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}${uuidv7().slice(13)}`;
}

describe("clean-ups", () => {
  it("deletes expired sessions, challenges and counters, and no others, with two instances at once", async () => {
    const { id } = await makeCustomer(shop);
    await shop.pool.query(
      `insert into sessions (id, user_id, expires_at)
       select gen_random_uuid(), $1, now() - n * interval '1 second' from generate_series(1, 2500) n`,
      [id],
    );
    await shop.pool.query(
      `insert into rate_limits (key, points, expire)
       select 'expired ' || n, 1, extract(epoch from now()) * 1000 - 3700000 from generate_series(1, 2500) n
       union all select 'current', 1, extract(epoch from now()) * 1000 + 1000`,
    );
    await shop.pool.query(
      `insert into passkey_challenges (challenge, purpose, expires_at)
       values ('expired', 'sign in', now() - interval '1 second'), ('current', 'sign in', now() + interval '1 hour')`,
    );
    for (const clean of [deleteExpiredSessions, deleteExpiredCounters, deleteExpiredChallenges]) {
      const deleted = await Promise.all([clean(shop.db), clean(shop.db)]);
      await clean(shop.db);
      expect(deleted[0] + deleted[1], clean.name).toBeGreaterThan(0);
    }
    expect(await count("sessions where expires_at < now()")).toBe(0);
    expect(await count("sessions where user_id = $1", id)).toBe(1);
    expect(await count("rate_limits where key like 'expired %'")).toBe(0);
    expect(await count("rate_limits where key = 'current'")).toBe(1);
    expect(await count("passkey_challenges where challenge = 'expired'")).toBe(0);
    expect(await count("passkey_challenges where challenge = 'current'")).toBe(1);
  });

  it("deletes old requests for a new password and changes of e-mails, and no young ones", async () => {
    const { id } = await makeCustomer(shop);
    await shop.pool.query(
      `insert into password_resets (id, email, created_at)
       select gen_random_uuid(), 'any@example.com', now() - age from unnest(array[interval '2 hours', '5 minutes']) age`,
    );
    await shop.pool.query(
      `insert into email_changes (id, user_id, before, created_at)
       select gen_random_uuid(), $1, 'any@example.com', now() - age from unnest(array[interval '9 days', '6 days']) age`,
      [id],
    );
    expect(await deleteOldResets(shop.db)).toBe(1);
    expect(await deleteOldEmailChanges(shop.db)).toBe(1);
    expect(await count("password_resets where created_at > now() - interval '1 hour'")).toBe(1);
    expect(await count("email_changes where created_at > now() - interval '7 days'")).toBe(1);
  });

  it("removes old images that no product, order, brand or category refers to, and no others", async () => {
    const image = await plain().png().toBuffer();
    const store = async (agedMs: number) => {
      const id = agedId(agedMs);
      expect(await storeImage(image, id, shop.storage, { withMaster: true })).not.toHaveProperty("fault");
      return id;
    };
    const [orphan, young, used, ordered, branded, sorted, further] = [
      await store(8 * dayMs),
      await store(dayMs),
      await store(8 * dayMs),
      await store(8 * dayMs),
      await store(8 * dayMs),
      await store(8 * dayMs),
      await store(8 * dayMs),
    ];
    const setImage = async (table: string, id: string, image: string) =>
      shop.pool.query(`update ${table} set image = $1 where id = $2`, [image, id]);
    await setImage("brands", await makeBrand(shop.db), imageAddress(branded));
    await setImage("categories", await makeCategory(shop.db), imageAddress(sorted));
    const partial = agedId(8 * dayMs);
    await shop.storage.write(`${partial}-320.avif`, image);
    const shown = await makeProduct(shop.db, { image: imageAddress(used) });
    await shop.db.insert(productImages).values({ productId: shown, position: 1, image: imageAddress(further) });
    const product = await makeProduct(shop.db, { image: imageAddress(ordered), countInStock: 5 });
    const customer = await makeCustomer(shop);
    expect((await customer.rest("POST", "/api/orders", orderOf([{ product, qty: 1 }]))).status).toBe(201);
    await shop.pool.query("update products set image = '' where id = $1", [product]);

    expect(await deleteOrphanedImages(shop, 7 * dayMs)).toBe(2);
    const files = await storedFiles(shop);
    for (const id of [young, used, ordered, branded, sorted, further])
      expect(
        files.filter((name) => name.startsWith(id)),
        id,
      ).toHaveLength(imageWidths.length);
    for (const id of [orphan, partial]) expect(files.filter((name) => name.startsWith(id))).toEqual([]);
    expect(await deleteOrphanedImages(shop, 7 * dayMs)).toBe(0);
  });
});

describe("a process whose clock is a day ahead", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const aheadOfTime = () => {
    const { now } = Date;
    vi.spyOn(Date, "now").mockImplementation(() => now() + dayMs);
  };

  it("holds the units of an order, and a session, for no longer than others do", async () => {
    const product = await makeProduct(shop.db, { countInStock: 5 });
    const { id, name, email } = await makeCustomer(shop);
    const input = placeOrderSchema.parse(orderOf([{ product, qty: 1 }]));
    aheadOfTime();
    const user = new User(id, name, email, { id: uuidv7(), expiresAt: new Date(), hasSecondFactor: false });
    const { order } = await placeOrder(
      { ...shop.services, settings: { current: { ...shop.services.settings.current, holdMs: 60_000 } } },
      user,
      input,
    );
    const session = await openSession(shop.db, id, { lifetimeMs: 60_000, origin: { device: null, ip: null } });
    const isSoon = "between now() and now() + interval '1 minute'";
    expect(await count(`orders where id = $1 and held_until ${isSoon}`, order._id)).toBe(1);
    expect(await count(`sessions where id = $1 and expires_at ${isSoon}`, session.id)).toBe(1);
  });
});
