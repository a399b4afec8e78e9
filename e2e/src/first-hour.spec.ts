import { type Browser, chromium, type Page } from "@playwright/test";
import { freePort } from "../../server/test/harness/free-port.ts";
import { type MailServer, startMailServer } from "../../server/test/harness/mail-server.ts";
import { browserArguments, findBrowser } from "./browser.ts";
import { test as base, expect, expectGoodAtAllWidths } from "./customer.ts";
import { startShop } from "./own-shop.ts";
import { answer, openWindow, paidState } from "./paying.ts";

type NewShop = { origin: string; printed: () => string; mailServer: MailServer };

/** A shop as it is after its installation, at an address of the internet, of which nobody is the owner yet. */
const test = base.extend<object, { newShop: NewShop; browser: Browser }>({
  newShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this one needs from the pattern.
    async ({}, use) => {
      const port = await freePort();
      const origin = `http://new-shop.test:${port}`;
      const mailServer = await startMailServer();
      const shop = await startShop(port, { PUBLIC_ORIGIN: origin, IS_OWNERS_CHOICE: "1", LOG_LEVEL: "warn" });
      await use({ origin, printed: () => shop.lines.join(""), mailServer });
      await shop.close();
      await mailServer.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this one needs from the pattern.
    async ({}, use) => {
      const browser = await chromium.launch({
        args: [...browserArguments, "--host-resolver-rules=MAP new-shop.test 127.0.0.1"],
        executablePath: await findBrowser(),
      });
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ newShop }, use) => use(newShop.origin),
});

// Guests of a closed shop are refused, and browsers log it, as they log that the address is not one of https.
test.use({ expectedErrors: [/status of (401|503)|origin was untrustworthy|could not be origin-keyed/] });

const save = async (page: Page) => {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/saved$/).first()).toBeVisible();
};

/** Opens a step from the checklist on Home. */
async function begin(page: Page, step: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: step, exact: true }).click();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).fill(option);
  await page.getByRole("option", { name: option }).first().click();
}

async function setUpTrade(page: Page): Promise<void> {
  await begin(page, "Name");
  await page.getByLabel("Name of the shop").fill("Weaver & Daughters");
  await save(page);
  await begin(page, "Address and tax number");
  await page.getByLabel("Address", { exact: true }).fill("Lindenstr. 1\n10969 Berlin");
  await page.getByLabel("Tax number").fill("DE123456789");
  await save(page);
  await begin(page, "Country, currency and tax");
  await choose(page, "Where the shop is", "Germany");
  await choose(page, "Currency", "EUR");
  await choose(page, "How amounts are written", "German (Germany)");
  await choose(page, "Start with the rates of a country", "Germany");
  await save(page);
  await begin(page, "Delivery");
  await page.getByLabel("Price", { exact: true }).fill("4.90");
  await save(page);
}

async function setUpProviders(page: Page, { mailServer }: NewShop): Promise<void> {
  await begin(page, "Payments");
  await page.getByLabel("Payments by PayPal and card").selectOption("sandbox");
  await page.getByLabel("Client ID").fill("simulator");
  await page.getByLabel("Secret", { exact: true }).fill("simulator");
  await save(page);
  await page.getByRole("button", { name: "Try the connection" }).click();
  await expect(page.getByText("PayPal accepts the shop.")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await begin(page, "Mail");
  await page.getByLabel("Mail server").fill("127.0.0.1");
  await page.getByLabel("Port").fill(String(mailServer.port));
  await page.getByLabel("Mails come from").fill("hello@weaver.example");
  await save(page);
  await page.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText(/^Sent\./)).toBeVisible();
  expect(mailServer.received.map(({ subject }) => subject)).toContain("A test from Weaver & Daughters");
  await expectGoodAtAllWidths(page);
}

