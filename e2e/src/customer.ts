import { randomUUID } from "node:crypto";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { findPage } from "@shop/shared/page/pages";
import axe, { type RunOptions } from "axe-core";
import { type AccessibilityCheck, accessibilityAnnotation } from "./accessibility-reporter.ts";
import { shopOfWorker } from "./shop-of-worker.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Pages whose window got other widths, in which images fit that were not preloaded. */
const resized = new WeakSet<Page>();

/** A test that fails on an unexpected console error, warning, uncaught exception or content policy violation. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  expectedErrors: [],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this one needs from the pattern.
  baseURL: async ({}, use, { parallelIndex }) => use(shopOfWorker(parallelIndex).origin),
  page: async ({ page, expectedErrors }, use) => {
    const problems: string[] = [];
    const record = (text: string) => {
      if (resized.has(page) && text.includes("was preloaded using link preload but not used")) return;
      if (!expectedErrors.some((expected) => expected.test(text))) problems.push(text);
    };
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        record(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => record(String(error)));
    // The browser reports a violation that a script catches to the page alone.
    await page.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
        console.error(`The content security policy forbids ${effectiveDirective} ${blockedURI}`),
      ),
    );
    await use(page);
    expect(problems, "console errors").toEqual([]);
  },
});

export { expect };

const axeOptions: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
  iframes: false,
};

/** Fails when the current page violates WCAG 2.2 A or AA, or an axe best practice. */
export async function expectAccessible(page: Page): Promise<void> {
  // Once for each document: to read the whole library takes longer than to run it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // Until its screen is drawn a page has neither landmark nor heading.
  await expect(page.locator("h1").first()).toBeAttached();
  // What is about to be replaced is dimmed, and a dialog that opens gets its name a moment later.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.locator("[role=dialog]:not([aria-labelledby], [aria-label])")).toHaveCount(0);
  const { violations } = await page.evaluate(async (options) => {
    // What is still growing is too small to press.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    // What a modal dialog covers cannot be used, and lies where it was scrolled to.
    const dialog = document.querySelector("[role=dialog][aria-modal=true]");
    return window.axe.run(dialog ?? document, options);
  }, axeOptions);
  recordCheck(page, violations);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect(found, "accessibility").toEqual([]);
}

/** Notes what was checked for the accessibility statement, which `accessibility-reporter.ts` writes. */
function recordCheck(page: Page, violations: readonly { id: string; help: string }[]): void {
  const found = findPage(new URL(page.url()).pathname)?.page;
  if (found === undefined) return;
  const screen = found.screen === "home-page" ? "Home" : typeof found.title === "string" ? found.title : "Order";
  const check: AccessibilityCheck = { screen, rules: violations.map(({ help }) => help) };
  base.info().annotations.push({ type: accessibilityAnnotation, description: JSON.stringify(check) });
}

/** Fails when the page scrolls horizontally. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, "sideways scroll").toBeLessThanOrEqual(0);
}

/** Checks layout and accessibility at the widths of a phone, a tablet and a desktop. */
export async function expectGoodAtAllWidths(page: Page): Promise<void> {
  const own = page.viewportSize();
  resized.add(page);
  await expect(page.locator("h1").first()).toBeAttached();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: own?.height ?? 900 });
    // Targets half under the sticky header would fail the check of target sizes.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectNoSidewaysScroll(page);
    // What is wider than the frame of a table is cut off.
    expect(await page.evaluate(cutTables), `tables that are cut off at ${width}`).toEqual([]);
    // Between the two the parts are those of one of them.
    if (width !== 768) await expectAccessible(page);
  }
  if (own !== null) await page.setViewportSize(own);
}

/** The names of the tables that are wider than their frames. */
function cutTables(): (string | null)[] {
  const tables = [...document.querySelectorAll("table")];
  return tables
    .filter((table) => table.getBoundingClientRect().width > (table.parentElement?.clientWidth ?? 0) + 1)
    .filter((table) => getComputedStyle(table.parentElement ?? table).overflowX === "clip")
    .map((table) => table.getAttribute("aria-label"));
}

/** Details of a customer without an account. */
export function newAccount() {
  return { name: "Emmy Noether", email: `emmy-${randomUUID()}@example.com`, password: "symmetry-1918" };
}

/** Registers a new customer over REST and signs the page in. */
export async function enterAsNew(page: Page, name?: string) {
  const account = { ...newAccount(), ...(name === undefined ? {} : { name }) };
  await enter(page, "/api/users", account);
  return account;
}

/** Signs the page in over REST. */
export async function enterAs(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await enter(page, "/api/users/auth", { email, password });
}

/** Takes the session from the browser. The page is left first, because its requests under way would be refused. */
export async function loseSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

async function enter(page: Page, path: string, data: object): Promise<void> {
  // What it still asks for as somebody else would be refused.
  await page.goto("about:blank");
  const response = await page.request.post(path, { data });
  expect(response.ok(), path).toBe(true);
  // An empty page of the same origin, to store the user as the sign-in screen does.
  const empty = { contentType: "text/html", body: '<link rel="icon" href="data:,">' };
  await page.route("**/entered", (route) => route.fulfill(empty), { times: 1 });
  await page.goto("/entered");
  await page.evaluate((userInfo) => localStorage.setItem("userInfo", userInfo), await response.text());
}

/** Fills and submits the open registration form. */
export async function register(page: Page, account: ReturnType<typeof newAccount>): Promise<void> {
  await page.getByLabel("Name").fill(account.name);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Register" }).click();
}

/** Fills and submits the open sign-in form. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press("Tab");
    const hasFocus = await target.evaluate((element) => {
      const root = element.getRootNode();
      return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
    });
    if (hasFocus) return;
  }
  throw new Error("Tab does not lead there");
}
