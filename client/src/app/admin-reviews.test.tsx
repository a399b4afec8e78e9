// @module-tag wide
import type { AdminReview } from "@shop/shared/review/review";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fill, renderShop, stubServer } from "./shop-in-test.tsx";

const boss = { _id: "boss", name: "Boss", email: "boss@example.com", isAdmin: true, expirationTime: 4e12 };
const reported: AdminReview = {
  _id: "r1",
  product: { _id: "p1", name: "Brass Lamp" },
  name: "Grace",
  rating: 1,
  comment: "Call 555-0100",
  photos: [],
  createdAt: "2026-07-20T10:00:00.000Z",
  editedAt: null,
  answer: null,
  hidden: null,
  reports: [{ _id: "x1", reason: "personal data", words: "A number", createdAt: "2026-07-21T10:00:00.000Z" }],
};

beforeEach(() => localStorage.setItem("userInfo", JSON.stringify(boss)));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

function stub(reviews: () => AdminReview[], special: Record<string, (input: unknown) => unknown> = {}) {
  return stubServer({
    "account.profile": () => boss,
    "admin.reviews.page": () => ({ reviews: reviews(), page: 1, pages: 1, total: reviews().length }),
    ...special,
  });
}

test("A reported review is hidden for a reason from the list, and leaves the list", async () => {
  let reviews = [reported];
  const server = stub(() => reviews, {
    "admin.reviews.hide": () => {
      reviews = [];
      return { message: "Review hidden" };
    },
  });
  const { user } = renderShop("/admin/reviews");
  expect(await screen.findByText("Reported: Personal data")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Hide review of Brass Lamp by Grace" }));
  await user.click(screen.getByRole("button", { name: "Hide review" }));
  expect(await screen.findByText("Please choose a reason")).toBeDefined();
  await user.selectOptions(screen.getByRole("combobox", { name: /Why is it hidden/ }), "Personal data");
  await user.click(screen.getByRole("button", { name: "Hide review" }));
  expect(await screen.findByText("No reported reviews")).toBeDefined();
  expect(server.inputsOf("admin.reviews.hide")).toEqual([{ id: "r1", reason: "personal data" }]);
});

test("A reported review is kept, and a hidden one is shown again", async () => {
  const hidden = { ...reported, _id: "r2", name: "Bob", reports: [], hidden: { reason: "fake", at: "" } } as const;
  const server = stub(() => [reported, { ...hidden, reports: [] }], {
    "admin.reviews.dismiss": () => ({ message: "Reports dismissed" }),
    "admin.reviews.show": () => ({ message: "Review shown" }),
  });
  const { user, router } = renderShop("/admin/reviews");
  await user.click(await screen.findByRole("button", { name: "Keep it: review of Brass Lamp by Grace" }));
  await user.click(screen.getByRole("button", { name: "Show again: review of Brass Lamp by Bob" }));
  await waitFor(() => expect(server.inputsOf("admin.reviews.show")).toEqual([{ id: "r2" }]));
  expect(server.inputsOf("admin.reviews.dismiss")).toEqual([{ id: "r1" }]);
  await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "Hidden");
  await waitFor(() => expect(router.state.location.search).toBe("?show=hidden"));
  await waitFor(() =>
    expect(server.inputsOf("admin.reviews.page")).toContainEqual({ filter: "hidden", search: "", pageNumber: 1 }),
  );
});

test("The shop answers a review, and removes the answer", async () => {
  let answer: string | null = null;
  const server = stub(() => [{ ...reported, reports: [], answer }], {
    "admin.reviews.answer": () => {
      answer = "We are sorry.";
      return { message: "Answer saved" };
    },
    "admin.reviews.removeAnswer": () => ({ message: "Answer removed" }),
  });
  const { user } = renderShop("/admin/reviews?show=all");
  await user.click(await screen.findByRole("button", { name: "Answer review of Brass Lamp by Grace" }));
  const field = screen.getByRole("textbox", { name: /Answer of the shop/ });
  expect(document.activeElement).toBe(field);
  await fill(user, field, "We are sorry.");
  await user.click(screen.getByRole("button", { name: "Save answer" }));
  expect(await screen.findByText("Your answer:")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Edit answer to review of Brass Lamp by Grace" }));
  await user.click(screen.getByRole("button", { name: "Remove answer" }));
  await waitFor(() => expect(server.inputsOf("admin.reviews.removeAnswer")).toEqual([{ id: "r1" }]));
});