async function addGoods(page: Page): Promise<void> {
  await begin(page, "First products");
  await page.getByRole("button", { name: "Create Product" }).first().click();
  const first = page.getByRole("dialog", { name: "Your first product" });
  await first.getByLabel("Brand").fill("Weaver");
  await first.getByLabel("Category").fill("Tables");
  await first.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Oak table");
  await page.getByRole("textbox", { name: "Price" }).fill("249");
  await page.getByLabel("Count in stock").fill("5");
  await page.getByRole("combobox", { name: "Category" }).fill("Dining tables");
  await page.getByRole("option", { name: "Create “Dining tables”" }).click();
  await page.getByLabel("Description").fill("Oak from the Harz, oiled by hand.");
  await page.getByRole("button", { name: "Save and publish" }).click();
  await expect(page.getByText("Product updated")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Category" })).toHaveValue("Dining tables");
  await begin(page, "Legal pages");
  await page.getByRole("link", { name: "Imprint" }).first().click();
  await page.getByRole("textbox", { name: /Text/ }).fill("Weaver & Daughters, Lindenstr. 1, 10969 Berlin");
  await page.getByLabel("Shown in the shop").check({ force: true });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Page updated")).toBeVisible();
}

for (const place of ["at a desk", "on a phone @phone @wide"]) {
  test(`a person without a shell opens a shop ${place}, from the printed code to a paid order`, openShop);
}

async function openShop({ page, browser, newShop }: { page: Page; browser: Browser; newShop: NewShop }) {
  test.setTimeout(180_000);
  page.setDefaultTimeout(15_000);
  const began = performance.now();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Opening soon" })).toBeVisible();
  await page.getByRole("link", { name: /This is your shop/ }).click();
  await expectGoodAtAllWidths(page);
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(newShop.printed())?.[0] ?? "";
  await page.getByLabel("Code").fill(code);
  await page.getByLabel("Name", { exact: true }).fill("Olive Weaver");
  await page.getByLabel("Email", { exact: true }).fill("olive@weaver.example");
  await page.getByLabel("Password", { exact: true }).fill("warp-and-weft-2026");
  await page.getByLabel("Confirm Password", { exact: true }).fill("warp-and-weft-2026");
  await page.getByRole("button", { name: "Make this shop mine" }).click();
  await expect(page.getByRole("heading", { name: "Your shop: 0 of 8" })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await setUpTrade(page);
  await setUpProviders(page, newShop);
  await addGoods(page);

  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Your shop: 8 of 8" })).toBeVisible();
  await page.getByRole("button", { name: "Open the shop" }).click();
  await expect(page.getByText("Your shop is open")).toBeVisible();
  await expect(page.getByRole("heading", { name: /Your shop:/ })).toHaveCount(0);

  const customer = await (
    await browser.newContext({ baseURL: newShop.origin, viewport: page.viewportSize() })
  ).newPage();
  // Browsers have it with https, as production needs it.
  await customer.addInitScript(() => {
    crypto.randomUUID ??= () => "01a50000-0000-4000-8000-000000000001";
  });
  customer.setDefaultTimeout(15_000);
  await customer.goto("/register");
  await customer.getByLabel("Name", { exact: true }).fill("Emmy");
  await customer.getByLabel("Email", { exact: true }).fill("emmy@example.com");
  await customer.getByLabel("Password", { exact: true }).fill("symmetry-1918");
  await customer.getByLabel("Confirm Password", { exact: true }).fill("symmetry-1918");
  await customer.getByRole("button", { name: "Register", exact: true }).click();
  await customer.getByRole("link", { name: "Oak table" }).first().click();
  await customer.getByRole("button", { name: "Add To Cart" }).first().click();
  await customer.getByRole("link", { name: "Proceed To Checkout" }).click();
  await customer.getByLabel("Address", { exact: true }).fill("Lindenstr. 2");
  await customer.getByLabel("City").fill("Berlin");
  await customer.getByLabel("Postal Code").fill("10969");
  await customer.getByLabel("Country").fill("Germany");
  await customer.getByRole("button", { name: "Continue" }).click();
  await expect(customer).toHaveURL(/\/payment$/);
  await customer.getByRole("button", { name: "Continue" }).click();
  await expect(customer).toHaveURL(/\/placeorder$/);
  await customer.getByRole("button", { name: "Place Order" }).click();
  await expect(customer).toHaveURL(/\/order\//);
  await answer(await openWindow(customer), "Approve");
  await expect(paidState(customer)).toBeVisible();
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  process.stdout.write(`From the printed code to a paid order: ${minutes} minutes\n`);
}
