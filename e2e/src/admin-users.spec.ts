import type { Page } from "@playwright/test";
import {
  enterAs,
  enterAsNew,
  expect,
  expectAccessible,
  expectGoodAtAllWidths,
  expectNoSidewaysScroll,
  tabTo,
  test,
} from "./customer.ts";

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

/** Registers a new customer and signs the admin in. */
async function openAdmin(page: Page) {
  const account = await enterAsNew(page, `Emmy ${Date.now()}`);
  await enterAs(page, admin);
  await page.goto("/");
  // On phones the navigation is behind the button.
  const navigation = page.getByRole("navigation", { name: "Administration" });
  await expect(navigation.or(page.getByRole("button", { name: "Menu", exact: true }))).toBeVisible();
  return account;
}

const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });

test("An administrator finds, edits and deletes a user, and the audit says so", { tag: "@wide" }, async ({ page }) => {
  const account = await openAdmin(page);
  await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: "Users" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeFocused();
  await expect(page.getByRole("searchbox", { name: "Search users" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Search users" }).fill(account.email);
  await expect(page).toHaveURL(/search=emmy-/);
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.getByRole("link", { name: `Edit ${account.name}` }).click();
  await expect(page.getByLabel("Name")).toHaveValue(account.name);
  await expectAccessible(page);
  const renamed = `${account.name} Noether`;
  await page.getByLabel("Name").fill(renamed);
  await page.getByRole("main").getByRole("link", { name: "Users" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(question.getByRole("button", { name: "Stay" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(page.getByLabel("Name")).toHaveValue(renamed);
  await page.getByLabel("Name").press("Control+s");
  await expect(page.getByText("User updated successfully")).toBeVisible();
  await expect(page.getByText(/^Last saved at/)).toBeVisible();
  const [, id = ""] = /\/user\/([0-9a-f-]{36})/.exec(page.url()) ?? [];
  expect(id).not.toBe("");

  await page.getByRole("main").getByRole("link", { name: "Users" }).click();
  await expect(page).toHaveURL(/search=emmy-/);
  const remove = page.getByRole("button", { name: `Delete ${renamed}` });
  await remove.click();
  const sure = page.getByRole("dialog", { name: "Delete this user?" });
  await expect(sure).toContainText(renamed);
  await expect(sure.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sure).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.click();
  await sure.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("User deleted")).toBeVisible();
  await expect(page.getByText("No users found.")).toBeVisible();

  await page.getByRole("link", { name: "Audit" }).click();
  const user = `user ${id.slice(-5)}`;
  const deletion = page.getByRole("listitem").filter({ hasText: `deleted ${user}` });
  await expect(deletion).toHaveCount(1);
  const change = page.getByRole("listitem").filter({ hasText: `updated ${user}, who was deleted since` });
  await expect(change.locator("del")).toHaveText("removed");
  await expect(change.locator("ins")).toHaveText("removed");
  await expect(page.getByRole("listitem").filter({ hasText: renamed })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel("What").selectOption("Orders");
  await expect(page).toHaveURL("/admin/audit?entity=order");
  await expect(deletion).toHaveCount(0);
});

test("The list keeps its words, filter and sort through reload, and administrators have no actions", {
  tag: "@wide",
}, async ({ page }) => {
  await openAdmin(page);
  await page.goto("/admin/userlist");
  await page.getByLabel("Role").selectOption("Administrators");
  await page.getByRole("button", { name: "EMAIL" }).click();
  await expect(page).toHaveURL("/admin/userlist?admin=yes&sort=email");
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "EMAIL" })).toHaveAttribute("aria-sort", "ascending");
  const own = rowOf(page, "Admin").filter({ hasText: admin.email });
  await expect(own.getByRole("cell", { name: "Yes" })).toBeVisible();
  await expect(own.getByRole("button")).toHaveCount(0);
});

test("The admin is used by keyboard alone", { tag: "@wide" }, async ({ page }) => {
  const account = await openAdmin(page);
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
  // The second key must follow soon, which a busy machine may miss, as people do: they press again.
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("u");
    await expect(page).toHaveURL("/admin/userlist", { timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeFocused();
  await page.keyboard.press("/");
  await page.keyboard.type(account.email);
  await expect(page.getByRole("row")).toHaveCount(2);
  const edit = page.getByRole("link", { name: `Edit ${account.name}` });
  for (let stop = 0; stop < 12 && !(await edit.evaluate((link) => link === document.activeElement)); stop += 1) {
    await page.keyboard.press("Tab");
  }
  await expect(edit).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name")).toHaveValue(account.name);
  await page.getByLabel("Name").focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" II");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("User updated successfully")).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await page.getByLabel("Name").blur();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page).toHaveURL("/");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("the admin fits, rows are cards, and the current section is in view", { tag: "@wide" }, async ({ page }) => {
    const account = await openAdmin(page);
    await page.goto("/admin/userlist");
    // The list is on the first screen; what narrows it is in a drawer.
    await expect(page.getByRole("link", { name: /^Edit / }).first()).toBeInViewport();
    await page.getByRole("button", { name: "Filters" }).tap();
    await page.getByLabel("Role").selectOption("Administrators");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show the list" }).tap();
    await expect(page.getByRole("button", { name: "Filters (1)" })).toBeFocused();
    await expect(page.getByRole("link", { name: /^Edit / })).toHaveCount(0);
    await page.getByRole("navigation", { name: "Shop" }).getByRole("button").tap();
    await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");

    await page.goto(`/admin/userlist?search=${encodeURIComponent(account.email)}`);
    await page.getByRole("button", { name: "Menu", exact: true }).tap();
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await expect(drawer.getByRole("link", { name: "Users", exact: true })).toHaveAttribute("aria-current", "page");
    await drawer.getByRole("button", { name: "Close" }).tap();
    await expect(page.getByRole("link", { name: `Edit ${account.name}` })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole("link", { name: `Edit ${account.name}` }).tap();
    await expect(page.getByRole("button", { name: "Save" })).toBeInViewport();
    await expectNoSidewaysScroll(page);
    await page.goto("/admin/audit");
    await expect(page.getByRole("heading", { level: 1, name: "Audit" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test("An administrator tags a customer and notes on them by keyboard, and finds them by the tag", {
  tag: "@wide",
}, async ({ page }) => {
  const account = await openAdmin(page);
  const tag = `Friend ${Date.now()}`;
  await page.goto(`/admin/userlist?search=${encodeURIComponent(account.email)}`);
  await page.getByRole("link", { name: account.name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customer" })).toBeVisible();
  const tags = page.getByRole("region", { name: "Tags" });
  await tags.getByRole("textbox").or(tags.getByRole("combobox")).first().focus();
  await page.keyboard.type(tag);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  const notes = page.getByRole("region", { name: "Notes" });
  await tabTo(page, notes.getByRole("textbox", { name: "Add a note" }));
  await page.keyboard.type("Prefers the phone");
  await tabTo(page, notes.getByRole("button", { name: "Add note" }));
  await page.keyboard.press("Enter");
  await expect(notes.getByText("Prefers the phone")).toBeVisible();
  await expectGoodAtAllWidths(page);

  await page.goto("/admin/userlist");
  await page.getByLabel("Tag", { exact: true }).selectOption(tag);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(rowOf(page, account.name).getByRole("list", { name: "Tags" })).toHaveText(tag);
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveAttribute("href", /tag=Friend/);
  await expectGoodAtAllWidths(page);
  await page.getByRole("columnheader", { name: "SPENT" }).getByRole("button").click();
  await expect(page).toHaveURL(/sort=spent/);
});
