import { readFile } from "node:fs/promises";
import {
  expect,
  expectAccessible,
  expectGoodAtAllWidths,
  loseSession,
  newAccount,
  register,
  signIn,
  test,
} from "./customer.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

// Browsers log failed requests to the console.
test.use({ expectedErrors: [/status of 40[149]/] });

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

test(
  "a newcomer registers, returns to the page, reviews, changes name and password, and logs out",
  { tag: "@phone" },
  async ({ page, browser }, { project }) => {
    const account = newAccount();
    const productId = await shop.addProduct({ name: `Reviewed on ${project.name}`, priceCents: 2_500, stock: 9 });

    await page.goto(`/product/${productId}`);
    await page.getByRole("main").locator("#write-review").getByRole("link", { name: "sign in" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign In" })).toBeFocused();
    await expectGoodAtAllWidths(page);
    await page.getByRole("link", { name: "Register" }).click();
    await expect(page).toHaveURL(`/register?redirect=/product/${productId}`);
    await expectGoodAtAllWidths(page);
    await register(page, account);
    await expect(page).toHaveURL(`/product/${productId}`);

    const submit = page.getByRole("button", { name: "Submit" });
    await expect(submit).toBeDisabled();
    await page.getByLabel("Rating", { exact: true }).focus();
    await page.keyboard.press("5");
    await expect(page.getByLabel("Rating", { exact: true }).locator("option:checked")).toHaveText("5 - Excellent");
    await page.getByLabel("Comment").fill("Just right.");
    await expectGoodAtAllWidths(page);
    await submit.click();
    await expect(page.getByText("Review created successfully")).toBeVisible();
    const review = page.getByRole("listitem").filter({ hasText: "Just right." });
    await expect(review).toBeFocused();
    await expect(review).toContainText(account.name);
    await expect(page.getByRole("img", { name: "5 out of 5" }).first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Your review" })).toContainText("Just right.");
    await expect(submit).toHaveCount(0);
    await expectGoodAtAllWidths(page);
    await page.reload();
    await expect(page.getByRole("region", { name: "Your review" })).toBeVisible();

    // The same customer on another device.
    const otherDevice = await browser.newContext();
    const other = await otherDevice.newPage();
    await other.goto("/login?redirect=/profile");
    await signIn(other, account);
    await expect(other.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();

    await page.getByRole("button", { name: account.name }).click();
    await expect(page.getByRole("menu").getByText(account.name)).toBeVisible();
    await page.getByRole("menuitem", { name: "Profile" }).click();
    await expect(page.getByText("You have no orders yet.")).toBeVisible();
    await expectGoodAtAllWidths(page);
    const update = page.getByRole("button", { name: "Update" });
    await expect(update).toBeDisabled();
    await page.getByLabel("Name").fill("Amalie Noether");
    await page.getByLabel("New Password", { exact: true }).fill("invariants-1918");
    await page.getByLabel("Confirm Password", { exact: true }).fill("invariants");
    await page.getByLabel("Name").focus();
    await expect(page.getByText("Passwords do not match")).toBeVisible();
    await page.getByLabel("Confirm Password", { exact: true }).fill("invariants-1918");
    await update.click();
    await expect(page.getByText("Profile updated successfully")).toBeVisible();
    await expect(page.getByRole("button", { name: "Amalie Noether" })).toBeVisible();
    await expect(page.getByLabel("New Password", { exact: true })).toHaveValue("");
    await expect(update).toBeDisabled();

    await other.reload();
    await expect(other).toHaveURL("/login?redirect=/profile");
    expect(await other.evaluate(() => localStorage.length)).toBe(0);
    await otherDevice.close();

    await page.getByRole("button", { name: "Amalie Noether" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    await signIn(page, account);
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(account.email);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await signIn(page, { ...account, password: "invariants-1918" });
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  },
);

test("a wrong password keeps the guest's cart and its own words", { tag: "@wide" }, async ({ page }) => {
  const productId = await shop.addProduct({ name: "Kept in the cart", priceCents: 1_000, stock: 3 });
  await page.goto(`/product/${productId}`);
  await page.getByRole("button", { name: "Add To Cart" }).first().click();
  await page.getByRole("link", { name: "Proceed To Checkout" }).click();
  await expect(page).toHaveURL("/login?redirect=/shipping");
  await signIn(page, { email: "grace@example.com", password: "not her password" });
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await signIn(page, { email: " Grace@Example.com ", password: "grace-demo-2026" });
  await expect(page).toHaveURL("/shipping");
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
});

test("Show and Hide keep the caret", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/login");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("abcdef");
  await password.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 3));
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toBeFocused();
  const selection = () => password.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);
  expect(await selection()).toEqual([2, 3]);
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");
  expect(await selection()).toEqual([2, 3]);
  await page.getByRole("button", { name: "Show password" }).focus();
  await page.keyboard.press("Enter");
  await expect(password).toHaveAttribute("type", "text");
});

test("what somebody has written into the browser is corrected by the server", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/login");
  await signIn(page, { email: "grace@example.com", password: "grace-demo-2026" });
  await expect(page).toHaveURL("/");
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("userInfo") ?? "");
    localStorage.setItem("userInfo", JSON.stringify({ ...stored, isAdmin: true }));
  });
  await page.reload();
  await expect(page.getByRole("link", { name: /^Cart/ })).toBeVisible();
  await expect(page.getByPlaceholder("Search products…")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("userInfo"))).toContain('"isAdmin":false');
  // Without a session the stored user has no effect.
  await loseSession(page);
  await page.goto("/profile");
  await expect(page).toHaveURL("/login?redirect=/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
});

