import type { Product } from "@shop/shared/catalog";
import { markOf, type Prerender, type StockLook, standIn } from "@shop/shared/prerender";
import { reviewCount } from "@shop/shared/rating";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import type { ShopPageData } from "../lib/page-data.ts";
import { productPath } from "../lib/paths.ts";
import { Rating } from "../ui/rating.tsx";
import { Providers } from "./providers.tsx";
import { routes } from "./routes.tsx";
import { DemoBanner } from "./shell/demo-banner.tsx";

/**
 * Prerenders Home and the product page with placeholders in place of a
 * product's values. Runs when the client is built, never in a browser.
 */
export async function prerender(): Promise<Prerender> {
  const product = async (stock: StockLook) => {
    const shown = toProduct(standIn.countInStock[stock]);
    const prerendered = await render(productPath(shown._id), [
      { path: ["catalog", "product"], input: { id: shown._id }, data: shown },
    ]);
    return prerendered.replaceAll(`Only ${shown.countInStock} left`, `Only ${markOf("left")} left`);
  };
  return {
    home: await render("/", [{ path: ["catalog", "featured"], data: [toProduct(standIn.countInStock.plenty)] }]),
    product: { plenty: await product("plenty"), low: await product("low"), none: await product("none") },
    demo: demoBanner,
    stars: Array.from({ length: 11 }, (_, halves) =>
      markRating(renderToStaticMarkup(<Rating value={halves / 2} count={standIn.numReviews} />), halves / 2),
    ),
  };
}

/** Rendered on every page; the server leaves it out where payments are real. */
const demoBanner = renderToStaticMarkup(<DemoBanner />);

function toProduct(countInStock: number): Product {
  return {
    _id: standIn._id,
    name: markOf("name"),
    image: `/uploads/${standIn.imageId}.webp`,
    brand: markOf("brand"),
    category: "",
    description: markOf("description"),
    price: standIn.price,
    countInStock,
    rating: standIn.rating,
    numReviews: standIn.numReviews,
    user: null,
    reviews: [],
  };
}

async function render(path: string, queries: ShopPageData["queries"]): Promise<string> {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await new Promise<void>((ready) => {
    if (router.state.initialized) ready();
    router.subscribe(({ initialized }) => initialized && ready());
  });
  const shop = { name: markOf("shop"), origin: "http://localhost", passwordMin: 8, payments: "simulator" } as const;
  const prerendered = renderToStaticMarkup(
    <Providers pageData={{ shop, queries }}>
      <RouterProvider router={router} />
    </Providers>,
  );
  router.dispose();
  const rating = renderToStaticMarkup(<Rating value={standIn.rating} count={standIn.numReviews} />);
  return (
    prerendered
      // React adds preloads of images and styles; the page's head has its own.
      .replaceAll(/<link rel="preload"[^>]*>/g, "")
      // HTML needs no namespace, and only the router's scripts read its attribute.
      .replaceAll(' xmlns="http://www.w3.org/2000/svg"', "")
      .replaceAll(' data-discover="true"', "")
      .replaceAll(demoBanner, markOf("demo"))
      .replaceAll(rating, markOf("rating"))
      .replaceAll(standIn.priceText, markOf("price"))
      .replaceAll(standIn.imageId, markOf("image"))
      .replaceAll(standIn._id, markOf("id"))
      .replaceAll(`© ${new Date().getFullYear()}`, `© ${markOf("year")}`)
  );
}

function markRating(prerendered: string, value: number): string {
  return prerendered
    .replaceAll(`aria-label="${value} out of 5"`, `aria-label="${markOf("rating")}"`)
    .replaceAll(reviewCount(standIn.numReviews), markOf("reviews"));
}
