// @module-tag wide
import type { AdminQuestion } from "@shop/shared/question/question";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4e12 };
const at = "2026-07-20T10:00:00.000Z";
const open: AdminQuestion = {
  _id: "q1",
  product: { _id: "p1", name: "Brass Lamp", isOnSale: true },
  asker: "Grace",
  text: "Is it heavy?",
  createdAt: at,
  answer: null,
  hidden: null,
  version: 1,
};

beforeEach(() => localStorage.setItem("userInfo", JSON.stringify(boss)));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

function stub(questions: () => AdminQuestion[], special: Record<string, (input: unknown) => unknown> = {}) {
  return stubServer({
    "account.profile": () => boss,
    "admin.questions.page": () => ({ questions: questions(), page: 1, pages: 1, total: questions().length }),
    "admin.questions.waiting": () => ({ open: questions().filter(({ answer }) => answer === null).length }),
    ...special,
  });
}

test("An open question is answered from the list, and leaves it", async () => {
  let questions = [open];
  const server = stub(() => questions, {
    "admin.questions.answer": () => {
      questions = [];
      return { message: "Answer saved" };
    },
  });
  const { user } = renderShop("/admin/questions");
  await user.click(await screen.findByRole("button", { name: "Answer question about Brass Lamp by Grace" }));
  const field = screen.getByRole("textbox", { name: /Answer of the shop/ });
  expect(document.activeElement).toBe(field);
  await user.click(screen.getByRole("button", { name: "Send answer" }));
  expect(await screen.findByText("Answer is required")).toBeDefined();
  await fill(user, field, "Two kilograms.");
  await user.click(screen.getByRole("button", { name: "Send answer" }));
  expect(await screen.findByText("No open questions")).toBeDefined();
  expect(server.inputsOf("admin.questions.answer")).toEqual([{ id: "q1", text: "Two kilograms.", version: 1 }]);
});

test("An answer that comes second is not saved, and its text stays", async () => {
  stub(() => [open], {
    "admin.questions.answer": () => new Refusal(409, "Someone else saved this meanwhile", "STALE"),
  });
  const { user } = renderShop("/admin/questions");
  await user.click(await screen.findByRole("button", { name: "Answer question about Brass Lamp by Grace" }));
  await fill(user, screen.getByRole("textbox", { name: /Answer of the shop/ }), "Three.");
  await user.click(screen.getByRole("button", { name: "Send answer" }));
  expect(await screen.findByText(/Somebody else has answered it meanwhile/)).toBeDefined();
  expect(screen.getByRole("textbox", { name: /Answer of the shop/ })).toHaveProperty("value", "Three.");
});

test("A question is hidden for a reason, shown again, and deleted after being asked", async () => {
  const hidden: AdminQuestion = { ...open, _id: "q2", asker: "Bob", hidden: { reason: "fake", at } };
  const server = stub(() => [open, hidden], {
    "admin.questions.hide": () => ({ message: "Question hidden" }),
    "admin.questions.show": () => ({ message: "Question shown" }),
    "admin.questions.delete": () => ({ message: "Question deleted" }),
  });
  const { user, router } = renderShop("/admin/questions");
  await user.click(await screen.findByRole("button", { name: "Hide question about Brass Lamp by Grace" }));
  await user.selectOptions(screen.getByRole("combobox", { name: /Why is it hidden/ }), "Personal data");
  await user.click(screen.getByRole("button", { name: "Hide question" }));
  await waitFor(() => expect(server.inputsOf("admin.questions.hide")).toEqual([{ id: "q1", reason: "personal data" }]));
  await user.click(screen.getByRole("button", { name: "Show again: question about Brass Lamp by Bob" }));
  await waitFor(() => expect(server.inputsOf("admin.questions.show")).toEqual([{ id: "q2" }]));
  await user.click(screen.getByRole("button", { name: "Delete question about Brass Lamp by Bob" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete this question?" }));
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(server.inputsOf("admin.questions.delete")).toEqual([{ id: "q2" }]));
  await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "Answered");
  await waitFor(() => expect(router.state.location.search).toBe("?show=answered"));
});

test("The dashboard counts open questions, also for those who see no orders", async () => {
  stub(() => [open], {
    "admin.dashboard.home": () => ({ lowStock: [], lowStockTotal: 0, products: 0, latest: [], version: "1.0.0" }),
    "admin.staff.mine": () => ({ name: "Products", permissions: ["products.read", "reviews.write"] }),
  });
  renderShop("/");
  // The panel of orders is replaced by this one when the permissions arrive.
  await waitFor(() => {
    const link = within(screen.getByRole("region", { name: "Needs action" })).getByRole("link");
    expect([link.textContent, link.getAttribute("href")]).toEqual([
      "1 New questions About products",
      "/admin/questions",
    ]);
  });
});
