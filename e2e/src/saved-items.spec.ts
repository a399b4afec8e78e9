import { expect, expectAccessible, expectNoSidewaysScroll, newAccount, register, test } from "./customer.ts";

test("a guest saves, signs in, finds the items in the account, shares them, and withdraws the link", {
  tag: ["@both", "@wide"],
}, async ({ page, browser, baseURL }) => {
  await page.goto("/products");
  const first = page.getByRole("main").getByRole("article").first().getByRole("link");
  const shownName = (await first.textContent()) ?? "";
  await first.click();
  const heart = page
    .getByRole("main")
    .getByRole("button", { name: /^Save .+ for later$/ })
    .first();
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page);
  await page.goto("/saved");
  const main = page.getByRole("main");
  // The variant of a product with options is saved, whose name says its values.
  const label = await main.getByRole("button", { name: `Remove ${shownName}` }).getAttribute("aria-label");
  const name = label?.slice("Remove ".length) ?? "";
  await expect(main.getByRole("link", { name, exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await main.getByRole("button", { name: `Remove ${name}` }).click();
  await expect(main.getByRole("button", { name: "Undo" })).toBeFocused();
  await main.getByRole("button", { name: "Undo" }).click();

  await main.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await register(page, newAccount());
  await expect(page).toHaveURL("/saved");
  await expect(main.getByRole("link", { name, exact: true })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("savedItems"))).toBe("[]");
  // It is the account's now, not the browser's.
  await page.reload();
  await expect(main.getByRole("link", { name, exact: true })).toBeVisible();
  await main.getByRole("button", { name: "Get a link" }).click();
  const link = main.getByRole("link", { name: /\/saved\/shared#[\w-]{22}$/ });
  const address = (await link.getAttribute("href")) ?? "";
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const friend = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await friend.goto(address);
  await expect(friend.getByRole("main").getByRole("link", { name, exact: true })).toBeVisible();
  await expect(friend.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expectAccessible(friend);
  await main.getByRole("button", { name: "Stop sharing" }).click();
  await expect(main.getByRole("button", { name: "Get a link" })).toBeVisible();
  await friend.reload();
  await expect(friend.getByRole("heading", { name: "List not found" })).toBeVisible();
  await friend.close();
});
