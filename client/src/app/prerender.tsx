import type { Product } from "@shop/shared/catalog";
import type { PageData } from "@shop/shared/page-data";
import { markOf, type Prerender, type StockLook, standIn } from "@shop/shared/prerender";
import { reviewCount } from "@shop/shared/rating";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { productPath } from "../lib/paths.ts";
import { Rating } from "../ui/rating.tsx";
import { Providers } from "./providers.tsx";
import { routes } from "./routes.tsx";
import { DemoBanner } from "./shell/demo-banner.tsx";

/**
 * Draws Home and the product page as they look before anything but the page's
 * own data is there. Runs when the client is built, never in a browser.
 */
export async function prerender(): Promise<Prerender> {
  const product = async (stock: StockLook) => {
    const shown = toProduct(standIn.countInStock[stock]);
    const answer = { path: ["catalog", "product"], input: { id: shown._id }, data: shown };
    const prerendered = await draw(productPath(shown._id), [answer]);
    return prerendered.replaceAll(`Only ${shown.countInStock} left`, `Only ${markOf("left")} left`);
  };
  return {
    home: await draw("/", [{ path: ["catalog", "featured"], data: [toProduct(standIn.countInStock.plenty)] }]),
    product: { plenty: await product("plenty"), low: await product("low"), none: await product("none") },
    demo: demoBanner,
    stars: Array.from({ length: 11 }, (_, halves) =>
      markRating(renderToStaticMarkup(<Rating value={halves / 2} count={standIn.numReviews} />), halves / 2),
    ),
  };
}

/** Drawn on every page, for the server to leave out where money is real. */
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

async function draw(path: string, queries: PageData["queries"]): Promise<string> {
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
      // React asks for pictures and styles beside what it draws; the page's head has its own words for that.
      .replaceAll(/<link rel="preload"[^>]*>/g, "")
      // HTML knows its pictures by their names, and only the router's own scripts look for its marks.
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
