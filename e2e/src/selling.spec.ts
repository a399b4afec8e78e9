import type { Page } from "@playwright/test";
import { enterAs, enterAsNew, expect, expectGoodAtAllWidths, loseSession } from "./customer.ts";
import { addOwnProduct, owner, untouchedTest as test } from "./own-shop.ts";
import { answer, openWindow, paidState } from "./paying.ts";

// Browsers log failed requests to the console.
test.use({ expectedErrors: [/status of 40[01]/] });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).fill(option);
  await page.getByRole("option", { name: option }).first().click();
}

const saved = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

/** Sets currency, tax and delivery on the owner's screens, as for a shop in Germany. */
async function sellInGermany(page: Page): Promise<void> {
  await page.goto("/admin/selling");
  await choose(page, "Where the shop is", "Germany");
  await choose(page, "Currency", "EUR");
  await choose(page, "How amounts are written", "German (Germany)");
  await page.getByRole("switch", { name: /Prices include tax/ }).click({ force: true });
  await page.getByRole("switch", { name: /Delivery bears tax/ }).click({ force: true });
  await choose(page, "Start with the rates of a country", "Germany");
  await expect(page.getByText(/rates of Germany as of .* Source: European Commission/)).toBeVisible();
  await expectGoodAtAllWidths(page);
  await save(page);
  await saved(page, "Currency and tax saved");

  await page.goto("/admin/selling/delivery");
  await page.getByLabel("Name of the zone").fill("Germany");
  await page.getByRole("switch", { name: "Every country that no other zone names" }).click({ force: true });
  await choose(page, "Countries", "Germany");
  await page.keyboard.press("Escape");
  await page.getByLabel("Price", { exact: true }).fill("4.90");
  await page.getByLabel("Free from (optional)").fill("50");
  await page.getByRole("button", { name: "Add a delivery method" }).click();
  const collect = page.getByRole("group", { name: "New delivery method" });
  await collect.getByLabel("How").selectOption("Customers collect it");
  await collect.getByLabel("Price", { exact: true }).fill("0");
  await collect.getByLabel("Address").fill("Lindenstr. 1, Berlin");
  await collect.getByLabel("Opening hours").fill("Mon to Fri, 9 to 18");
  await collect.getByLabel("Name", { exact: true }).fill("Collect in Berlin");
  await expectGoodAtAllWidths(page);
  await save(page);
  await saved(page, "Delivery saved");
}

test("an owner sets currency, tax and delivery, and a customer pays by them and collects the goods", async ({
  page,
}) => {
  await enterAs(page, owner);
  await sellInGermany(page);
  const product = await addOwnProduct(page, "Lamp", 119);
  await loseSession(page);

  await enterAsNew(page);
  await page.goto(`/product/${product}`);
  await expect(page.getByText("119,00 €").first()).toBeVisible();
  await expect(page.getByText("Free shipping from 50 €, otherwise 4,90 €. The price includes 19% VAT.")).toBeVisible();
  await page.getByRole("button", { name: "Add To Cart" }).first().click();
  await expect(page.getByText("incl. 19% VAT")).toBeVisible();
  await page.getByRole("link", { name: "Proceed To Checkout" }).click();

  await test.step("Norway is refused with words", async () => {
    await page.getByLabel("Address", { exact: true }).fill("Karl Johans gate 1");
    await page.getByLabel("City").fill("Oslo");
    await page.getByLabel("Postal Code").fill("0154");
    await page.getByLabel("Country").fill("Norway");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("We do not deliver to Norway. We deliver to Germany.")).toBeVisible();
    await expect(page).toHaveURL("/shipping");
  });

  await page.getByLabel("Country").fill("Deutschland");
  await page.getByLabel("Postal Code").fill("123");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This is not a postal code of this country, such as 00000")).toBeVisible();
  await page.getByLabel("Postal Code").fill("10969");
  await page.getByRole("radio", { name: /Collect in Berlin, free/ }).check();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Continue" }).click();
  // Both steps have a button of this name.
  await expect(page).toHaveURL("/payment");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/placeorder");
  await expect(page.getByText("Lindenstr. 1, Berlin. Mon to Fri, 9 to 18")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Place Order" }).click();

  await expect(page.getByText("incl. 19% VAT")).toBeVisible();
  const window = await openWindow(page);
  await expect(window.getByText("119.00 EUR")).toBeVisible();
  await answer(window, "Approve");
  await expect(paidState(page)).toBeVisible();
  await expect(page.getByText("Collect in Berlin: Lindenstr. 1, Berlin, Mon to Fri, 9 to 18")).toBeVisible();
  await expectGoodAtAllWidths(page);

  await test.step("the customer gets the invoice", async () => {
    const { pathname } = new URL(page.url());
    const response = await page.request.get(`/api${pathname.replace("order", "orders")}/invoice.pdf`);
    expect(response.headers()["content-type"]).toBe("application/pdf");
    expect((await response.body()).subarray(0, 5).toString()).toBe("%PDF-");
  });

  await test.step("the owner reads the taxes of the quarter", async () => {
    await loseSession(page);
    await enterAs(page, owner);
    await page.goto("/admin/selling/tax-report");
    await expect(page.getByRole("cell", { name: "VAT 19%" })).toBeVisible();
    await expectGoodAtAllWidths(page);
  });
});
