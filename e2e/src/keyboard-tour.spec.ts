import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { enterAs, expect } from "./customer.ts";
import { owner, test } from "./own-shop.ts";

/** More stops than any screen has, also one with a preview of many products. */
const stopsMax = 400;

/** Goes on by Tab until a control has the focus. Each stop on the way must show that it has it. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeAttached();
  const isThere = () => control.evaluate((found) => found === document.activeElement);
  for (let stops = 0; !(await isThere()); stops += 1) {
    if (stops > stopsMax) throw new Error(`Tab does not lead to ${String(control)}`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(hiddenFocus), "a stop that does not show its focus").toBeNull();
  }
}

/** The focused element, if nothing shows that it has the focus; `null` otherwise. */
function hiddenFocus(): string | null {
  const focused = document.activeElement;
  // A frame shows the focus in its own document.
  if (focused === null || focused === document.body || focused.tagName === "IFRAME") return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const { width, height } = focused.getBoundingClientRect();
  // A check box and a radio button are drawn by what stands beside them.
  const isDrawnElsewhere = width < 2 || height < 2 || focused.matches("input[type=radio], input[type=checkbox]");
  const isShown = outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
  return isShown || isDrawnElsewhere ? null : focused.outerHTML.slice(0, 200);
}

/** Goes past the last stop of a screen, also where that is a frame: browsers can hold the focus in one. */
async function tabRound(page: Page): Promise<void> {
  await tabTo(page, page.getByTitle(/^(The mail|Preview of Home)$/));
  await tabTo(page, page.getByRole("link", { name: "Skip to main content" }));
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

/** Opens a screen by its name, from anywhere. */
async function openScreen(page: Page, name: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  await expect(palette.getByRole("textbox")).toBeFocused();
  await page.keyboard.type(name);
  await expect(palette.getByRole("button").first()).toHaveText(new RegExp(name));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test("an owner writes menus, a page, a mail and Home by keyboard alone, and always sees where the focus is @wide", async ({
  page,
}) => {
  const mark = randomUUID().slice(0, 8);
  const dialog = page.getByRole("dialog");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await enterAs(page, owner);
  await page.goto("/");
  await expect(page.getByRole("navigation", { name: "Administration" })).toBeVisible();

  await openScreen(page, "Menus");
  await expect(page).toHaveURL("/admin/menus");
  await press(page, button("Add a link to the header"));
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type(`Link ${mark}`);
  await page.keyboard.press("Tab");
  await page.keyboard.type("https://example.com/journal");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await press(page, button(`Remove Link ${mark} from the header`));
  await press(page, button("Add a link to the header"));
  await page.keyboard.press("Escape");
  await expect(button("Add a link to the header")).toBeFocused();

  await openScreen(page, "Pages");
  await press(page, button("New page"));
  await expect(dialog.getByLabel("Title")).toBeFocused();
  await page.keyboard.type(`Keys ${mark}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/pages/keys-${mark}`);
  await tabTo(page, page.getByLabel("Text", { exact: true }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Written by keys alone.");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Page updated")).toBeVisible();

  await openScreen(page, "Mails");
  await press(page, page.getByRole("link", { name: "Words", exact: true }));
  await tabTo(page, page.getByLabel("Subject"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Thank you, {name}");
  await expect(page.getByText("Thank you, Ada Lovelace").first()).toBeVisible();
  await tabRound(page);
  await press(page, button("Save"));
  await expect(page.getByText("Words saved")).toBeVisible();

  await openScreen(page, "Staff");
  await press(page, button("Invite"));
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button("Invite")).toBeFocused();

  await openScreen(page, "Home page");
  await press(page, button("Change it in a draft"));
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(`Keys ${mark}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Edit Home page" })).toBeVisible();
  await press(page, button("Add a block"));
  await expect(page.getByRole("menuitem", { name: /^Headline/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("By keys");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await tabRound(page);
  // A first headline stands on top.
  await press(page, button("Move Headline: By keys down"));
  // The focus has gone down with the block.
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Headline: By keys is number 3 of /)).toBeVisible();
  await tabTo(page, page.getByRole("radio", { name: "Desktop" }));
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: "Tablet" })).toBeChecked();
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByText("Layout saved")).toBeVisible();
  await press(page, button("Publish now"));
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Customers see this Home now")).toBeVisible();

  await press(page, button("Start from the usual Home"));
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type(`Usual ${mark}`);
  await page.keyboard.press("Enter");
  await press(page, button("Publish now"));
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Use Keys ${mark} again` })).toBeVisible();
});
