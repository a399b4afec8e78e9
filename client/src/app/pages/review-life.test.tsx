import type { Product } from "@shop/shared/catalog/catalog";
import type { ListedReview, OwnReview } from "@shop/shared/review/review";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const ada = { _id: "ada", name: "Ada", email: "ada@example.com", isAdmin: false, expirationTime: 4e12 };
const id = "0190c4de-0000-7000-8000-000000000001";
const photo = (n: number) => `/uploads/0190c4de-0000-7000-8000-00000000000${n}.webp`;
const lamp: Product = {
  _id: id,
  name: "Brass Lamp",
  image: "",
  brand: "Loom",
  category: "Light",
  description: "Warm.",
  price: 40,
  countInStock: 3,
  rating: 4,
  numReviews: 2,
  reviews: [],
  user: null,
};
const listed: ListedReview = {
  _id: "r1",
  name: "Grace",
  rating: 4,
  comment: "Warm light.",
  createdAt: "2026-06-30T23:12:03.000Z",
  isVerified: true,
  editedAt: "2026-07-01T10:00:00.000Z",
  photos: [photo(1), photo(2)],
  helpful: 2,
  answer: { text: "Thank you, Grace.", at: "2026-07-02T10:00:00.000Z" },
};
const own: OwnReview = {
  _id: "r2",
  name: "Ada",
  rating: 3,
  comment: "Fine.",
  createdAt: "2026-06-30T23:12:03.000Z",
  editedAt: null,
  photos: [photo(3)],
  canEdit: true,
  hiddenReason: null,
};

/** Whether the photos of all reviews are asked for, which stand above the list whatever it shows. */
const isOfPhotosAlone = (input: unknown) =>
  JSON.stringify(input) === JSON.stringify({ productId: id, order: "newest", pageNumber: 1, photos: true });

