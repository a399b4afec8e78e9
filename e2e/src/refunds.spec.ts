import type { Locator, Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, tabTo, test } from "./customer.ts";
import {
  answer,
  control,
  failures,
  inside,
  openPaidOrder,
  openUnpaidOrder,
  openWindow,
  paidState,
  payPal,
  providerRecord,
  sendEvent,
} from "./paying.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

const admin = { email: "admin@example.com", password: "admin-demo-2026" };
const usd = (value: string) => ({ amount: { currency_code: "USD", value } });

/** Signs the admin in and opens an order. */
async function toAdmin(page: Page, id: string) {
  await enterAs(page, admin);
  await page.goto(`/order/${id}`);
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const refundButton = (page: Page) => page.getByRole("button", { name: "Refund…" });
const refundDialog = (page: Page) => page.getByRole("dialog", { name: "Refund payment" });
const confirmStep = (page: Page) => page.getByRole("button", { name: "Mark As Confirmed" });

/** Fills the refund form and continues to its confirmation. */
async function describeRefund(page: Page, { amount, reason }: { amount: string; reason: string }): Promise<Locator> {
  await refundButton(page).click();
  const dialog = refundDialog(page);
  await dialog.getByRole("textbox", { name: "Amount" }).fill(amount);
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  await dialog.getByRole("button", { name: "Continue" }).click();
  return dialog;
}

/** Refunds the remaining $138.00 by keyboard. */
async function refundByKeyboard(page: Page, reason: string) {
  const dialog = refundDialog(page);
  await expect(refundButton(page)).toBeVisible();
  await tabTo(page, refundButton(page));
  await page.keyboard.press("Enter");
  const amount = dialog.getByRole("textbox", { name: "Amount" });
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue("138.00");
  await tabTo(page, dialog.getByRole("textbox", { name: "Reason" }));
  await page.keyboard.type(reason);
  await tabTo(page, dialog.getByRole("button", { name: "Continue" }));
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Refund $138.00 of $276.00 to Emmy Noether?")).toBeVisible();
  await expect(dialog.getByText("No units")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Refund $138.00" })).toBeFocused();
  await page.keyboard.press("Enter");
}

test("an administrator refunds an order in part and then in full, and its customer sees why", { tag: "@wide" }, async ({
  page,
}) => {
  const { id, product, customer } = await openPaidOrder(page, shop, { name: "Refunded lamp", qty: 2 });
  await enterAs(page, admin);
  await page.goto(`/order/${id}`);
  await expect(region(page, "Payments").getByText("$276.00")).toBeVisible();

  // In part, with one unit back into stock.
  await refundButton(page).click();
  const dialog = refundDialog(page);
  await expect(dialog.getByText("Up to $276.00 can be refunded.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Amount" }).fill("138");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await expect(dialog.getByText("Reason is required")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("One lamp was not needed");
  await dialog.getByRole("textbox", { name: "Refunded lamp of 2" }).fill("1");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Refund $138.00 of $276.00 to Emmy Noether?")).toBeVisible();
  await expect(dialog.getByText("1 x Refunded lamp")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
  expect(await shop.stockOf(product)).toBe(3);
  await dialog.getByRole("button", { name: "Refund $138.00" }).click();
  await expect(page.getByRole("status").getByText("$138.00 refunded")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(region(page, "Payments").getByText("Can still be refunded")).toBeVisible();
  await expect(region(page, "Order Summary")).toContainText("Refunded−$138.00Net$138.00");
  expect(await shop.stockOf(product)).toBe(4);

  // The rest, by keyboard alone.
  await page.reload();
  await refundByKeyboard(page, "The other one arrived broken");
  await expect(page.getByRole("status").getByText("$138.00 refunded")).toBeVisible();
  await expect(refundButton(page)).toHaveCount(0);
  await expect(region(page, "Payments"), "the focus stays where the button was").toBeFocused();
  await expect(region(page, "Order Summary")).toContainText("Refunded−$276.00Net$0.00");
  await expect(confirmStep(page)).toBeDisabled();
  await expect(page.getByText("The payment was refunded")).toBeVisible();
  const ofPayment = page.getByRole("list", { name: "Refunds of this payment" }).getByRole("listitem");
  await expect(ofPayment).toHaveCount(2);
  await expect(ofPayment.last()).toContainText("The other one arrived broken");
  await expect(ofPayment.last()).toContainText("by Admin");
  expect((await providerRecord(page, id)).refunds).toEqual(["138.00", "138.00"]);
  await expectGoodAtAllWidths(page);

  await expectCustomerSeesRefunds(page, id, customer);
});

async function expectCustomerSeesRefunds(page: Page, id: string, customer: { email: string; password: string }) {
  await enterAs(page, customer);
  await page.goto("/profile");
  await expect(page.getByRole("row").filter({ hasText: id.slice(-5) })).toContainText("Refunded");
  await page.getByRole("link", { name: `Details of order ${id.slice(-5)}` }).click();
  await expect(page.getByText(/^Refunded on \d{4}-\d\d-\d\d$/)).toBeVisible();
  const refunds = region(page, "Refunds").getByRole("listitem");
  await expect(refunds).toHaveCount(2);
  await expect(refunds.first()).toContainText(/Refunded\d{4}-\d\d-\d\d−\$138\.00One lamp was not needed/);
  await expect(refunds.last()).toContainText("The other one arrived broken");
  await expect(region(page, "Payments")).toHaveCount(0);
  await expect(page.getByText("Admin")).toHaveCount(0);
  await expectGoodAtAllWidths(page);
  // A direct load brings the style sheets in another order.
  await page.reload();
  await page.emulateMedia({ media: "print" });
  await expect(region(page, "Refunds"), "black on white").toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(region(page, "Refunds").getByText("The other one arrived broken")).toBeVisible();
  await expect(region(page, "Order Summary").getByText("−$276.00")).toBeVisible();
  await expect(page.getByText(/^Refunded on/)).toBeVisible();
  await expect(page.getByRole("list", { name: "Order status" })).toBeHidden();
}

/** The kinds of the open matters of an order. */
async function matterKinds(page: Page, id: string): Promise<unknown[]> {
  const matters = inside(await (await page.request.get(`/api/orders/${id}`)).json(), "matters");
  return Array.isArray(matters) ? matters.map((matter) => inside(matter, "kind")) : [];
}

test("an order goes on when an administrator has resolved each of three matters with a note", { tag: "@wide" }, async ({
  page,
}) => {
  const { id, customer } = await openPaidOrder(page, shop, { name: "Looked into" });
  const { capture } = await providerRecord(page, id);
  await control(page, `captures/${capture}/refund`, usd("10.00"));
  await control(page, `captures/${capture}/reverse`, usd("5.00"));
  await shop.schedulePaymentCheck(id);
  await expect.poll(() => matterKinds(page, id), { timeout: 30_000 }).toHaveLength(2);
  await control(page, `captures/${capture}/dispute`, {});
  await sendEvent(page, "CUSTOMER.DISPUTE.CREATED");
  await expect.poll(() => matterKinds(page, id), { timeout: 30_000 }).toHaveLength(3);

  await expectCustomerIsCalm(page, capture);
  await toAdmin(page, id);
  const open = region(page, "Needs attention");
  const names = open.getByRole("heading", { level: 3 });
  await expect(names).toHaveText([
    "Refunded at the payment provider",
    "The payment was reversed",
    "The customer disputes the payment",
  ]);
  await expect(open.getByText("$10.00", { exact: true })).toBeVisible();
  await expect(confirmStep(page)).toBeDisabled();
  await expect(page.getByText("Resolve the refund made at the payment provider first")).toBeVisible();
  await expectGoodAtAllWidths(page);

  for (const [left, note] of ["Agreed by telephone", "The bank was right", "Answered the dispute"].entries()) {
    const name = await names.first().textContent();
    await open.getByRole("button", { name: "Mark as resolved" }).first().click();
    const dialog = page.getByRole("dialog", { name: `Mark as resolved: ${name}` });
    const field = dialog.getByRole("textbox", { name: "What did you find or do?" });
    await expect(field).toBeFocused();
    await field.fill("  ");
    await dialog.getByRole("button", { name: "Mark as resolved" }).click();
    await expect(field).toHaveAccessibleDescription(/A note is required/);
    await expect(field).toBeFocused();
    if (left === 0) await expectAccessible(page);
    await field.fill(note);
    await dialog.getByRole("button", { name: "Mark as resolved" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(open.getByRole("button", { name: "Mark as resolved" })).toHaveCount(2 - left);
    await page.getByText(`Resolved (${left + 1})`).click();
  }
  await expect(confirmStep(page)).toBeEnabled();
  const resolved = region(page, "Nothing needs attention").getByRole("listitem");
  await expect(resolved).toHaveCount(3);
  await expect(resolved.filter({ hasText: "The payment was reversed" })).toContainText(/by Admin.*The bank was right/);
  await expectGoodAtAllWidths(page);
  await confirmStep(page).click();
  await expect(page.getByRole("status").getByText("Order confirmed")).toBeVisible();

  await enterAs(page, customer);
  await page.goto(`/order/${id}`);
  await expect(paidState(page)).toBeVisible();
  await expect(page.getByText("We are checking")).toHaveCount(0);
});

/** The customer of an order with matters sees one sentence and nothing internal. */
async function expectCustomerIsCalm(page: Page, capture: string) {
  await page.reload();
  await expect(
    page.getByText("We are checking the payment of this order and will write to you. You do not need to do anything."),
  ).toBeVisible();
  await expect(page.getByText(/We are checking/)).toHaveCount(1);
  const main = page.getByRole("main");
  for (const internal of [/matter/i, /dispute/i, /revers/i, /resolve/i, capture]) {
    await expect(main.getByText(internal)).toHaveCount(0);
  }
  await expectGoodAtAllWidths(page);
}

test("a refund whose answer is lost says so, is not offered again, and turns into refunded by itself", {
  tag: "@wide",
}, async ({ page }) => {
  const { id } = await openPaidOrder(page, shop, { name: "Answer lost" });
  await toAdmin(page, id);
  await control(page, "faults", { call: "refund", fault: { kind: "drop" }, times: 10 });
  await control(page, "faults", { call: "read", fault: { kind: "refuse" }, times: 10_000 });
  try {
    const dialog = await describeRefund(page, { amount: "30", reason: "Came late" });
    await dialog.getByRole("button", { name: "Refund $30.00" }).click();
    await expect(page.getByRole("status").getByText("Refund of $30.00 requested")).toBeVisible();
    const waiting = "Waiting for the payment provider.";
    await expect(region(page, "Payments").getByRole("status")).toContainText(waiting);
    await expect(region(page, "Payments").getByRole("status")).toContainText("Please do not refund again");
    await expect(region(page, "Payments").getByText("Requested")).toBeVisible();
    await expect(refundButton(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.reload();
    await expect(region(page, "Payments").getByRole("status")).toContainText(waiting);
  } finally {
    await control(page, "faults");
  }
  const refunds = page.getByRole("list", { name: "Refunds of this payment" });
  await expect(refunds.getByText("Refunded")).toBeVisible({ timeout: 30_000 });
  await expect(region(page, "Payments").getByRole("status")).toBeEmpty();
  await expect(refundButton(page)).toBeVisible();
  await expect(region(page, "Order Summary")).toContainText("Refunded−$30.00Net$108.00");
  expect((await providerRecord(page, id)).refunds).toEqual(["30.00"]);
});

test.describe("what the provider refuses", () => {
  // The browser logs every refused request to the console.
  test.use({ expectedErrors: [/status of 402/] });

  test("a refused refund shows its reason, keeps the typed values, and can be made later", { tag: "@wide" }, async ({
    page,
  }) => {
    const { id } = await openPaidOrder(page, shop, { name: "Refused at first" });
    await toAdmin(page, id);
    const issue = "REFUND_FAILED_INSUFFICIENT_FUNDS";
    await control(page, "faults", { call: "refund", fault: { kind: "status", status: 422, issue } });
    const dialog = await describeRefund(page, { amount: "12.34", reason: "A scratch" });
    await dialog.getByRole("button", { name: "Refund $12.34" }).click();
    await expect(dialog.getByRole("alert")).toContainText(
      "Nothing was refunded. The shop's account at the payment provider does not hold enough money.",
    );
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Back" }).click();
    await expect(dialog.getByRole("textbox", { name: "Amount" })).toHaveValue("12.34");
    await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("A scratch");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("button", { name: "Refund $12.34" }).click();
    await expect(page.getByRole("status").getByText("$12.34 refunded")).toBeVisible();
    await expect(failures(page)).toHaveCount(0);
    const refunds = page.getByRole("list", { name: "Refunds of this payment" }).getByRole("listitem");
    await expect(refunds).toHaveText([/^Not made\$12\.34/, /^Refunded−\$12\.34/]);
    expect((await providerRecord(page, id)).refunds).toEqual(["12.34"]);
  });

  test("a customer whose payment the provider refuses learns that nothing was charged", { tag: "@wide" }, async ({
    page,
  }) => {
    const { id, customer } = await openUnpaidOrder(page, shop, { name: "Not to be paid" });
    const issue = "PAYEE_ACCOUNT_RESTRICTED";
    await control(page, "faults", { call: "create", fault: { kind: "status", status: 422, issue } });
    await payPal(page).click();
    await expect(failures(page)).toContainText(
      "The payment provider does not accept payments for this shop right now.",
    );
    await expect(failures(page)).toContainText("Nothing was charged.");
    await expect(page.getByText(/^We cannot take payments at the moment and are looking into it\./)).toBeVisible();
    await expect.poll(() => page.context().pages().length, "windows").toBe(1);
    await expect(page.getByText("Not Paid")).toBeVisible();
    await expect(page.getByText(issue)).toHaveCount(0);
    await expectGoodAtAllWidths(page);

    await toAdmin(page, id);
    const open = region(page, "Needs attention");
    await expect(open).toContainText("The payment provider does not take payments for this shop");
    await expect(open).toContainText(`The payment provider says: ${issue}`);
    await expect(confirmStep(page)).toBeDisabled();

    // The provider accepts payments again.
    await enterAs(page, customer);
    await page.goto(`/order/${id}`);
    await answer(await openWindow(page), "Approve");
    await expect(paidState(page)).toBeVisible();
    await expect(page.getByText(/^We cannot take payments/)).toHaveCount(0);
  });
});
