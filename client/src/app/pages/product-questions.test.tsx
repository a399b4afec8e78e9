import type { Product } from "@shop/shared/catalog/catalog";
import type { ListedQuestion, OwnQuestion } from "@shop/shared/question/question";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const ada = { _id: "ada", name: "Ada", email: "ada@example.com", isAdmin: false, expirationTime: 4e12 };
const id = "0190c4de-0000-7000-8000-000000000001";
const lamp: Product = {
  _id: id,
  name: "Brass Lamp",
  image: "",
  brand: "Loom",
  category: "Light",
  description: "Warm.",
  price: 40,
  countInStock: 3,
  rating: 0,
  numReviews: 0,
  reviews: [],
  user: null,
};
const at = "2026-06-30T10:12:03.000Z";
const answered: ListedQuestion = {
  _id: "q1",
  text: "Is it heavy?",
  createdAt: at,
  answer: { text: "Two kilograms.", at, editedAt: at },
  variant: "Sand",
};
const open: OwnQuestion = {
  _id: "q2",
  product: { _id: id, name: "Brass Lamp", isOnSale: true },
  text: "Can it be dimmed?",
  createdAt: at,
  answer: null,
  hiddenReason: null,
};

function stub(special: Record<string, (input: unknown) => unknown> = {}) {
  return stubServer({
    "catalog.product": () => lamp,
    "catalog.recommended": () => [],
    "review.list": () => ({ reviews: [], page: 1, pages: 0, total: 0, byRating: [0, 0, 0, 0, 0], hidden: 0 }),
    "question.list": () => ({ questions: [answered], page: 1, pages: 1, total: 1 }),
    "account.profile": () => ada,
    "review.mine": () => null,
    "review.marks": () => ({ helpful: [], reported: [] }),
    ...special,
  });
}
const signIn = () => localStorage.setItem("userInfo", JSON.stringify(ada));
const openProduct = () => renderShop(`/product/${id}`, [], { hasQuestions: true });
const section = async () => within(await screen.findByRole("region", { name: "Questions and answers" }));

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the questions about a product", () => {
  it("are there with the shop's answers, and guests are led to sign in and back", async () => {
    stub();
    openProduct();
    const part = await section();
    const question = within(await part.findByRole("article", { name: "Is it heavy?" }));
    expect(question.getByText("Two kilograms.")).toBeDefined();
    expect(question.getByText(/about Sand/)).toBeDefined();
    expect(question.getByText(/edited/)).toBeDefined();
    expect(part.getByRole("status").textContent).toBe("1 answered question");
    const link = part.getByRole("link", { name: "sign in" });
    expect(link.getAttribute("href")).toBe(`/login?redirect=/product/${id}%23questions`);
    expect(part.queryByRole("textbox")).toBeNull();
  });

  it("are not there where the shop takes none", async () => {
    const server = stub();
    renderShop(`/product/${id}`);
    expect(await screen.findByText("No Reviews")).toBeDefined();
    expect(screen.queryByRole("region", { name: "Questions and answers" })).toBeNull();
    expect(server.inputsOf("question.list")).toEqual([]);
  });

  it("say that there are none, and that they could not be loaded, with a way to try again", async () => {
    let isBroken = true;
    stub({
      "question.list": () => (isBroken ? new Refusal(500) : { questions: [], page: 1, pages: 0, total: 0 }),
    });
    const { user } = openProduct();
    const part = await section();
    expect(await part.findByText("Failed to load questions", undefined, { timeout: 20_000 })).toBeDefined();
    isBroken = false;
    await user.click(part.getByRole("button", { name: "Try again" }));
    expect(await part.findByText("No questions yet. Ask the first one.")).toBeDefined();
  });

  it("come a few at a time, and the focus goes to the top of the list", async () => {
    const server = stub({
      "question.list": (input) => {
        const page = Number(Reflect.get(Object(input), "pageNumber"));
        return { questions: [{ ...answered, text: `Question of page ${page}` }], page, pages: 2, total: 6 };
      },
    });
    const { user } = openProduct();
    const part = await section();
    await part.findByRole("article", { name: "Question of page 1" });
    await user.click(part.getByRole("button", { name: "Next" }));
    await part.findByRole("article", { name: "Question of page 2" });
    expect(document.activeElement).toBe(part.getByRole("status"));
    expect(part.getByRole("status").textContent).toBe("6–6 of 6 answered questions");
    expect(server.inputsOf("question.list")).toContainEqual({ productId: id, pageNumber: 2 });
  });
});

