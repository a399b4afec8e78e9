import { initialCart } from "@shop/shared/cart/cart";
import { addItem } from "@shop/shared/cart/cart-changes";
import { addCode } from "@shop/shared/cart/cart-discounts";
import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const camera: ProductSummary = {
  _id: "camera",
  name: "Canon EOS 80D",
  image: "",
  brand: "Canon",
  category: "Electronics",
  description: "A camera.",
  price: 929.99,
  countInStock: 5,
  rating: 4.5,
  numReviews: 12,
  user: null,
};
const strap: ProductSummary = { ...camera, _id: "strap", name: "Strap", price: 19.99, countInStock: 3 };

type Line = [product: ProductSummary, qty: number];

/** Opens the cart with these lines, in a shop where `today` has changed since; nothing has unless it is said. */
async function openCart(...lines: Line[]) {
  return openLater({}, ...lines);
}

async function openLater(today: Record<string, Partial<ProductSummary> | null>, ...lines: Line[]) {
  const cart = lines.reduce((filling, [product, qty]) => addItem(filling, product, qty), initialCart);
  localStorage.setItem("cart", JSON.stringify(cart));
  const server = stubServer({
    "cartPricing.quote": () => ({
      lines: lines.map(([product, qty]) => {
        const change = today[product._id];
        return { _id: product._id, qty, product: change === null ? null : { ...product, ...change } };
      }),
    }),
  });
  const shop = renderShop("/cart");
  await screen.findByRole("heading", { level: 1, name: /^Shopping Cart/ });
  await waitFor(() => expect(server.inputsOf("cartPricing.quote")).toHaveLength(lines.length === 0 ? 0 : 1));
  return { ...shop, server };
}

