import { randomUUID } from "node:crypto";
import { enterAs, enterAsNew, expect, expectAccessible, expectGoodAtAllWidths, loseSession, test } from "./customer.ts";
import { openMail } from "./mailbox.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

test("a customer asks about a product, the shop answers, and the mail leads to question and answer on its page", {
  tag: ["@both"],
}, async ({ page }) => {
  test.slow();
  const name = `Brass lamp ${randomUUID()}`;
  const id = await shop.addProduct({ name, priceCents: 4_000, stock: 5 });
  await page.goto(`/product/${id}`);
  const section = page.getByRole("region", { name: "Questions and answers" });
  await expect(section.getByText("No questions yet.")).toBeVisible();
  await expect(section.getByRole("link", { name: "sign in" })).toHaveAttribute("href", /redirect=/);
  await expectGoodAtAllWidths(page);

  const account = await enterAsNew(page, "Ada Lovelace");
  const { email } = account;
  await page.goto(`/product/${id}#questions`);
  await section.getByRole("textbox", { name: "Your question" }).fill("Can its light be dimmed?");
  await expectAccessible(page);
  await section.getByRole("button", { name: "Send question" }).click();
  const thanks = section.getByText(`The answer comes by e-mail to ${email}`);
  await expect(thanks).toBeFocused();
  await expect(section.getByText("Waits for our answer")).toBeVisible();
  await expectGoodAtAllWidths(page);

  await loseSession(page);
  await enterAs(page, admin);
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Needs action" })).toContainText("New questions");
  await page.goto(`/admin/questions?search=${encodeURIComponent(name)}`);
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: `Answer question about ${name}` }).click();
  await page.getByRole("textbox", { name: "Answer of the shop" }).fill("Yes: turn the knob on its foot.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("Answer saved")).toBeVisible();

  await loseSession(page);
  await enterAs(page, account);
  await openMail(page, { kind: "question answered", email, link: "View the product" });
  const question = section.getByRole("article", { name: "Can its light be dimmed?" });
  await expect(question.getByText("Yes: turn the knob on its foot.")).toBeInViewport();
  await expect(question).not.toContainText("Ada");
  await expectGoodAtAllWidths(page);
  await shop.remove(id);
});

test("a customer deletes a question by keyboard, and finds the others on the profile", { tag: ["@wide"] }, async ({
  page,
}) => {
  const name = `Oak stool ${randomUUID()}`;
  const id = await shop.addProduct({ name, priceCents: 4_000, stock: 5 });
  await enterAsNew(page, "Grace Hopper");
  await page.goto(`/product/${id}#questions`);
  const section = page.getByRole("region", { name: "Questions and answers" });
  for (const text of ["Is it heavy?", "Is it oiled?"]) {
    await section.getByRole("textbox", { name: "Your question" }).fill(text);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await section.getByRole("button", { name: "Ask another question" }).press("Enter");
  }
  await section.getByRole("button", { name: "Delete question: Is it heavy?" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete this question?" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(section.getByText("Is it heavy?")).toBeHidden();
  await page.goto("/profile");
  const own = page.getByRole("region", { name: "Your questions" });
  await expect(own.getByText("Is it oiled?")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await shop.remove(id);
});
