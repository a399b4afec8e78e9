import type { Product, Review } from "@shop/shared/catalog/catalog";
import { variantLabel } from "@shop/shared/catalog/variant-name";
import type { ReviewPage } from "@shop/shared/review/review";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, Refusal, renderShop, stubServer } from "../shop-in-test.tsx";

const ada = { _id: "ada", name: "Ada", email: "ada@example.com", isAdmin: false, expirationTime: 4_000_000_000_000 };
const id = "0190c4de-0000-7000-8000-000000000001";

const review = (change: Partial<Review> = {}): Review => ({
  _id: "r1",
  name: "Ada Lovelace",
  rating: 4,
  comment: "Crisp pictures.\nHeavy, though.",
  createdAt: "2026-06-30T23:12:03.000Z",
  ...change,
});

const camera: Product = {
  _id: id,
  name: "Canon EOS 80D",
  image: "/uploads/0190c4de-0000-7000-8000-0000000000aa.webp",
  brand: "Canon",
  category: "Electronics",
  description: "Shoot stills and film with a steady hand.",
  price: 929.9,
  countInStock: 3,
  rating: 4.5,
  numReviews: 1,
  reviews: [review()],
  user: null,
};

/** 23 reviews: 12 of five stars, 11 of one. */
const manyReviews: ReviewPage = {
  reviews: Array.from({ length: 10 }, (_, index) => ({
    ...review({ _id: `m${index}`, name: `Person ${index}` }),
    isVerified: index === 3,
  })),
  page: 1,
  pages: 3,
  total: 23,
  byRating: [11, 0, 0, 0, 12],
};

function answerOf(product: Product, reviewPage?: ReviewPage): Parameters<typeof stubServer>[0] {
  return {
    "catalog.product": () => product,
    "review.list": (input) =>
      reviewPage === undefined
        ? {
            reviews: product.reviews,
            page: 1,
            pages: 1,
            total: product.numReviews,
            byRating: [0, 0, 0, product.numReviews, 0],
          }
        : { ...reviewPage, page: Number(Reflect.get(Object(input), "pageNumber")) },
    "catalog.featured": () => [{ ...camera, _id: "other", name: "Field Watch" }],
    "catalog.list": () => ({ products: [{ ...camera, name: "On the shelf" }], page: 1, pages: 1 }),
    "catalog.brands": () => [],
    "catalog.categories": () => [],
  };
}

async function openProduct(change: Partial<Product> = {}, reviewPage?: ReviewPage) {
  const product = { ...camera, ...change };
  const server = stubServer(answerOf(product, reviewPage));
  const shop = renderShop(`/product/${id}`);
  await screen.findByRole("heading", { level: 1, name: product.name });
  return { ...shop, server };
}

