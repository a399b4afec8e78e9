import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { fill, Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const lamp = "01900000-0000-7000-8000-00000000000a";
const chair = "01900000-0000-7000-8000-00000000000b";
const gone = "01900000-0000-7000-8000-00000000000c";
const product = (_id: string, name: string, countInStock = 3) => ({
  _id,
  name,
  brand: "Acme",
  category: "Home",
  description: "",
  user: null,
  image: "",
  price: 20,
  countInStock,
  rating: 0,
  numReviews: 0,
});
const shelf = [product(lamp, "Lamp"), product(chair, "Chair", 0)];
const byIds = (input: unknown) => {
  const { ids } = z.object({ ids: z.array(z.string()) }).parse(input);
  return shelf.filter(({ _id }) => ids.includes(_id));
};
const store = (ids: string[]) => localStorage.setItem("savedItems", JSON.stringify(ids));
const stored = () => JSON.parse(localStorage.getItem("savedItems") ?? "[]");
const signIn = () => {
  const ada = { _id: "u1", name: "Ada", email: "ada@example.com", isAdmin: false, expirationTime: Date.now() + 1e6 };
  localStorage.setItem("userInfo", JSON.stringify(ada));
  return { "account.profile": () => ada };
};

describe("the saved items of a guest", () => {
  it("show price and stock, can be put into the cart, and removed with undo", async () => {
    store([lamp, chair, gone]);
    stubServer({ "catalog.byIds": byIds });
    const { user, router } = renderShop("/saved");
    const main = within(screen.getByRole("main"));
    expect(await main.findByRole("link", { name: "Lamp" })).toBeDefined();
    expect(main.getByText("Out Of Stock")).toBeDefined();
    expect(main.getByRole("button", { name: "Add To Cart: Chair" })).toHaveProperty("disabled", true);
    expect(main.getByText("This product is no longer available.")).toBeDefined();
    await user.click(main.getByRole("button", { name: "Remove Lamp" }));
    expect(stored()).toEqual([chair, gone]);
    const undo = await main.findByRole("button", { name: "Undo" });
    expect(document.activeElement).toBe(undo);
    await user.click(undo);
    expect(stored()).toEqual([lamp, chair, gone]);
    await user.click(main.getByRole("button", { name: "Remove Chair" }));
    expect(stored()).toEqual([lamp, gone]);
    await user.click(await main.findByRole("button", { name: "Undo" }));
    expect(stored()).toEqual([lamp, chair, gone]);
    await user.click(await main.findByRole("button", { name: "Add To Cart: Lamp" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/cart"));
  });

  it("that are none lead to the products", async () => {
    stubServer({});
    renderShop("/saved");
    expect(await screen.findByText("You have not saved anything yet")).toBeDefined();
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "See all products" }).getAttribute("href")).toBe("/products");
    expect(main.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/login?redirect=/saved");
  });

  it("move to the account at the sign-in", async () => {
    store([lamp]);
    const ada = { _id: "u1", name: "Ada", email: "ada@example.com", isAdmin: false, expirationTime: Date.now() + 1e6 };
    const server = stubServer({
      "account.signIn": () => ada,
      "account.profile": () => ada,
      "saved.join": () => ({ productIds: [lamp, chair], token: null }),
      "saved.list": () => ({ productIds: [lamp, chair], token: null }),
      "catalog.byIds": byIds,
    });
    const { user } = renderShop("/login?redirect=/saved");
    await fill(user, await screen.findByRole("textbox", { name: /Email/ }), "ada@example.com");
    await fill(user, screen.getByLabelText(/Password/, { selector: "input" }), "correct horse 1");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    expect(await screen.findByRole("link", { name: "Chair" })).toBeDefined();
    expect(server.inputsOf("saved.join")).toEqual([{ productIds: [lamp] }]);
    await waitFor(() => expect(stored()).toEqual([]));
  });

  it("are shown when the account's list was read before they moved, and arrives after", async () => {
    store([lamp]);
    let answerLate = (_list: { productIds: string[]; token: null }) => {};
    const lateList = new Promise<unknown>((resolve) => {
      answerLate = resolve;
    });
    stubServer({
      ...signIn(),
      "saved.join": () => ({ productIds: [lamp], token: null }),
      "saved.list": () => lateList,
      "catalog.byIds": byIds,
    });
    renderShop("/saved");
    await waitFor(() => expect(stored()).toEqual([]));
    answerLate({ productIds: [], token: null });
    // The late answer has time to be taken.
    await new Promise((done) => setTimeout(done, 50));
    expect(await screen.findByRole("link", { name: "Lamp" })).toBeDefined();
  });
});

describe("the saved items of a customer", () => {
  it("say that a price has fallen since, and that something is back in stock", async () => {
    stubServer({
      ...signIn(),
      "saved.list": () => ({
        productIds: [lamp, chair],
        token: null,
        whenSaved: [
          { productId: lamp, price: 25.5, isInStock: false },
          { productId: chair, price: 30, isInStock: true },
        ],
      }),
      "catalog.byIds": byIds,
    });
    renderShop("/saved");
    expect(await screen.findByText("Back in stock · Price fell by $5.50")).toBeDefined();
    // What is sold out cannot be bought for less.
    expect(screen.queryByText(/Price fell by \$10/)).toBeNull();
  });

  it("are shared by a link that can be withdrawn", async () => {
    const token = "t".repeat(22);
    stubServer({
      ...signIn(),
      "saved.list": () => ({ productIds: [lamp], token: null }),
      "saved.share": () => ({ productIds: [lamp], token }),
      "saved.endSharing": () => ({ productIds: [lamp], token: null }),
      "catalog.byIds": byIds,
    });
    const { user } = renderShop("/saved");
    await user.click(await screen.findByRole("button", { name: "Get a link" }));
    expect(
      (await screen.findByRole("link", { name: `http://localhost/saved/shared#${token}` })).getAttribute("href"),
    ).toBe(`/saved/shared#${token}`);
    await user.click(screen.getByRole("button", { name: "Stop sharing" }));
    expect(await screen.findByRole("button", { name: "Get a link" })).toBeDefined();
  });

  it("say why one could not be removed, and show it again", async () => {
    stubServer({
      ...signIn(),
      "saved.list": () => ({ productIds: [lamp], token: null }),
      "saved.remove": () => new Refusal(503, "Try again later"),
      "catalog.byIds": byIds,
    });
    const { user } = renderShop("/saved");
    await user.click(await screen.findByRole("button", { name: "Remove Lamp" }));
    expect(await screen.findByText("Try again later")).toBeDefined();
    expect(await screen.findByRole("link", { name: "Lamp" })).toBeDefined();
  });
});

describe("a shared list", () => {
  it("can be read by everyone, who can save its products too", async () => {
    stubServer({ "saved.shared": () => ({ productIds: [lamp] }), "catalog.byIds": byIds });
    const { user } = renderShop(`/saved/shared#${"t".repeat(22)}`);
    const heart = await screen.findByRole("button", { name: "Save Lamp for later" });
    expect(heart.getAttribute("aria-pressed")).toBe("false");
    await user.click(heart);
    expect(heart.getAttribute("aria-pressed")).toBe("true");
    expect(stored()).toEqual([lamp]);
    expect(screen.queryByRole("button", { name: /Remove/ })).toBeNull();
  });

  it("that is withdrawn is not found", async () => {
    stubServer({ "saved.shared": () => new Refusal(404, "List not found", "NOT_FOUND") });
    renderShop("/saved/shared#nonsense");
    expect(await screen.findByRole("heading", { name: "List not found" })).toBeDefined();
  });
});
