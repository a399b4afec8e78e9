import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, expectNoSidewaysScroll, test } from "./customer.ts";
import { answer, inside, openPaidOrder, openUnpaidOrder, openWindow, payPal } from "./paying.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

const arrival = /^Arrives [A-Z][a-z]{2} \d{1,2}( to ([A-Z][a-z]{2} )?\d{1,2})?$/;

test("an order is paid with thanks and a day, shipped with a parcel, and followed by its customer", {
  tag: ["@phone", "@wide"],
}, async ({ page, browser, baseURL }) => {
  const { id, product } = await openUnpaidOrder(page, shop);
  await expect(payPal(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: "One step left: pay $138.00" })).toBeVisible();
  await answer(await openWindow(page), "Approve");
  await expect(page.getByRole("heading", { name: "Thank you, Emmy" })).toBeVisible();
  const promised = await page.getByText(arrival).first().textContent();

  const admin = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await enterAs(admin, { email: "admin@example.com", password: "admin-demo-2026" });
  await admin.goto(`/order/${id}`);
  const press = async (name: string) => {
    await admin.getByRole("button", { name }).click();
    await expect(admin.getByRole("button", { name })).toHaveCount(0);
  };
  await press("Mark As Confirmed");
  await press("Mark As Processing");
  await admin.getByRole("button", { name: "Mark As Shipped" }).click();
  const dialog = admin.getByRole("dialog", { name: /^Ship order/ });
  await dialog.getByRole("textbox", { name: "Tracking number" }).fill("7712 3456 7890");
  await dialog.getByRole("combobox", { name: "Carrier" }).selectOption("FedEx");
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Mark As Shipped" }).click();
  await expect(dialog).toHaveCount(0);
  const parcels = admin.getByRole("region", { name: "Parcels" });
  await expect(parcels.getByText("PayPal knows about this parcel.")).toBeVisible({ timeout: 60_000 });
  await parcels.getByRole("button", { name: "Change…" }).press("Enter");
  await admin.getByRole("textbox", { name: "Tracking number" }).fill("771234567899");
  await admin.keyboard.press("Enter");
  await expect(parcels.getByRole("link", { name: "771234567899" })).toBeVisible();
  await expectAccessible(admin);
  await expectNoSidewaysScroll(admin);

  await page.reload();
  await expect(page.getByRole("link", { name: "Track parcel" })).toHaveAttribute(
    "href",
    "https://www.fedex.com/fedextrack/?trknbr=771234567899",
  );
  await expect(page.getByText(arrival).first()).toHaveText(promised ?? "");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto(`/product/${product}`);
  await expect(page.getByText(arrival)).toBeVisible();
});

test("an order is sent in two parts, and its customer sees what is in which parcel", {
  tag: ["@phone", "@wide"],
}, async ({ page, browser, baseURL }) => {
  const { id } = await openPaidOrder(page, shop, { qty: 2 });
  const admin = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await enterAs(admin, { email: "admin@example.com", password: "admin-demo-2026" });
  await admin.goto(`/order/${id}`);
  for (const name of ["Mark As Confirmed", "Mark As Processing"]) await admin.getByRole("button", { name }).click();
  const open = async () => {
    const step = admin.getByRole("button", { name: "Mark As Shipped" });
    await expect(step).toBeEnabled();
    await step.press("Enter");
    return admin.getByRole("dialog", { name: /^Ship order/ });
  };
  const dialog = await open();
  await dialog.getByRole("checkbox", { name: "Send only a part of it now" }).check();
  await dialog.getByRole("button", { name: "Ship this part" }).click();
  await expect(dialog.getByText("Say what is in the parcel")).toBeVisible();
  await dialog.getByRole("textbox", { name: /of 2$/ }).fill("1");
  await dialog.getByRole("textbox", { name: "Tracking number" }).fill("1Z 999 AA1 01 2345 6784");
  await expect(dialog.getByRole("combobox", { name: "Carrier" })).toHaveValue("ups");
  await expectGoodAtAllWidths(admin);
  await dialog.getByRole("button", { name: "Ship this part" }).press("Enter");
  await expect(admin.getByRole("status").getByText("A part of the order was shipped")).toBeVisible();
  const parcels = admin.getByRole("region", { name: "Parcels" });
  await expect(parcels.getByText(/^1 × /)).toBeVisible();
  await expect(parcels.getByRole("button", { name: "Packing slip" })).toBeVisible();
  await expectGoodAtAllWidths(admin);

  await page.reload();
  await expect(page.getByText("A part of your order is on its way. The rest follows.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Parcel" }).getByText(/^1 × /)).toBeVisible();
  await expectGoodAtAllWidths(page);

  const rest = await open();
  await expect(rest.getByText(/^1 unit is left to be sent\./)).toBeVisible();
  await rest.getByRole("textbox", { name: "Tracking number" }).fill("1Z5R89390357567127");
  await admin.keyboard.press("Enter");
  await expect(admin.getByRole("status").getByText("Order shipped")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Mark As Delivered" })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("list", { name: "Parcels" }).getByRole("listitem")).toHaveCount(2);
  await expectGoodAtAllWidths(page);
});

test("several orders are shipped in one dialog that a scanner fills in", { tag: ["@wide"] }, async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Scanned ${Date.now()}`;
  const ids: string[] = [];
  for (let n = 0; n < 2; n += 1) ids.push((await openPaidOrder(page, shop, { name })).id);
  const admin = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await enterAs(admin, { email: "admin@example.com", password: "admin-demo-2026" });
  for (const id of ids) {
    for (const act of ["confirm", "process"]) {
      expect((await admin.request.put(`/api/orders/${id}/${act}`)).status()).toBe(200);
    }
  }
  await admin.goto(`/admin/orderlist?state=to-ship&search=${encodeURIComponent(name)}`);
  await admin.getByRole("checkbox", { name: "Select all on this page" }).check();
  await admin.getByRole("button", { name: "Mark 2 as shipped" }).click();
  const dialog = admin.getByRole("dialog", { name: "Ship 2 orders" });
  await expect(dialog.getByRole("textbox").first()).toBeFocused();
  await expectGoodAtAllWidths(admin);
  await admin.keyboard.type("1Z999AA10123456784");
  await admin.keyboard.press("Enter");
  await admin.keyboard.type("771234567899");
  await dialog.getByRole("combobox", { name: "Carrier" }).selectOption("FedEx");
  await dialog.getByRole("button", { name: "Mark 2 as shipped" }).click();
  await expect(admin.getByText("2 orders marked as shipped")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const numbers = ids.map(async (id) => {
    const order: unknown = await (await admin.request.get(`/api/orders/${id}`)).json();
    return [inside(order, "isShipped"), inside(order, "parcels", 0, "trackingNumber")];
  });
  expect((await Promise.all(numbers)).sort()).toEqual([
    [true, "1Z999AA10123456784"],
    [true, "771234567899"],
  ]);
});