const page = () => within(screen.getByRole("main"));
/** The page's own button; the bar at the bottom edge has another. */
const addButton = () => screen.getAllByRole("button", { name: "Add To Cart" })[0] ?? document.body;

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the product page", () => {
  it("shows image, name, brand, price with two decimals and description", async () => {
    await openProduct();
    expect(page().getByRole("img", { name: "Canon EOS 80D" })).toBeDefined();
    expect(page().getAllByText("$929.90")).toHaveLength(2);
    expect(page().getByText("Canon")).toBeDefined();
    expect(page().getByText("Shoot stills and film with a steady hand.")).toBeDefined();
  });

  it("shows a reduced price beside the struck regular one, with the lowest of the last 30 days in words", async () => {
    await openProduct({ regularPrice: 999, lowestPrice: 949.9 });
    const [struck] = page().getAllByText("$999.00");
    expect(struck?.closest("s")).not.toBeNull();
    const prices = struck?.closest("s")?.parentElement;
    expect(prices?.textContent).toBe(
      "Reduced price $929.90 , regular price $999.00Lowest price of the last 30 days: $949.90",
    );
  });

  it("names the lowest price also where it is the struck one", async () => {
    await openProduct({ regularPrice: 999, lowestPrice: 999 });
    expect(page().getByText("Lowest price of the last 30 days: $999.00")).toBeDefined();
  });

  it("shows what it costs by a discount for everybody, with the price before and where it is taken off", async () => {
    await openProduct({
      discount: { name: "Summer", price: 743.92, regularPrice: 929.9, lowestPrice: 899 },
      unitPrice: { price: 7.44, basis: "1 kg" },
    });
    const [struck] = page().getAllByText("$929.90");
    expect(struck?.closest("s")?.parentElement?.textContent).toBe(
      "Reduced price $743.92 , regular price $929.90Lowest price of the last 30 days: $899.00$7.44 per 1 kgSummer: taken off in your cart",
    );
    // Also on the bar that follows.
    expect(page().getAllByText("$743.92")).toHaveLength(2);
  });

  it("strikes no price where a discount makes it no lower than it was in the last 30 days", async () => {
    await openProduct({ discount: { name: "Summer", price: 743.92 } });
    expect(page().getAllByText("$743.92")).toHaveLength(2);
    expect(page().queryByText("$929.90")).toBeNull();
    expect(page().getByText("Summer: taken off in your cart")).toBeDefined();
  });

  it("takes its title and description from the product", async () => {
    await openProduct();
    await waitFor(() => expect(document.title).toBe("Canon EOS 80D | Lumen & Loom"));
    expect(document.querySelector('meta[name="description"]')?.getAttribute("content")).toBe(camera.description);
    expect(document.querySelector('meta[property="og:image"]')?.getAttribute("content")).toContain(camera.image);
  });

  it("asks nothing for the product when the page carried it", async () => {
    const server = stubServer(answerOf(camera));
    renderShop(`/product/${id}`, [{ path: ["catalog", "product"], input: { id }, data: camera }]);
    await screen.findByRole("heading", { level: 1, name: camera.name });
    await waitFor(() => expect(server.inputsOf("review.list")).toHaveLength(1));
    expect(server.inputsOf("catalog.product")).toHaveLength(0);
  });

  it("leads from the stars to the reviews", async () => {
    const { user } = await openProduct({ rating: 4.5, numReviews: 12 });
    const stars = page().getByRole("link", { name: "4.5 out of 5 , 12 reviews" });
    expect(stars.getAttribute("href")).toBe("#reviews");
    await user.click(stars);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Reviews" }));
  });

  it("says from which sum shipping is free", async () => {
    await openProduct();
    expect(page().getByText("Free shipping over $100")).toBeDefined();
  });

  it("shows the image at full size, and closes it again", async () => {
    const { user } = await openProduct();
    await user.click(page().getByRole("button", { name: /Show at full size/ }));
    const dialog = await screen.findByRole("dialog", { name: "Canon EOS 80D, full size" });
    await user.click(within(dialog).getByRole("button", { name: "Close full size" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("several images of a product", () => {
  const images = ["front", "back", "near"].map((view) => ({
    image: camera.image.replace("aa.webp", `${{ front: "aa", back: "bb", near: "cc" }[view]}.webp`),
    alt: `From the ${view}`,
  }));
  const current = () => page().getByRole("link", { current: true }).getAttribute("aria-label");

  it("are gone through with the arrow keys, which say which one is shown", async () => {
    const { user } = await openProduct({ images });
    expect(current()).toBe("Image 1 of 3: From the front");
    // Only the first one loads at once.
    expect(screen.queryByRole("img", { name: "From the back", hidden: true })).toBeNull();
    act(() => page().getByRole("link", { current: true }).focus());
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    expect(current()).toBe("Image 3 of 3: From the near");
    expect(page().getByText("Image 3 of 3: From the near", { selector: "[role=status]" })).toBeDefined();
    expect(screen.getByRole("img", { name: "From the back", hidden: true })).toBeDefined();
    await user.keyboard("{ArrowLeft}");
    expect(current()).toBe("Image 2 of 3: From the back");
    await user.click(page().getByRole("link", { name: "Image 1 of 3: From the front" }));
    expect(current()).toBe("Image 1 of 3: From the front");
  });

  it("have the video after them, which is loaded when it is played, without sound and with its captions", async () => {
    const film = { video: "/uploads/0190c4de-0000-7000-8000-0000000000ff.mp4", poster: "", alt: "How it is held" };
    const captions = "/uploads/captions/1/2.vtt";
    const { user } = await openProduct({ videos: [{ ...film, captions }] });
    const gallery = within(screen.getByRole("group", { name: "Images and videos" }));
    await user.click(gallery.getByRole("link", { name: "Video 2 of 2: How it is held" }));
    expect(document.querySelector("video")).toBeNull();
    await user.click(await gallery.findByRole("button", { name: "Play the video: How it is held" }));
    await waitFor(() => expect(document.activeElement?.tagName).toBe("VIDEO"));
    const video = document.querySelector("video");
    expect(video?.getAttribute("src")).toBe(film.video);
    expect(video?.muted).toBe(true);
    expect(video?.getAttribute("playsinline")).not.toBeNull();
    expect(video?.querySelector("track")?.getAttribute("src")).toBe(captions);
    fireEvent.error(video ?? document.body);
    expect(screen.getByRole("alert").textContent).toBe("This browser cannot play the video. Open its file");
  });

  it("are shown over the whole screen from the current one on, and the page then shows the last one", async () => {
    const { user } = await openProduct({ images });
    await user.click(page().getByRole("button", { name: "Next image" }));
    await user.click(page().getByRole("button", { name: /From the back.*Show at full size/ }));
    const dialog = await screen.findByRole("dialog", { name: "Canon EOS 80D, full size" });
    expect(within(dialog).getByRole("img", { name: "From the back" })).toBeDefined();
    await user.click(within(dialog).getByRole("button", { name: "Next image" }));
    await user.keyboard("{ArrowLeft}");
    expect(within(dialog).getByRole("img", { name: "From the back" })).toBeDefined();
    await user.keyboard("{ArrowRight}");
    expect(within(dialog).getByRole("status").textContent).toBe("Image 3 of 3: From the near");
    await user.click(within(dialog).getByRole("button", { name: "Close full size" }));
    expect(current()).toBe("Image 3 of 3: From the near");
  });
});

describe("the options", () => {
  const value = (label: string, swatch = "") => ({ label, swatch });
  const variant = (_id: string, values: number[], more: object = {}) => ({
    _id,
    values,
    price: 929.9,
    countInStock: 3,
    image: camera.image,
    ...more,
  });
  const group = {
    _id: "group",
    name: "Canon EOS 80D",
    options: [
      { name: "Color", values: [value("Black", "#1d1d1f"), value("Sand", "#c2b280")] },
      { name: "Size", values: [value("S"), value("M"), value("L")] },
    ],
    variants: [
      variant(id, [0, 0]),
      variant("black-m", [0, 1], { countInStock: 0 }),
      variant("sand-m", [1, 1], { price: 899.9 }),
    ],
  };
  const openGroup = async (path = `/product/${id}`) => {
    const server = stubServer({
      ...answerOf(camera),
      "catalog.product": (input) => {
        const _id = String(Reflect.get(Object(input), "id"));
        const { price = 0, countInStock = 0, values = [] } = group.variants.find((each) => each._id === _id) ?? {};
        return { ...camera, _id, price, countInStock, group, variant: variantLabel(group.options, values) };
      },
    });
    const shop = renderShop(path);
    await screen.findByRole("heading", { level: 1, name: camera.name });
    return { ...shop, server };
  };
  const radios = (name: string) => within(page().getByRole("radiogroup", { name })).getAllByRole("radio");
  const described = (name: string) =>
    radios(name).map((radio) => `${radio.textContent}${radio.getAttribute("aria-checked") === "true" ? " ✓" : ""}`);

  it("are links to their variants, and say what is chosen, sold out or not made; values that nothing has are left out", async () => {
    await openGroup();
    expect(described("Color Black")).toEqual(["Black ✓", "Sand, not with what else is chosen"]);
    expect(described("Size S")).toEqual(["S ✓", "M, sold out"]);
    expect(radios("Color Black").map((radio) => radio.getAttribute("href"))).toEqual([
      `/product/${id}`,
      "/product/sand-m",
    ]);
  });

  it("change the product in place by arrow keys, and Back takes it back", async () => {
    const { user, router } = await openGroup();
    const heading = page().getByRole("heading", { level: 1 });
    act(() => radios("Color Black")[0]?.focus());
    await user.keyboard("{ArrowRight}");
    expect(router.state.location.pathname).toBe("/product/sand-m");
    await waitFor(() => expect(described("Size M")).toEqual(["S, not with what else is chosen", "M ✓"]));
    expect(page().getAllByText("$899.90")).not.toEqual([]);
    // Nothing was loaded anew around it, and the focus stays where it was.
    expect(page().getByRole("heading", { level: 1 })).toBe(heading);
    expect(document.activeElement).toBe(radios("Color Sand")[1]);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(described("Color Black")[0]).toBe("Black ✓"));
  });

  it("must be chosen before Add To Cart by whoever comes from a list, and the cart then has what was chosen", async () => {
    const { user, router } = await openGroup(`/product/${id}?choose`);
    expect(described("Color Black")[0]).toBe("Black ✓");
    expect(described("Size")).toEqual(["S", "M, sold out"]);
    await user.click(addButton());
    expect(page().getByRole("alert").textContent).toBe("Select a size");
    expect(document.activeElement).toBe(radios("Size")[0]);
    expect(localStorage.getItem("cart")).toBeNull();
    await user.keyboard(" ");
    expect(router.state.location.search).toBe("");
    await user.click(addButton());
    const { cartItems } = JSON.parse(localStorage.getItem("cart") ?? "");
    expect(cartItems).toEqual([expect.objectContaining({ _id: id, name: "Canon EOS 80D · Black, S" })]);
  });
});

it("The facts about a product stand in a table by groups, several values of one in a row", async () => {
  const fact = (group: string, name: string, value: string, unit = "") => ({ group, name, value, unit });
  await openProduct({
    attributes: [fact("Size", "Weight", "2.5", "lb"), fact("", "Ports", "USB-C"), fact("", "Ports", "HDMI")],
  });
  expect(page().getByRole("table", { name: "Size" }).textContent).toContain("Weight2.5 lb");
  expect(page().getByRole("row", { name: "Ports USB-C, HDMI" })).toBeDefined();
});

describe("the stock", () => {
  it.each([1, 5])("of %i is In Stock and nearly gone", async (countInStock) => {
    await openProduct({ countInStock });
    expect(page().getByText("In Stock")).toBeDefined();
    expect(page().getByText(`Only ${countInStock} left`)).toBeDefined();
  });

  it("of six is In Stock and not called nearly gone", async () => {
    await openProduct({ countInStock: 6 });
    expect(page().getByText("In Stock")).toBeDefined();
    expect(page().queryByText(/^Only/)).toBeNull();
  });

  it("offers quantities from one up to itself", async () => {
    await openProduct({ countInStock: 4 });
    const quantity = page().getByRole("combobox", { name: "Quantity" });
    expect(
      within(quantity)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["1", "2", "3", "4"]);
  });

  it("of zero is Out Of Stock, offers no quantity and cannot be added", async () => {
    const { user } = await openProduct({ countInStock: 0 });
    expect(page().getByText("Out Of Stock")).toBeDefined();
    expect(page().queryByText("In Stock")).toBeNull();
    expect(page().queryByRole("combobox", { name: "Quantity" })).toBeNull();
    // The bar at the bottom edge would offer nothing.
    const button = screen.getByRole("button", { name: "Add To Cart" });
    expect(button).toHaveProperty("disabled", true);
    await user.click(button);
    expect(localStorage.getItem("cart")).toBeNull();
  });
});

describe("Add To Cart", () => {
  it("puts the chosen quantity into the cart, goes there, and says so", async () => {
    const { user, router } = await openProduct();
    await user.selectOptions(page().getByRole("combobox", { name: "Quantity" }), "2");
    await user.click(addButton());
    const heading = await screen.findByRole("heading", { level: 1, name: "Shopping Cart (2 items)" });
    expect(router.state.location.pathname).toBe("/cart");
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect((await screen.findByText("Added: Canon EOS 80D")).closest("[role=status]")).not.toBeNull();
    const { cartItems } = JSON.parse(localStorage.getItem("cart") ?? "");
    expect(cartItems).toEqual([expect.objectContaining({ _id: id, qty: 2, price: 929.9 })]);
    expect(Object.keys(cartItems[0])).not.toContain("reviews");
  });

  it("replaces the quantity of what is in the cart already", async () => {
    const first = await openProduct();
    await first.user.selectOptions(page().getByRole("combobox", { name: "Quantity" }), "3");
    await first.user.click(addButton());
    await first.user.click(await screen.findByRole("link", { name: "Canon EOS 80D" }));
    await screen.findByText("In Stock");
    await first.user.click(addButton());
    expect(await screen.findByRole("heading", { level: 1, name: "Shopping Cart (1 item)" })).toBeDefined();
  });
});

describe("Go Back", () => {
  it("leads Home for those who came from elsewhere", async () => {
    const { user, router } = await openProduct();
    await user.click(page().getByRole("link", { name: "Go Back" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(router.state.historyAction).toBe("PUSH");
  });

  it("leads back to the list for those who came from it", async () => {
    stubServer(answerOf(camera));
    const { user, router } = renderShop("/search/camera");
    await act(() => router.navigate(`/product/${id}`));
    await screen.findByRole("heading", { level: 1, name: camera.name });
    await user.click(screen.getByRole("link", { name: "Go Back" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/search/camera"));
    expect(router.state.historyAction).toBe("POP");
  });
});

describe("a product that cannot be shown", () => {
  it("that is unknown says so and offers the search and the featured products", async () => {
    stubServer({ ...answerOf(camera), "catalog.product": () => new Refusal(404, "Product not found") });
    renderShop("/product/unknown");
    expect(await screen.findByRole("heading", { level: 1, name: "Product not found" })).toBeDefined();
    expect(page().getByRole("combobox", { name: "Search products" })).toBeDefined();
    expect(await page().findByRole("link", { name: "Field Watch" })).toBeDefined();
  });

  it("that failed to load says so and loads when it is tried again", async () => {
    let isBroken = true;
    stubServer({ ...answerOf(camera), "catalog.product": () => (isBroken ? new Refusal(400) : camera) });
    const { user } = renderShop(`/product/${id}`);
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to load product");
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Canon EOS 80D" })).toBeDefined();
  });
});

describe("the reviews", () => {
  it("show author, rating, date and comment", async () => {
    await openProduct();
    const item = screen.getByRole("heading", { name: "Ada Lovelace" }).closest("li");
    expect(item?.querySelector("time")?.textContent).toBe("2026-06-30");
    expect(item?.querySelector("time")?.getAttribute("datetime")).toBe("2026-06-30T23:12:03.000Z");
    expect(item?.textContent).toContain("Crisp pictures.\nHeavy, though.");
    expect(item?.querySelector("[role=img]")?.getAttribute("aria-label")).toBe("4 out of 5");
  });

  it("are replaced by a notice when there are none", async () => {
    await openProduct({ numReviews: 0, reviews: [] });
    expect(page().getByText("No Reviews")).toBeDefined();
  });

  it("ask those who are not signed in to do so, and lead back here", async () => {
    await openProduct();
    const prompt = page().getByText(/to write a review/);
    expect(within(prompt).getByRole("link", { name: "sign in" }).getAttribute("href")).toBe(
      `/login?redirect=/product/${id}`,
    );
  });

  it("are written once: the customer's own takes the place of the form", async () => {
    localStorage.setItem("userInfo", JSON.stringify(ada));
    let own: Review | null = null;
    const server = stubServer({
      ...answerOf(camera),
      "account.profile": () => ada,
      "review.mine": () => own,
      "review.create": () => {
        own = review({ _id: "mine", rating: 5, comment: "Worth every cent." });
        return { message: "Review created successfully" };
      },
    });
    const { user } = renderShop(`/product/${id}`);
    await user.selectOptions(await screen.findByRole("combobox", { name: "Rating" }), "5 - Excellent");
    await fill(user, screen.getByRole("textbox", { name: "Comment" }), "Worth every cent.");
    await user.click(screen.getByRole("button", { name: "Submit" }));
    const mine = within(await screen.findByRole("region", { name: "Your review" }));
    expect(mine.getByText("Worth every cent.")).toBeDefined();
    expect(mine.getByRole("img", { name: "5 out of 5" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Submit" })).toBeNull();
    expect(server.inputsOf("review.create")).toHaveLength(1);
  });

  it("that was written in another tab takes the place of the form as well", async () => {
    localStorage.setItem("userInfo", JSON.stringify(ada));
    let own: Review | null = null;
    stubServer({
      ...answerOf(camera),
      "account.profile": () => ada,
      "review.mine": () => own,
      "review.create": () => {
        own = review({ _id: "mine", comment: "Written before." });
        return new Refusal(409, "Product already reviewed", "ALREADY_REVIEWED");
      },
    });
    const { user } = renderShop(`/product/${id}`);
    await user.selectOptions(await screen.findByRole("combobox", { name: "Rating" }), "1 - Poor");
    await fill(user, screen.getByRole("textbox", { name: "Comment" }), "Once more.");
    await user.click(screen.getByRole("button", { name: "Submit" }));
    expect(await screen.findByText("Product already reviewed")).toBeDefined();
    const mine = within(await screen.findByRole("region", { name: "Your review" }));
    expect(mine.getByText("Written before.")).toBeDefined();
  });

  it("ask for a rating and a comment where one was taken back", async () => {
    localStorage.setItem("userInfo", JSON.stringify(ada));
    stubServer({ ...answerOf(camera), "account.profile": () => ada, "review.mine": () => null });
    const { user } = renderShop(`/product/${id}`);
    const rating = await screen.findByRole("combobox", { name: "Rating" });
    await user.selectOptions(rating, "5 - Excellent");
    await user.selectOptions(rating, "");
    await user.type(screen.getByRole("textbox", { name: "Comment" }), "x{Backspace}");
    await user.tab();
    expect(await screen.findByText("Please choose a rating")).toBeDefined();
    expect(await screen.findByText("Comment is required")).toBeDefined();
  });

  it("marks the reviews of those who have bought it", async () => {
    await openProduct({ numReviews: 23 }, manyReviews);
    const marked = (await screen.findByText("Verified buyer")).closest("article");
    expect(within(marked ?? document.body).getByRole("heading", { name: "Person 3" })).toBeDefined();
  });

  it("are named as new where there are none yet, and say so in the specified words too", async () => {
    await openProduct({ numReviews: 0, rating: 0, reviews: [] });
    const rating = page().getByRole("link", { name: /0 reviews/ });
    expect(within(rating).getByText("New")).toBeDefined();
    expect(within(rating).getByRole("img", { name: "0 out of 5" })).toBeDefined();
    expect(await screen.findByText("No Reviews")).toBeDefined();
  });

  it("show the average and how the ratings spread", async () => {
    await openProduct({ numReviews: 23 }, manyReviews);
    expect(await screen.findByText("3.1")).toBeDefined();
    const bars = within(screen.getByRole("group", { name: "Filter reviews by rating" })).getAllByRole("button");
    expect(bars.map((bar) => bar.getAttribute("aria-label"))).toEqual([
      "5 stars, 12 reviews",
      "4 stars, 0 reviews",
      "3 stars, 0 reviews",
      "2 stars, 0 reviews",
      "1 star, 11 reviews",
    ]);
  });

  it("are narrowed to a rating by its bar, and let go by the same bar", async () => {
    const { user, server } = await openProduct({ numReviews: 23 }, manyReviews);
    const bar = await screen.findByRole("button", { name: "5 stars, 12 reviews" });
    await user.click(bar);
    expect(bar.getAttribute("aria-pressed")).toBe("true");
    await user.click(bar);
    expect(bar.getAttribute("aria-pressed")).toBe("false");
    expect(server.inputsOf("review.list")).toContainEqual({ productId: id, order: "newest", pageNumber: 1, rating: 5 });
  });

  it("can be sorted and paged, and begin at the first page after another choice", async () => {
    const { user, server } = await openProduct({ numReviews: 23 }, manyReviews);
    expect(await screen.findByText("1–10 of 23 reviews")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("Page 2 of 3")).toBeDefined();
    await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Lowest rating");
    expect(await screen.findByText("Page 1 of 3")).toBeDefined();
    // No review of the product has photos, so that none are asked for.
    expect(server.inputsOf("review.list")).toEqual([
      { productId: id, order: "newest", pageNumber: 1 },
      { productId: id, order: "newest", pageNumber: 2 },
      { productId: id, order: "lowest", pageNumber: 1 },
    ]);
  });

  it("that fail to load leave the rest of the page usable and can be tried again", async () => {
    let isBroken = true;
    const answers = answerOf({ ...camera, numReviews: 23 }, manyReviews);
    stubServer({
      ...answers,
      "review.list": (input) => (isBroken ? new Refusal(400) : answers["review.list"]?.(input)),
    });
    const { user } = renderShop(`/product/${id}`);
    const alert = await screen.findByRole("alert");
    expect(addButton()).toHaveProperty("disabled", false);
    isBroken = false;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("1–10 of 23 reviews")).toBeDefined();
  });
});

describe("the image", () => {
  it("gives way to a drawing when its file is broken", async () => {
    await openProduct();
    const image = page().getByRole("img", { name: "Canon EOS 80D" });
    fireEvent.error(image);
    expect(document.querySelector('[data-image="broken"]')).not.toBeNull();
  });
});

describe("the address of a product", () => {
  const named = { ...camera, slug: "canon-eos-80d" };

  it("with its name shows the product, and the documented one where the shop has ids", async () => {
    stubServer({ ...answerOf(named), "catalog.productOfSlug": () => ({ _id: id }) });
    const { router } = renderShop("/p/canon-eos-80d");
    await screen.findByRole("heading", { level: 1, name: camera.name });
    expect(router.state.location.pathname).toBe("/p/canon-eos-80d");
    expect(document.querySelector('link[rel="canonical"]')?.getAttribute("href")).toBe(
      `http://localhost/product/${id}`,
    );
  });

  it("becomes the one with the name where the shop wants that, without another step back", async () => {
    const server = stubServer(answerOf(named));
    const { router } = renderShop(`/product/${id}?from=mail`, [], { productPaths: "name" });
    await screen.findByRole("heading", { level: 1, name: camera.name });
    await waitFor(() => expect(router.state.location.pathname).toBe("/p/canon-eos-80d"));
    expect(router.state.location.search).toBe("?from=mail");
    expect(router.state.historyAction).toBe("REPLACE");
    expect(document.querySelector('link[rel="canonical"]')?.getAttribute("href")).toBe(
      "http://localhost/p/canon-eos-80d",
    );
    // Nothing is loaded again.
    expect(server.inputsOf("catalog.productOfSlug")).toEqual([]);
    expect(server.inputsOf("catalog.product")).toHaveLength(1);
  });

  it("that nothing has says so", async () => {
    stubServer({
      ...answerOf(named),
      "catalog.productOfSlug": () => new Refusal(404, "Product not found", "NOT_FOUND"),
    });
    renderShop("/p/no-such-thing");
    expect(await screen.findByRole("heading", { level: 1, name: /not found/i })).toBeDefined();
  });
});
