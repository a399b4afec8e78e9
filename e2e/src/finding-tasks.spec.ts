import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./customer.ts";

/** What somebody does beside typing: taps, or presses of keys that are no letters. */
type Hands = { presses: number; search: (words: string) => Promise<void>; open: (card: Locator) => Promise<void> };

const field = (page: Page) => page.getByRole("combobox", { name: "Search products" });
const cards = (page: Page) => page.locator("#products article");

function byTouch(page: Page): Hands {
  const hands: Hands = {
    presses: 0,
    search: async (words) => {
      await field(page).tap();
      await field(page).fill(words);
      await page.getByRole("button", { name: "Search", exact: true }).tap();
      hands.presses += 2;
    },
    open: async (card) => {
      await card.getByRole("link").first().tap();
      hands.presses += 1;
    },
  };
  return hands;
}

function byKeyboard(page: Page): Hands {
  const tabTo = async (goal: Locator) => {
    const isFocused = () => goal.evaluate((element) => element === document.activeElement);
    while (!(await isFocused()) && hands.presses < 1_000) {
      await page.keyboard.press("Tab");
      hands.presses += 1;
    }
  };
  const enter = async () => {
    await page.keyboard.press("Enter");
    hands.presses += 1;
  };
  const hands: Hands = {
    presses: 0,
    search: async (words) => {
      await tabTo(field(page));
      await page.keyboard.type(words);
      await enter();
      await page.getByRole("link", { name: "Skip the filters" }).waitFor();
    },
    open: async (card) => {
      const skip = page.getByRole("link", { name: "Skip the filters" });
      if (await skip.isVisible()) {
        await tabTo(skip);
        await enter();
      }
      await tabTo(card.getByRole("link").first());
      await enter();
    },
  };
  return hands;
}

for (const { how, handsOf, tag, most } of [
  { how: "by touch", handsOf: byTouch, tag: "@phone", most: 3 },
  { how: "by keyboard", handsOf: byKeyboard, tag: "@desktop", most: 30 },
]) {
  test(`five things are found in a few presses ${how}`, { tag: [tag, "@wide"] }, async ({ page }) => {
    const hands = handsOf(page);
    const spent: Record<string, number> = {};
    const find = async (name: string, work: () => Promise<void>) => {
      const before = hands.presses;
      await page.goto("/");
      await work();
      spent[name] = hands.presses - before;
    };
    await find("a gift under $50 for somebody who takes pictures", async () => {
      await hands.search("gift under $50 for somebody who takes pictures");
      await expect(page.getByText("Up to $50.00")).toBeVisible();
      await expect(cards(page).first()).toContainText("Ferry Touchscreen Wool Gloves");
      await hands.open(cards(page).first());
      await expect(page.getByRole("button", { name: "Add To Cart" }).first()).toBeVisible();
    });
    await find("a green dress in M", async () => {
      await hands.search("green dress in M");
      await expect(cards(page)).toHaveCount(1);
      await hands.open(cards(page).first());
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Dress");
    });
    await find("the cheapest headphones in stock with four stars", async () => {
      await hands.search("cheapest in-stock headphones with four stars");
      await hands.open(cards(page).filter({ hasText: "Basalt Studio Headphones" }));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Basalt Studio Headphones");
      const viewed = new URL(page.url()).pathname.replace(/^.*\//, "");
      await page.waitForFunction((id) => localStorage.getItem("recentlyViewed")?.includes(id) === true, viewed);
    });
    await find("what is new", async () => {
      await expect(page.getByRole("heading", { name: "New", exact: true })).toBeVisible();
    });
    await find("something that was seen before", async () => {
      await hands.open(page.locator("article").first());
      const seen = page.getByRole("heading", { name: "Recently viewed" }).locator("xpath=ancestor::section[1]");
      await expect(seen.getByRole("link").first()).toContainText("Basalt Studio Headphones");
    });
    console.log(`Presses ${how}: ${JSON.stringify(spent)}`);
    for (const [name, presses] of Object.entries(spent)) expect(presses, name).toBeLessThanOrEqual(most);
  });
}
