import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ProbeFailed, probePurchase } from "../../src/probe/purchase.ts";
import { writeProbeMetrics } from "../../src/probe/textfile.ts";
import { register } from "../harness/accounts.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { samplesIn, sumOf } from "../harness/metrics.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ takesPayments: true, clientDir: makeClientDir() });
const folder = await mkdtemp(join(tmpdir(), "shop-probe-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const choices = { country: "US", postalCode: "12345", paymentMethod: "PayPal" };
async function probeOf(): Promise<Parameters<typeof probePurchase>[0]> {
  const { email, password } = await register(shop);
  return { origin: shop.origin, email, password, ...choices };
}
const ordersOf = async (email: string) => {
  const { rows } = await shop.pool.query<{ id: string; paid: boolean; held: boolean; cancelled: boolean }>(
    `select o.id, o.paid_at is not null as paid, o.is_stock_held as held,
       exists (select from order_changes c where c.order_id = o.id and c.undone_at is null) as cancelled
     from orders o join users u on u.id = o.user_id where u.email = $1`,
    [email],
  );
  return rows;
};

describe("the probe of a purchase", () => {
  it("orders the cheapest product, ends before the payment, and leaves nothing of it", async () => {
    const dear = await makeProduct(shop.db, { priceCents: 9_00, countInStock: 5 });
    const cheap = await makeProduct(shop.db, { priceCents: 1_00, countInStock: 1 });
    await makeProduct(shop.db, { priceCents: 50, countInStock: 0 });
    const probe = await probeOf();
    expect(await probePurchase(probe)).toMatchObject({ product: cheap, isPaid: false });
    // The one unit is there again.
    expect(await probePurchase(probe)).toMatchObject({ product: cheap, isPaid: false });
    const orders = await ordersOf(probe.email);
    expect(orders.map(({ paid, held, cancelled }) => [paid, held, cancelled])).toEqual([
      [false, false, true],
      [false, false, true],
    ]);
    expect((await shop.pool.query("select from payments")).rowCount).toBe(0);
    await expectInvariants(shop.pool, { [dear]: 5, [cheap]: 1 });
  });

  it("pays in the simulator, and the money goes back with the cancellation", async () => {
    const probe = { ...(await probeOf()), simulator: shop.simulator.origin };
    expect(await probePurchase(probe)).toMatchObject({ isPaid: true });
    expect(await ordersOf(probe.email)).toMatchObject([{ paid: true, held: false, cancelled: true }]);
    const { rows } = await shop.pool.query("select status from refunds");
    expect(rows).toEqual([{ status: "completed" }]);
  });

  it("names the step that fails and its request, and cancels what was ordered", async () => {
    const probe = await probeOf();
    await expect(probePurchase({ ...probe, password: "another one" })).rejects.toThrow(
      /^sign in: status 401, request .+/,
    );
    const elsewhere = probePurchase({ ...probe, simulator: "http://127.0.0.1:9" });
    await expect(elsewhere).rejects.toThrow("approve in the simulator: no answer");
    await expect(elsewhere).rejects.toBeInstanceOf(ProbeFailed);
    expect(await ordersOf(probe.email)).toMatchObject([{ paid: false, held: false, cancelled: true }]);
  });

  it("cancels what an interrupted probe has left, and no other order of its account", async () => {
    const probe = await probeOf();
    await probePurchase(probe);
    const [first] = await ordersOf(probe.email);
    await shop.pool.query("update order_changes set undone_at = now(), undone_by = made_by where order_id = $1", [
      first?.id,
    ]);
    await probePurchase(probe);
    expect((await ordersOf(probe.email)).map(({ cancelled }) => cancelled)).toEqual([true, true]);
  });

  it("writes its outcome for Prometheus", async () => {
    const file = join(folder, "purchase.prom");
    await writeProbeMetrics(file, { isSuccess: true, ms: 1_500 });
    const figures = samplesIn(await readFile(file, "utf8"));
    expect(sumOf(figures, "shop_purchase_probe_success")).toBe(1);
    expect(sumOf(figures, "shop_purchase_probe_duration_seconds")).toBe(1.5);
    expect(sumOf(figures, "shop_purchase_probe_timestamp_seconds")).toBeGreaterThan(Date.now() / 1_000 - 60);
  });
});