function stub(special: Record<string, (input: unknown) => unknown> = {}, product = lamp) {
  return stubServer({
    "catalog.product": () => product,
    "catalog.recommended": () => [{ ...lamp, _id: "other", name: "Steel Lamp" }],
    "review.list": () => ({
      reviews: [listed, { ...listed, _id: own._id, name: "Ada", comment: own.comment, photos: [], helpful: 0 }],
      page: 1,
      pages: 1,
      total: 2,
      byRating: [0, 0, 1, 1, 0],
      hidden: 2,
      hasPhotos: true,
    }),
    "account.profile": () => ada,
    "review.mine": () => own,
    "review.marks": () => ({ helpful: [], reported: [] }),
    "stockAlert.mine": () => null,
    ...special,
  });
}
const signIn = () => localStorage.setItem("userInfo", JSON.stringify(ada));
const reviewBy = async (name: string) => within(await screen.findByRole("article", { name }));

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("a review in the list", () => {
  it("has its photos, the mark of a change, its votes, the answer of the shop, and the number of hidden ones", async () => {
    stub();
    const { user } = renderShop(`/product/${id}`);
    const review = await reviewBy("Grace");
    expect(review.getByText("Edited")).toBeDefined();
    expect(review.getByText("2 people found this helpful")).toBeDefined();
    expect(review.getByText("Thank you, Grace.")).toBeDefined();
    expect(screen.getByText("2 hidden by the shop")).toBeDefined();
    const photos = within(review.getByRole("list", { name: "Photos by Grace" })).getAllByRole("link");
    expect(photos.map((link) => link.getAttribute("href"))).toEqual([photo(1), photo(2)]);
    await user.click(photos[0] ?? document.body);
    const dialog = within(await screen.findByRole("dialog", { name: "Photos by Grace" }));
    await user.click(dialog.getByRole("button", { name: "Next photo" }));
    expect(dialog.getByText("2 of 2")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Close photos" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("leads guests who vote or report to sign in", async () => {
    stub();
    const { user, router } = renderShop(`/product/${id}`);
    await user.click((await reviewBy("Grace")).getByRole("button", { name: "Helpful" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  });

  it("stands below the photos that all customers sent, each of which opens among the others", async () => {
    stub();
    const { user } = renderShop(`/product/${id}`);
    const photos = within(await screen.findByRole("region", { name: "Photos from customers" }));
    expect(photos.getAllByRole("img").map((image) => image.getAttribute("alt"))).toEqual([
      "1 of 2 by Grace",
      "2 of 2 by Grace",
    ]);
    await user.click(photos.getByRole("img", { name: "2 of 2 by Grace" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Photos from customers" }));
    expect(dialog.getByRole("img", { name: "Photo by Grace" }).getAttribute("src")).toBe(photo(2));
  });

  it("is voted for and taken back by customers, but not their own", async () => {
    signIn();
    let helpful: string[] = [];
    const server = stub({
      "review.marks": () => ({ helpful, reported: [] }),
      "review.vote": (input) => {
        helpful = Reflect.get(Object(input), "isHelpful") === true ? ["r1"] : [];
        return { message: "Thank you" };
      },
    });
    const { user } = renderShop(`/product/${id}`);
    const button = () => screen.getByRole("button", { name: "Helpful" });
    await reviewBy("Ada");
    await waitFor(() => expect(screen.getAllByRole("button", { name: "Helpful" })).toHaveLength(1));
    await user.click(button());
    await waitFor(() => expect(button().getAttribute("aria-pressed")).toBe("true"));
    await user.click(button());
    await waitFor(() => expect(button().getAttribute("aria-pressed")).toBe("false"));
    expect(server.inputsOf("review.vote")).toEqual([
      { reviewId: "r1", isHelpful: true },
      { reviewId: "r1", isHelpful: false },
    ]);
  });

  it("keeps its votes and says so beside them when a vote is not counted", async () => {
    signIn();
    stub({
      "review.vote": () => new Refusal(429, "Too many attempts. Please try again in a minute."),
    });
    const { user } = renderShop(`/product/${id}`);
    await reviewBy("Ada");
    await waitFor(() => expect(screen.getAllByRole("button", { name: "Helpful" })).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Helpful" }));
    const review = await reviewBy("Grace");
    expect((await review.findByRole("alert")).textContent).toBe("Too many attempts. Please try again in a minute.");
    expect(review.getByText("2 people found this helpful")).toBeDefined();
  });

  it("is reported with a reason", async () => {
    signIn();
    let reported: string[] = [];
    const server = stub({
      "review.marks": () => ({ helpful: [], reported }),
      "review.report": () => {
        reported = ["r1"];
        return { message: "Thank you. We look at this review." };
      },
    });
    const { user } = renderShop(`/product/${id}`);
    await user.click((await reviewBy("Grace")).getByRole("button", { name: "Report" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Report this review" }));
    await user.click(dialog.getByRole("button", { name: "Report" }));
    expect(await dialog.findByText("Please choose a reason")).toBeDefined();
    await user.selectOptions(dialog.getByRole("combobox"), "Personal data");
    await user.click(dialog.getByRole("button", { name: "Report" }));
    expect(await (await reviewBy("Grace")).findByText("Reported")).toBeDefined();
    expect(server.inputsOf("review.report")).toEqual([{ reviewId: "r1", reason: "personal data", words: "" }]);
  });

  it("is found by filters and a sort order that stand in the address, also for those who come by a link", async () => {
    const server = stub();
    const { user, router } = renderShop(`/product/${id}?verified=1`);
    expect((await screen.findByRole("button", { name: "Verified buyers" })).getAttribute("aria-pressed")).toBe("true");
    await user.click(screen.getByRole("button", { name: "With photos" }));
    await waitFor(() => expect(router.state.location.search).toBe("?photos=1&verified=1"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Most helpful");
    await waitFor(() => expect(router.state.location.search).toBe("?reviews=helpful&photos=1&verified=1"));
    const listed = server.inputsOf("review.list").filter((input) => !isOfPhotosAlone(input));
    expect(listed).toEqual([
      { productId: id, order: "newest", pageNumber: 1, verified: true },
      { productId: id, order: "newest", pageNumber: 1, photos: true, verified: true },
      { productId: id, order: "helpful", pageNumber: 1, photos: true, verified: true },
    ]);
    await user.click(screen.getByRole("button", { name: "Show all" }));
    await waitFor(() => expect(router.state.location.search).toBe("?reviews=helpful"));
    // The changes took the place of the first entry, so there is nothing of the shop to go back to.
    await user.click(screen.getByRole("link", { name: "Go Back" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });
});

describe("the customer's own review", () => {
  it("is changed in the form that wrote it, with its photos", async () => {
    signIn();
    const server = stub({ "review.edit": () => ({ message: "Review changed" }) });
    const { user } = renderShop(`/product/${id}`);
    await user.click(await screen.findByRole("button", { name: "Edit your review" }));
    const heading = await screen.findByRole("heading", { name: "Edit your review" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await user.selectOptions(screen.getByRole("combobox", { name: "Rating" }), "5 - Excellent");
    await user.click(screen.getByRole("button", { name: "Remove photo 1" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("region", { name: "Your review" })).toBeDefined();
    expect(server.inputsOf("review.edit")).toEqual([{ reviewId: "r2", rating: 5, comment: "Fine.", photos: [] }]);
  });

  it("says why it is hidden, and that its time for changes is over by the missing button", async () => {
    signIn();
    stub({ "review.mine": () => ({ ...own, canEdit: false, hiddenReason: "insult" }) });
    renderShop(`/product/${id}`);
    const mine = within(await screen.findByRole("region", { name: "Your review" }));
    expect(mine.getByText(/hidden it from others: insult or hate/)).toBeDefined();
    expect(mine.queryByRole("button", { name: "Edit your review" })).toBeNull();
  });
});

describe("a sold-out product", () => {
  const soldOut = { ...lamp, countInStock: 0 };

  it("takes the e-mail of a guest, and has what can be bought instead before its reviews", async () => {
    const server = stub(
      { "stockAlert.request": () => ({ isConfirmed: false, message: "Please click the link in it." }) },
      soldOut,
    );
    const { user } = renderShop(`/product/${id}`);
    const alert = within(await screen.findByRole("region", { name: "Tell me when it is back" }));
    await user.click(alert.getByRole("button", { name: "Tell me" }));
    expect(alert.getByText("Email is required")).toBeDefined();
    await fill(user, alert.getByRole("textbox", { name: "Email" }), "grace@example.com");
    await user.click(alert.getByRole("button", { name: "Tell me" }));
    expect(await alert.findByText("Please click the link in it.")).toBeDefined();
    expect(server.inputsOf("stockAlert.request")).toEqual([{ productId: id, email: "grace@example.com" }]);
    const headings = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.indexOf("You may also like")).toBeLessThan(headings.indexOf("Reviews"));
  });

  it("knows the e-mail of a customer, who can take the request back", async () => {
    signIn();
    let mine: { email: string } | null = null;
    stub(
      {
        "stockAlert.mine": () => mine,
        "stockAlert.request": () => {
          mine = { email: ada.email };
          return { isConfirmed: true, message: "We write to you." };
        },
        "stockAlert.cancel": () => ({ message: "Done" }),
      },
      soldOut,
    );
    const { user } = renderShop(`/product/${id}`);
    const email = await screen.findByRole("textbox", { name: "Email" });
    expect(email).toHaveProperty("value", ada.email);
    await user.click(screen.getByRole("button", { name: "Tell me" }));
    await user.click(await screen.findByRole("button", { name: "Do not write to me" }));
    expect(await screen.findByRole("button", { name: "Tell me" })).toBeDefined();
  });

  it("says what the server refuses, and offers nothing of it while there is stock", async () => {
    stub({ "stockAlert.request": () => new Refusal(429, "Too many attempts.", "RATE_LIMITED") }, soldOut);
    const { user } = renderShop(`/product/${id}`);
    await fill(user, await screen.findByRole("textbox", { name: "Email" }), "grace@example.com");
    await user.click(screen.getByRole("button", { name: "Tell me" }));
    expect(await screen.findByText("Too many attempts.")).toBeDefined();
  });

  it("is the only one that offers it", async () => {
    stub();
    renderShop(`/product/${id}`);
    await screen.findByRole("heading", { level: 1, name: lamp.name });
    expect(screen.queryByText("Tell me when it is back")).toBeNull();
  });
});