const summary = () => screen.getByRole("region", { name: /^Subtotal/ });
const line = (name: string) => {
  const item = screen.getByRole("link", { name }).closest("li");
  if (item === null) throw new Error(`No line for ${name}`);
  return item;
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the cart page", () => {
  it("lists image, name, price, quantity and a remove button for each product", async () => {
    await openCart([camera, 2], [strap, 1]);
    const first = within(line("Canon EOS 80D"));
    expect(first.getByRole("link", { name: "Canon EOS 80D" }).getAttribute("href")).toBe("/product/camera");
    expect(first.getByText("$929.99")).toBeDefined();
    expect(first.getByText("$1,859.98")).toBeDefined();
    expect(first.getByRole("button", { name: "Remove Canon EOS 80D" })).toBeDefined();
    const quantity = first.getByRole("combobox", { name: "Quantity of Canon EOS 80D" });
    expect(quantity).toHaveProperty("value", "2");
    expect(
      within(quantity)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["1", "2", "3", "4", "5"]);
    expect(line("Canon EOS 80D").querySelector("[data-image]")).not.toBeNull();
  });

  it("shows the regular price of what is reduced today, and the lowest of 30 days where it is another", async () => {
    await openLater(
      { camera: { regularPrice: 999, lowestPrice: 999 }, strap: { regularPrice: 25, lowestPrice: 21 } },
      [camera, 1],
      [strap, 1],
    );
    await waitFor(() => expect(line("Strap").querySelector("s")).not.toBeNull());
    const each = (name: string) => line(name).textContent;
    expect(each("Canon EOS 80D")).toContain("Reduced price $929.99 , regular price $999.00 each");
    expect(each("Strap")).toContain("Lowest price of the last 30 days: $21.00");
    expect(each("Canon EOS 80D")).not.toContain("Lowest price");
  });

  it("counts units in its heading and in the subtotal", async () => {
    await openCart([camera, 2], [strap, 1]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Shopping Cart (3 items)");
    expect(within(summary()).getByRole("heading", { name: "Subtotal (3) items" })).toBeDefined();
    expect(within(summary()).getByText("$1,879.97")).toBeDefined();
  });

  it("says `item` for a single unit", async () => {
    await openCart([strap, 1]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Shopping Cart (1 item)");
    expect(screen.getByRole("heading", { name: "Subtotal (1) item" })).toBeDefined();
  });

  it("shows shipping, tax and total before anybody signs in", async () => {
    await openCart([strap, 1]);
    expect(within(summary()).getByText("$10.00")).toBeDefined();
    expect(within(summary()).getByText("$3.00")).toBeDefined();
    expect(within(summary()).getByText("$32.99")).toBeDefined();
  });

  it("says how far it is to free shipping, and that it is free beyond", async () => {
    const { user } = await openCart([{ ...strap, price: 44 }, 2]);
    expect(within(summary()).getByText(/^Add/).textContent).toBe("Add $12.01 for free shipping");
    await user.selectOptions(screen.getByRole("combobox", { name: "Quantity of Strap" }), "3");
    expect(within(summary()).queryByText(/^Add/)).toBeNull();
    expect(within(summary()).getByText("Free")).toBeDefined();
  });

  it("changes the totals at once with the quantity, keeps them, and says them", async () => {
    const { user } = await openCart([strap, 1]);
    const announcement = screen.getAllByRole("status").map((status) => status.textContent);
    expect(announcement.join("")).not.toContain("Subtotal");
    await user.selectOptions(screen.getByRole("combobox", { name: "Quantity of Strap" }), "2");
    expect(within(summary()).getByText("$39.98")).toBeDefined();
    expect(JSON.parse(localStorage.getItem("cart") ?? "")).toMatchObject({ itemsPrice: "39.98", totalPrice: "55.98" });
    expect(
      screen.getByText("Subtotal (2) items: $39.98. Estimated total: $55.98.").closest("[role=status]"),
    ).not.toBeNull();
  });

  it("leads to the checkout by way of signing in", async () => {
    await openCart([strap, 1]);
    expect(screen.getByRole("link", { name: "Proceed To Checkout" }).getAttribute("href")).toBe(
      "/login?redirect=/shipping",
    );
  });

  it("follows what another tab does to the cart", async () => {
    await openCart([strap, 1]);
    localStorage.setItem("cart", JSON.stringify(addItem(initialCart, camera, 2)));
    window.dispatchEvent(new StorageEvent("storage", { key: "cart" }));
    expect(await screen.findByRole("heading", { name: "Subtotal (2) items" })).toBeDefined();
  });
});

describe("removing from the cart", () => {
  it("takes the product out without asking and offers to undo it, with focus on the offer", async () => {
    const { user } = await openCart([camera, 1], [strap, 2]);
    await user.click(screen.getByRole("button", { name: "Remove Canon EOS 80D" }));
    expect(screen.queryByRole("link", { name: "Canon EOS 80D" })).toBeNull();
    expect(screen.getByText("Canon EOS 80D").parentElement?.textContent).toBe("Canon EOS 80D removed");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Undo" }));
    expect(screen.getByRole("heading", { name: "Subtotal (2) items" })).toBeDefined();
  });

  it("brings it back where it was, with its quantity and with focus", async () => {
    const { user } = await openCart([camera, 3], [strap, 2]);
    await user.click(screen.getByRole("button", { name: "Remove Canon EOS 80D" }));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(screen.getAllByRole("button", { name: /^Remove/ })[0]).toBe(document.activeElement);
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove Canon EOS 80D");
    expect(screen.getByRole("combobox", { name: "Quantity of Canon EOS 80D" })).toHaveProperty("value", "3");
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("can be undone when it was the last of the list, and when it was all there was", async () => {
    const { user } = await openCart([camera, 1], [strap, 2]);
    await user.click(screen.getByRole("button", { name: "Remove Strap" }));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await user.click(screen.getByRole("button", { name: "Remove Strap" }));
    await user.click(screen.getByRole("button", { name: "Remove Canon EOS 80D" }));
    expect(screen.getByText("Your cart is empty", { selector: "p" })).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(screen.getByRole("heading", { name: "Subtotal (1) item" })).toBeDefined();
  });
});

describe("a cart that the shop has moved on from", () => {
  const stored = () => JSON.parse(localStorage.getItem("cart") ?? "");
  const proceed = () => screen.getByRole("button", { name: "Proceed To Checkout" });

  it("shows the old and the new price and waits for the customer's agreement", async () => {
    const { user } = await openLater({ camera: { price: 999 } }, [camera, 2], [strap, 1]);
    expect((await screen.findByText(/new price/)).parentElement?.textContent).toBe(
      "Old price $929.99→, new price $999.00 each",
    );
    expect(proceed()).toHaveProperty("disabled", true);
    const waits = document.getElementById(proceed().getAttribute("aria-describedby") ?? "");
    expect(waits?.textContent).toBe("Accept the changes in your cart first.");
    expect(stored().itemsPrice).toBe("1879.97");
    const said = await screen.findByText(/^Some items in your cart have changed/);
    expect(said.getAttribute("role")).toBe("status");
    // The notice, the line and the summary tell one sum.
    expect(said.textContent).toContain("$2,320.69");
    expect(line("Canon EOS 80D").querySelector("[class*=total]")?.textContent).toBe("$1,998.00");
    expect(within(summary()).getByText("$2,017.99")).toBeDefined();

    await user.click(screen.getByRole("button", { name: "Accept changes" }));
    expect(screen.getByRole("link", { name: "Proceed To Checkout" })).toBeDefined();
    expect(stored()).toMatchObject({ itemsPrice: "2017.99", totalPrice: "2320.69" });
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
    expect(screen.queryByRole("button", { name: "Accept changes" })).toBeNull();
  });

  it("says how few are left, and is content when the customer chooses fewer", async () => {
    const { user } = await openLater({ camera: { countInStock: 2 } }, [camera, 4]);
    expect(await screen.findByText("Only 2 left")).toBeDefined();
    expect(proceed()).toHaveProperty("disabled", true);
    expect(screen.getByRole("combobox", { name: "Quantity of Canon EOS 80D" })).toHaveProperty("value", "2");
    expect(line("Canon EOS 80D").querySelector("[class*=total]")?.textContent).toBe("$1,859.98");
    await user.selectOptions(screen.getByRole("combobox", { name: "Quantity of Canon EOS 80D" }), "1");
    expect(screen.getByRole("link", { name: "Proceed To Checkout" })).toBeDefined();
    expect(screen.queryByText("Only 2 left")).toBeNull();
  });

  it.each([
    ["No longer available", null],
    ["Sold Out", { countInStock: 0 }],
  ])("says %s, and agreeing or removing takes it out", async (text, change) => {
    const { user } = await openLater({ camera: change }, [camera, 1], [strap, 1]);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByRole("combobox", { name: "Quantity of Canon EOS 80D" })).toBeNull();
    expect(proceed()).toHaveProperty("disabled", true);
    await user.click(screen.getByRole("button", { name: "Remove Canon EOS 80D" }));
    expect(screen.getByRole("link", { name: "Proceed To Checkout" })).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await user.click(await screen.findByRole("button", { name: "Accept changes" }));
    expect(stored().cartItems.map((item: { _id: string }) => item._id)).toEqual(["strap"]);
  });

  it("says so when nothing of it is left, and is empty once that is agreed to", async () => {
    const { user } = await openLater({ camera: null }, [camera, 1]);
    expect((await screen.findByText(/^Some items in your cart have changed/)).textContent).toContain(
      "None of them can be ordered right now.",
    );
    await user.click(screen.getByRole("button", { name: "Accept changes" }));
    expect(screen.getByText("Your cart is empty", { selector: "p" })).toBeDefined();
  });

  it("takes a new name and more stock over without a word", async () => {
    await openLater({ strap: { name: "Woven strap", countInStock: 9 } }, [strap, 1]);
    expect(await screen.findByRole("link", { name: "Woven strap" })).toBeDefined();
    expect(within(screen.getByRole("combobox", { name: /^Quantity/ })).getAllByRole("option")).toHaveLength(9);
    expect(screen.getByRole("link", { name: "Proceed To Checkout" })).toBeDefined();
    expect(
      screen
        .getAllByRole("status")
        .map((status) => status.textContent)
        .join(""),
    ).toBe("");
  });

  it("is compared whole, however many products are in it", async () => {
    const id = (n: number) => `0190c4de-0000-7000-8000-${String(n).padStart(12, "0")}`;
    const many = Array.from({ length: 45 }, (_, n): Line => [{ ...strap, _id: id(n), name: `Strap ${n}` }, 1]);
    const cart = many.reduce((filling, [product, qty]) => addItem(filling, product, qty), initialCart);
    localStorage.setItem("cart", JSON.stringify(cart));
    const linesOf = (input: unknown): { _id: string }[] => Reflect.get(Object(input), "lines");
    const server = stubServer({
      "cartPricing.quote": (input) => ({
        lines: linesOf(input).map(({ _id }) => ({ _id, product: _id === id(44) ? null : { ...strap, _id } })),
      }),
    });
    renderShop("/cart");
    expect(await screen.findByText("No longer available")).toBeDefined();
    expect(proceed()).toHaveProperty("disabled", true);
    expect(server.inputsOf("cartPricing.quote").flatMap(linesOf)).toHaveLength(45);
  });

  it("can be checked out all the same when the shop cannot be asked, and asked again", async () => {
    localStorage.setItem("cart", JSON.stringify(addItem(initialCart, strap, 1)));
    const server = stubServer({ "cartPricing.quote": () => new Refusal(400) });
    const { user } = renderShop("/cart");
    expect((await screen.findByRole("alert")).textContent).toContain("We could not check today's prices.");
    expect(screen.getByRole("link", { name: "Proceed To Checkout" })).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(server.inputsOf("cartPricing.quote")).toHaveLength(2));
  });
});

describe("an empty cart", () => {
  it("says so, leads back to the shop, and shows no amounts", async () => {
    await openCart();
    expect(screen.getByText("Your cart is empty", { selector: "p" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Go Back" }).getAttribute("href")).toBe("/");
    expect(screen.getByRole("main").textContent).not.toContain("$");
  });

  it("cannot be checked out", async () => {
    await openCart();
    expect(screen.getByRole("button", { name: "Proceed To Checkout" })).toHaveProperty("disabled", true);
    expect(screen.queryByRole("link", { name: "Proceed To Checkout" })).toBeNull();
  });

  it("is what a damaged stored cart becomes", async () => {
    localStorage.setItem("cart", '{"cartItems":[{}]}');
    stubServer({});
    renderShop("/cart");
    expect(await screen.findByText("Your cart is empty", { selector: "p" })).toBeDefined();
  });
});

describe("the cart's title", () => {
  it("names the page", async () => {
    await openCart();
    await waitFor(() => expect(document.title).toBe("Shopping Cart | Lumen & Loom"));
  });
});

describe("a cart of which no order can be placed", () => {
  const proceed = () => within(summary()).queryByRole("link", { name: "Proceed To Checkout" });

  it("says so to those who would hold too many units without paying, before they go through the checkout", async () => {
    localStorage.setItem(
      "userInfo",
      JSON.stringify({ _id: "1", name: "Ada", email: "ada@example.com", isAdmin: false }),
    );
    localStorage.setItem("cart", JSON.stringify(addItem(initialCart, camera, 3)));
    stubServer({
      "cartPricing.quote": () => ({ lines: [{ _id: camera._id, qty: 3, product: camera }] }),
      "order.unpaidLimit": () => ({ held: 8, max: 10 }),
    });
    renderShop("/cart");
    expect(
      await screen.findByText(/You have 8 items in unpaid orders, and together with these .* at most 10\./),
    ).toBeDefined();
    expect(proceed()).toBeNull();
  });

  it("says how many of more than a hundred products are too many", async () => {
    const many = Array.from({ length: 102 }, (_, n): Line => [{ ...strap, _id: `strap${n}`, name: `Strap ${n}` }, 1]);
    const cart = many.reduce((filling, [product, qty]) => addItem(filling, product, qty), initialCart);
    localStorage.setItem("cart", JSON.stringify(cart));
    stubServer({
      "cartPricing.quote": () => ({ lines: many.map(([product, qty]) => ({ _id: product._id, qty, product })) }),
    });
    renderShop("/cart");
    expect(await screen.findByText(/at most 100 different products. Please take 2 out/)).toBeDefined();
    expect(proceed()).toBeNull();
  });

  it("is any other one not, and a guest is asked nothing of", async () => {
    const { server } = await openCart([camera, 5]);
    expect(proceed()).not.toBeNull();
    expect(server.inputsOf("order.unpaidLimit")).toEqual([]);
  });
});

describe("a cart of a shop with discounts", () => {
  type Asked = { codes: string[]; lines: { qty: number }[] };
  const refusal = (code: string) => ({ code, words: "We do not know this code." });
  /** Ten percent for the code TENTH. */
  const answer = (input: unknown) => {
    const { codes, lines }: Asked = Object.assign({ codes: [], lines: [] }, input);
    const qty = lines[0]?.qty ?? 0;
    const isEntered = codes.includes("TENTH");
    return {
      goods: [isEntered ? 2_00 * qty : 0],
      delivery: 0,
      discounts: isEntered ? [{ code: "TENTH", name: "A tenth", amount: 2_00 * qty }] : [],
      refused: codes.filter((code) => code !== "TENTH").map(refusal),
    };
  };
  const cap = { ...strap, price: 20 };

  async function openWithCodes() {
    localStorage.setItem("cart", JSON.stringify(addItem(initialCart, cap, 2)));
    const server = stubServer({
      "cartPricing.quote": () => ({ lines: [{ _id: cap._id, qty: 2, product: cap }], hasDiscounts: true }),
      "cartPricing.discounts": answer,
    });
    const shop = renderShop("/cart");
    await waitFor(() => expect(server.inputsOf("cartPricing.discounts")).toHaveLength(1));
    return { ...shop, server };
  }

  it("takes a code, says what it gives, and counts it into the total", async () => {
    const { user } = await openWithCodes();
    await user.click(await screen.findByText("Add a discount code"));
    await user.type(screen.getByLabelText("Discount code"), "tenth{Enter}");
    expect(await within(summary()).findByText("−$4.00")).toBeDefined();
    // 36.00, 10.00 of delivery and 5.40 of tax.
    expect(within(summary()).getByText("$51.40")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Remove the code TENTH" }));
    await waitFor(() => expect(within(summary()).queryByText("−$4.00")).toBeNull());
    expect(within(summary()).getByText("$56.00")).toBeDefined();
  });

  it("says why a code does nothing, and refuses none and one that is there", async () => {
    const { user } = await openWithCodes();
    await user.click(await screen.findByText("Add a discount code"));
    await user.type(screen.getByLabelText("Discount code"), "other{Enter}");
    expect(await screen.findByText("We do not know this code.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(screen.getByText("Enter a code")).toBeDefined();
    await user.type(screen.getByLabelText("Discount code"), "OTHER{Enter}");
    expect(screen.getByText("This code is in your cart already")).toBeDefined();
  });

  it("says where a gift card is used, and stays open while the code is corrected", async () => {
    const { user, server } = await openWithCodes();
    await user.click(await screen.findByText("Add a discount code"));
    const field = screen.getByLabelText("Discount code");
    await user.type(field, "0000-0000-0000-0000-0000{Enter}");
    expect(screen.getByText("This is a gift card. You use it on the page where you pay.")).toBeDefined();
    await user.clear(field);
    await user.type(field, "tenth{Enter}");
    expect(field.closest("details")?.open).toBe(true);
    await waitFor(() => expect(server.inputsOf("cartPricing.discounts").at(-1)).toMatchObject({ codes: ["TENTH"] }));
  });

  it("takes the code of a link, once, and leaves the address without it", async () => {
    localStorage.setItem("cart", JSON.stringify(addItem(initialCart, cap, 2)));
    stubServer({
      "cartPricing.quote": () => ({ lines: [{ _id: cap._id, qty: 2, product: cap }], hasDiscounts: true }),
      "cartPricing.discounts": answer,
    });
    const { router } = renderShop("/cart?discount=tenth");
    expect(await within(summary()).findByText("−$4.00")).toBeDefined();
    expect(await screen.findByText("The discount code TENTH is in your cart")).toBeDefined();
    expect(router.state.location.search).toBe("");
  });

  it("says of the code of a link that there are too many, and takes no more than five", async () => {
    const codes = ["ONE-1", "TWO-2", "THREE-3", "FOUR-4", "FIVE-5"];
    const full = codes.reduce((cart, code) => addCode(cart, code), addItem(initialCart, cap, 2));
    localStorage.setItem("cart", JSON.stringify(full));
    stubServer({
      "cartPricing.quote": () => ({ lines: [{ _id: cap._id, qty: 2, product: cap }], hasDiscounts: true }),
      "cartPricing.discounts": answer,
    });
    const { user } = renderShop("/cart?discount=tenth");
    expect(await screen.findByText(/Your cart has 5 discount codes/)).toBeDefined();
    await user.click(await screen.findByText("Add another code"));
    await user.type(screen.getByLabelText("Discount code"), "tenth{Enter}");
    expect(screen.getByText(/An order can have 5 codes/)).toBeDefined();
    expect(screen.queryByText("TENTH")).toBeNull();
  });

  it("asks again when its quantities change", async () => {
    const { user, server } = await openWithCodes();
    await user.selectOptions(screen.getByRole("combobox", { name: "Quantity of Strap" }), "3");
    await waitFor(() => expect(server.inputsOf("cartPricing.discounts").at(-1)).toMatchObject({ lines: [{ qty: 3 }] }));
  });

  it("has no field for codes where there are no discounts", async () => {
    await openCart([camera, 1]);
    expect(screen.queryByText("Add a discount code")).toBeNull();
  });
});
