import { randomUUID } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { shopOfWorker } from "./shop-of-worker.ts";

/** A test in which nothing may go wrong unseen: an unexpected console error or exception fails it. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  expectedErrors: [],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this one needs from the pattern.
  baseURL: async ({}, use, { parallelIndex }) => use(shopOfWorker(parallelIndex).origin),
  page: async ({ page, expectedErrors }, use) => {
    const problems: string[] = [];
    const note = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) problems.push(text);
    };
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        note(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => note(String(error)));
    await use(page);
    expect(problems, "console errors").toEqual([]);
  },
});

export { expect };

/** Fails when the page as it is now breaks an accessibility rule of WCAG 2.2 A or AA, or a best practice. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Our pages frame nothing of other origins, for which alone it would open a page of its own.
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect(found, "accessibility").toEqual([]);
}

/** Fails when the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, "sideways scroll").toBeLessThanOrEqual(0);
}

/** Somebody who has never been here. */
export function newAccount() {
  return { name: "Emmy Noether", email: `emmy-${randomUUID()}@example.com`, password: "symmetry-1918" };
}

/** Makes the page a new person's, without the screens for it. */
export async function enterAsNew(page: Page, name?: string) {
  const account = { ...newAccount(), ...(name === undefined ? {} : { name }) };
  await enter(page, "/api/users", account);
  return account;
}

/** Makes the page somebody's who has an account, without the screens for it. */
export async function enterAs(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await enter(page, "/api/users/auth", { email, password });
}

async function enter(page: Page, door: string, data: object): Promise<void> {
  const answer = await page.request.post(door, { data });
  expect(answer.ok(), door).toBe(true);
  // An empty page of the shop's origin, to keep there what the shop's own screens would have kept.
  const empty = { contentType: "text/html", body: '<link rel="icon" href="data:,">' };
  await page.route("**/entered", (route) => route.fulfill(empty), { times: 1 });
  await page.goto("/entered");
  await page.evaluate((userInfo) => localStorage.setItem("userInfo", userInfo), await answer.text());
}

/** Fills the registration screen that is open, and sends it. */
export async function register(page: Page, account: ReturnType<typeof newAccount>): Promise<void> {
  await page.getByLabel("Name").fill(account.name);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Register" }).click();
}

/** Fills the sign-in screen that is open, and sends it. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Presses Tab until something has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press("Tab");
    const isThere = await target.evaluate((element) => {
      const root = element.getRootNode();
      return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
    });
    if (isThere) return;
  }
  throw new Error("Tab does not lead there");
}
