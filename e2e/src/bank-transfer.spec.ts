import type { Page } from "@playwright/test";
import { enterAs, enterAsNew, expect, expectGoodAtAllWidths, loseSession } from "./customer.ts";
import { addOwnProduct, owner, test } from "./own-shop.ts";

const dialog = (page: Page) => page.getByRole("dialog");

/** Offers bank transfers on the owner's screen, where a wrong account is refused with words. */
async function offerTransfers(page: Page): Promise<void> {
  await page.goto("/admin/settings/methods");
  await page.getByRole("checkbox", { name: "Bank Transfer" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Customers who pay by bank transfer need your account")).toBeVisible();
  const account = page.getByLabel("Your account for bank transfers");
  await account.fill("Account holder: Weaver Ltd\nIBAN: DE02 1203 0000 0000 2020 52");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("This IBAN is not right. Please compare it with the one of your bank.")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await account.fill("Account holder: Weaver Ltd\nIBAN: DE02 1203 0000 0000 2020 51");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
}

/** Buys a piece by bank transfer, and gives the address of the order. */
async function buy(page: Page, product: string): Promise<string> {
  await page.goto(`/product/${product}`);
  await page.getByRole("button", { name: "Add To Cart" }).first().click();
  await page.getByRole("link", { name: "Proceed To Checkout" }).click();
  await page.getByLabel("Address", { exact: true }).fill("1 Main St");
  await page.getByLabel("City").fill("Springfield");
  await page.getByLabel("Postal Code").fill("12345");
  await page.getByLabel("Country").fill("USA");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/payment");
  await page.getByRole("radio", { name: /^Bank Transfer/ }).check();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/placeorder");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("heading", { name: /^One step left: transfer \$/ })).toBeVisible();
  return page.url();
}

test("a customer pays by bank transfer, an owner records the money, takes it back, and records it again", {
  tag: ["@wide"],
}, async ({ page }) => {
  await enterAs(page, owner);
  await offerTransfers(page);
  const product = await addOwnProduct(page, "Lamp to transfer for", 20);
  await loseSession(page);

  const customer = await enterAsNew(page);
  const order = await buy(page, product);
  await expect(page.getByText("DE02 1203 0000 0000 2020 51")).toBeVisible();
  await expect(page.getByText(/^RF\d\d( \d{4}){3} \d{3}$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy IBAN", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay online instead" })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await loseSession(page);

  await enterAs(page, owner);
  await page.goto(order);
  await page.getByRole("button", { name: "Record a bank transfer…" }).click();
  await expect(dialog(page).getByLabel("Amount that has arrived")).toBeFocused();
  await expect(dialog(page).getByLabel("Amount that has arrived")).toHaveValue("33.00");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Entry at the bank is required")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await dialog(page).getByLabel("Entry at your bank").fill("2026-03-04 entry 17");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Order is paid")).toBeVisible();
  await expect(page.getByText("2026-03-04 entry 17")).toBeVisible();
  await expectGoodAtAllWidths(page);

  await page.getByRole("button", { name: "Take back…" }).click();
  await expect(dialog(page).getByLabel("What you tell the customer")).toBeFocused();
  await expectGoodAtAllWidths(page);
  await dialog(page).getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("Transfer taken back").first()).toBeVisible();
  await page.getByRole("button", { name: "Record a bank transfer…" }).click();
  await dialog(page).getByLabel("Entry at your bank").fill("2026-03-05 entry 2");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2026-03-05 entry 2", { exact: true })).toBeVisible();
  await loseSession(page);

  await enterAs(page, customer);
  await page.goto(order);
  await expect(page.getByText("We recorded a payment for this order by mistake")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Thank you, Emmy" })).toBeVisible();
  await expectGoodAtAllWidths(page);
});

test("an owner reads a bank's statement, sees which orders it pays, and records what it says", {
  tag: ["@wide"],
}, async ({ page }) => {
  await enterAs(page, owner);
  await page.goto("/admin/settings/methods");
  // Another test of the same shop may have done it before.
  if (!(await page.getByRole("checkbox", { name: "Bank Transfer" }).isChecked())) await offerTransfers(page);
  const product = await addOwnProduct(page, "Lamp to transfer for", 20);
  await loseSession(page);
  await enterAsNew(page);
  const orders = [await buy(page, product), await buy(page, product)];
  const references: string[] = [];
  for (const order of orders) {
    await page.goto(order);
    references.push(
      (await page
        .getByText(/^RF\d\d( \d{4})+/)
        .first()
        .textContent()) ?? "",
    );
  }
  await loseSession(page);

  await enterAs(page, owner);
  await page.goto("/admin/orderlist");
  await page.getByRole("button", { name: "Bank statement…" }).click();
  await expect(dialog(page).getByRole("button", { name: "Choose a file" })).toBeFocused();
  const [first = "", second = ""] = references;
  const lines = [
    "Konto;DE02 1203 0000 0000 2020 51",
    "Buchungstag;Verwendungszweck;Betrag",
    `28.11.2026;${first} Gr\u00fc\u00dfe;33,00`,
    `28.11.2026;${second};20,00`,
    "28.11.2026;Zinsen;0,17",
    "28.11.2026;Miete;-900,00",
  ];
  await page.getByLabel("File of your bank").setInputFiles({
    name: "umsaetze.csv",
    mimeType: "text/csv",
    // As German banks write it.
    buffer: Buffer.from(lines.join("\r\n"), "latin1"),
  });
  await expect(
    dialog(page).getByText("3 lines have money that has come in, 1 other line. 2 of them are for an order."),
  ).toBeVisible();
  await expect(dialog(page).getByRole("checkbox", { name: /: Pays order/ })).toBeChecked();
  await expect(dialog(page).getByRole("checkbox", { name: /whose total is \$33\.00$/ })).not.toBeChecked();
  await expectGoodAtAllWidths(page);
  await dialog(page).getByRole("button", { name: "Show 1 line without an order" }).click();
  await expect(dialog(page).getByText("For no order")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Record 1 transfer" }).press("Enter");
  await expect(dialog(page).getByText(/^Recorded for order .{5} of Emmy Noether$/)).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Record transfers" })).toBeDisabled();
  await expectGoodAtAllWidths(page);
  await page.keyboard.press("Escape");
  await page.goto(orders[0] ?? "");
  await expect(page.getByText(/^Paid on \d{4}-\d\d-\d\d$/)).toBeVisible();
});
