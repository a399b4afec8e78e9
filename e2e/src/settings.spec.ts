import { z } from "zod";
import { enterAs, expect, expectAccessible, expectGoodAtAllWidths } from "./customer.ts";
import { owner, test } from "./own-shop.ts";

test("an owner changes a setting, sees it at once, and takes it back", async ({ page }) => {
  await enterAs(page, owner);
  // Other tests in this shop have saved settings as well.
  const read = await (await page.request.get("/trpc/admin.settings.read")).json();
  const { version } = z.object({ result: z.object({ data: z.object({ version: z.int() }) }) }).parse(read).result.data;
  await page.goto("/admin/settings");
  await page.getByLabel("Name of the shop").fill("Weaver & Daughters");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Weaver & Daughters");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Settings saved")).toBeVisible();
  const header = page.getByRole("banner");
  await expect(header).toContainText("Weaver & Daughters");
  // What somebody else saves meanwhile is not taken back with it.
  const other = { version: version + 1, values: { sellerName: "Weaver Ltd" } };
  expect((await page.request.post("/trpc/admin.settings.save", { data: other })).ok()).toBe(true);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("The settings are as they were")).toBeVisible();
  await expect(header).toContainText("Lumen & Loom");
  // Not before the undo, which is offered for some seconds only.
  await expectGoodAtAllWidths(page);
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Address" }).click();
  await expect(page.getByLabel("Who sells")).toHaveValue("Weaver Ltd");
  await page.goto("/admin/settings");
  await expect(page.getByLabel("Name of the shop")).toHaveValue("Lumen & Loom");

  await page.getByRole("button", { name: `Back to before this: version ${version + 3}` }).click();
  await expect(header).toContainText("Weaver & Daughters");
  const { headers, text } = await page.request.get("/").then(async (response) => ({
    headers: response.headers(),
    text: await response.text(),
  }));
  expect(headers["content-type"]).toContain("text/html");
  expect(text).toContain("Weaver &amp; Daughters");
});

test("the sections of the settings are good at every width, and say what a wrong value should be @wide", async ({
  page,
}) => {
  await enterAs(page, owner);
  await page.goto("/admin/settings");
  const sections = page.getByRole("navigation", { name: "Settings" });
  for (const name of [
    "Look",
    "Address",
    "Days of arrival",
    "Checkout",
    "Ways to pay",
    "Mail",
    "Returns",
    "Search",
    "Staff",
  ]) {
    await sections.getByRole("link", { name, exact: true }).click();
    await expect(sections.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
    await expectGoodAtAllWidths(page);
  }
  await sections.getByRole("link", { name: "Days of arrival" }).click();
  await page.getByLabel("Holidays").fill("Christmas");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Use days such as 2026-12-25")).toBeVisible();
  await sections.getByRole("link", { name: "Payments" }).click();
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByText("The server has set this up, with PAYMENTS.")).toBeVisible();
  await expectGoodAtAllWidths(page);
});

test("an owner gives the shop a logo and a colour, and is refused one that cannot be read", async ({ page }) => {
  await enterAs(page, owner);
  await page.goto("/admin/settings/look");
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><circle cx="20" cy="20" r="18" fill="red"/></svg>';
  await page
    .getByLabel("Picture file")
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(drawing) });
  await expect(page.getByText("Image uploaded")).toBeVisible();
  await page.getByLabel("Accent").fill("#fbbf24");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/The nearest that can be read is #[0-9a-f]{6}\./)).toBeVisible();
  await page.getByLabel("Accent").fill("#7c3aed");
  await page.getByLabel("Announcement", { exact: true }).fill("Closed on Monday");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  const logo = page.getByRole("banner").locator("img");
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole("complementary", { name: "Announcement" })).toHaveText("Closed on Monday");
  await expectGoodAtAllWidths(page);
  // By then the message with its undo may be gone.
  await page.goto("/admin/settings");
  await page
    .getByRole("button", { name: /^Back to before this: version/ })
    .first()
    .click();
  await expect(logo).toHaveCount(0);
  await expect(page.getByRole("complementary", { name: "Announcement" })).toHaveCount(0);
});

test("the admin is walked through by its sidebar, its palette and, on a phone, its drawer", async ({ page }) => {
  await enterAs(page, owner);
  await page.goto("/");
  const sidebar = page.getByRole("navigation", { name: "Administration" });
  await sidebar.getByRole("link", { name: "Products", exact: true }).click();
  await expect(page).toHaveURL("/admin/productlist");

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  await palette.getByRole("textbox").fill("tax rep");
  await expect(palette.getByRole("button", { name: /Tax report/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/selling/tax-report");
  await page.keyboard.press("Control+k");
  await palette.getByRole("textbox").fill(owner.email.slice(0, 5));
  await palette.getByRole("button", { name: /owner@example\.com/ }).click();
  await expect(page).toHaveURL(/\/admin\/user\/[0-9a-f-]+$/);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expectAccessible(page);
  await drawer.getByRole("link", { name: "Brands" }).click();
  await expect(page).toHaveURL("/admin/brandlist");
  await expect(drawer).toHaveCount(0);
  await expectGoodAtAllWidths(page);
});

test("a light shop is light from its first paint on, a shop that follows the device changes with it, and both can be read", async ({
  page,
}) => {
  await enterAs(page, owner);
  await page.goto("/admin/settings/look");
  const root = page.locator("html");
  const save = async (scheme: string) => {
    await page.getByLabel("Light or dark").selectOption(scheme);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
  };
  await save("Light");
  await expect(root).toHaveCSS("color-scheme", "light");
  await expectGoodAtAllWidths(page);

  /** The schemes that the document had, from its first paint on. */
  const schemesOf = async (path: string) => {
    await page.addInitScript(() => {
      const seen = new Set<string>();
      const note = () => {
        seen.add(getComputedStyle(document.documentElement).colorScheme);
        requestAnimationFrame(note);
      };
      requestAnimationFrame(note);
      Object.assign(window, { seenSchemes: seen });
    });
    await page.goto(path);
    await expect(page.locator("#root[data-hydrated]")).toHaveCount(1);
    const seen: unknown = await page.evaluate(() => {
      const schemes: unknown = Reflect.get(window, "seenSchemes");
      return schemes instanceof Set ? [...schemes] : [];
    });
    return z.array(z.string()).parse(seen);
  };
  for (const path of ["/", "/products", "/cart", "/admin/orderlist", "/admin/selling"]) {
    expect(await schemesOf(path), path).toEqual(["light"]);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }

  await page.goto("/admin/settings/look");
  await save("As the device asks");
  await page.emulateMedia({ colorScheme: "light" });
  expect(await schemesOf("/products")).toEqual(["light"]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(root).toHaveCSS("color-scheme", "dark");
  expect(await schemesOf("/products")).toEqual(["dark"]);
  await page.goto("/admin/settings/look");
  await save("Dark");
});