describe("a customer", () => {
  it("asks, reads what happens next, and sees that the question waits", async () => {
    signIn();
    let own: OwnQuestion[] = [];
    const server = stub({
      "question.mine": () => own,
      "question.ask": () => {
        own = [open];
        return { message: "Question sent" };
      },
    });
    const { user } = openProduct();
    const part = await section();
    const field = await part.findByRole("textbox", { name: /Your question/ });
    await user.click(part.getByRole("button", { name: "Send question" }));
    expect(await part.findByText("Question is required")).toBeDefined();
    await fill(user, field, "Can it be dimmed?");
    await user.click(part.getByRole("button", { name: "Send question" }));
    const thanks = await part.findByText(/The answer comes by e-mail to ada@example.com/);
    expect(document.activeElement).toBe(thanks);
    expect(await part.findByText("Waits for our answer")).toBeDefined();
    expect(server.inputsOf("question.ask")).toEqual([{ productId: id, text: "Can it be dimmed?" }]);
    await user.click(part.getByRole("button", { name: "Ask another question" }));
    expect(await part.findByRole("textbox", { name: /Your question/ })).toBeDefined();
  });

  it("keeps the text when the question is refused, and reads why", async () => {
    signIn();
    stub({ "question.ask": () => new Refusal(409, "10 of your questions wait for our answer already.", "IN_USE") });
    const { user } = openProduct();
    const part = await section();
    await fill(user, await part.findByRole("textbox", { name: /Your question/ }), "One more?");
    await user.click(part.getByRole("button", { name: "Send question" }));
    expect((await part.findByRole("alert")).textContent).toContain("10 of your questions wait");
    expect(part.getByRole("textbox", { name: /Your question/ })).toHaveProperty("value", "One more?");
  });

  it("deletes an own question after being asked", async () => {
    signIn();
    let own = [open];
    const server = stub({
      "question.mine": () => own,
      "question.remove": () => {
        own = [];
        return { message: "Question deleted" };
      },
    });
    const { user } = openProduct();
    const part = await section();
    await user.click(await part.findByRole("button", { name: "Delete question: Can it be dimmed?" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Delete this question?" }));
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(part.queryByText("Can it be dimmed?")).toBeNull());
    expect(server.inputsOf("question.remove")).toEqual([{ questionId: "q2" }]);
  });

  it("finds all questions on the profile, those that the shop hid with the reason", async () => {
    signIn();
    const hidden = { ...open, _id: "q3", text: "Where is my order?", hiddenReason: "personal data" } as const;
    const done = { ...open, _id: "q4", text: "Is it heavy?", answer: answered.answer };
    stub({
      "order.mine": () => [],
      "account.addresses": () => [],
      "question.own": () => ({ questions: [open, hidden, done], page: 1, pages: 1, total: 3 }),
    });
    renderShop("/profile");
    const part = within(await screen.findByRole("region", { name: "Your questions" }));
    expect(part.getAllByRole("listitem")).toHaveLength(3);
    expect(part.getByText(/Not shown to others: personal data/)).toBeDefined();
    expect(part.getByText("Two kilograms.")).toBeDefined();
    expect(part.getAllByRole("link", { name: "Brass Lamp" })[0]?.getAttribute("href")).toBe(`/product/${id}#questions`);
  });
});