test("signing out in one tab shows in the other, and the next person sees nothing of the first", {
  tag: "@wide",
}, async ({ page, context }) => {
  await page.goto("/login?redirect=/profile");
  await signIn(page, { email: "ada@example.com", password: "ada-demo-2026" });
  await expect(page.getByLabel("Email")).toHaveValue("ada@example.com");
  const second = await context.newPage();
  await second.goto("/");
  await second.getByRole("button", { name: "Ada Lovelace" }).click();
  // It is in the header already.
  await expect(second.getByRole("menu").getByText("Ada Lovelace")).toBeHidden();
  await second.getByRole("menuitem", { name: "Logout" }).click();
  await expect(second).toHaveURL("/login");
  await expect(page).toHaveURL("/login?redirect=/profile");
  await signIn(second, { email: "grace@example.com", password: "grace-demo-2026" });
  await expect(page).toHaveURL("/profile");
  await expect(page.getByLabel("Email")).toHaveValue("grace@example.com");
  await expect(page.getByRole("button", { name: "Grace Hopper" })).toBeVisible();
});

test("a session whose time is over ends when the shop opens", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/login");
  await signIn(page, { email: "ada@example.com", password: "ada-demo-2026" });
  await expect(page).toHaveURL("/");
  await page.evaluate(() => localStorage.setItem("expirationTime", "soon"));
  await page.reload();
  await expect(page.getByRole("button", { name: "Ada Lovelace" })).toBeVisible();
  await page.evaluate(() => localStorage.setItem("expirationTime", "1000"));
  await page.reload();
  await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("a customer takes the data along and deletes the account, and the address can be used anew", {
  tag: "@wide",
}, async ({ page }) => {
  const account = newAccount();
  await page.goto("/register?redirect=/profile");
  await register(page, account);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/-data\.json$/);
  expect(await readFile(await download.path(), "utf8")).toContain(account.email);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const question = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Your account was deleted")).toBeVisible();
  await expect(page).toHaveURL("/");
  await page.goto("/register?redirect=/profile");
  await register(page, account);
  await expect(page.getByText("You have no orders yet.")).toBeVisible();
});
