import { productMeta } from "@shop/shared/catalog/product-meta";
import { homeMeta, plainMeta } from "@shop/shared/page/page-data";
import { render } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { PageMeta } from "./page-meta.tsx";
import { ShopIdentityContext } from "./shop-identity.ts";

const shop = { name: "Lumen", origin: "https://shop.example", passwordMin: 8, payments: "off" } as const;
const lamp = {
  _id: "1",
  name: "Lamp",
  description: "A warm light.",
  image: "/uploads/lamp.webp",
  price: 12.5,
  countInStock: 0,
};

function showMeta(meta: Parameters<typeof PageMeta>[0]["meta"]) {
  return render(
    <ShopIdentityContext value={shop}>
      <PageMeta meta={meta} />
    </ShopIdentityContext>,
  );
}

function content(selector: string): string | null | undefined {
  return document.head.querySelector(selector)?.getAttribute("content");
}

beforeEach(() => {
  document.head.innerHTML = "";
});

test("A page has its title, description, canonical address and sharing tags", () => {
  showMeta(productMeta(lamp));
  expect(document.title).toBe("Lamp | Lumen");
  expect(content('[name="description"]')).toBe("A warm light.");
  expect(content('[property="og:title"]')).toBe("Lamp | Lumen");
  expect(content('[property="og:image"]')).toBe("https://shop.example/uploads/lamp.webp");
  expect(content('[property="og:type"]')).toBe("product");
  expect(content('[property="og:image:alt"]')).toBe("Lamp");
  expect(content('[property="product:price:amount"]')).toBe("12.50");
  expect(content('[property="product:availability"]')).toBe("out of stock");
  expect(content('[name="twitter:card"]')).toBe("summary_large_image");
  expect(document.head.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
    "https://shop.example/product/1",
  );
});

test("Going on changes the tags that are there, and takes away those of the product", () => {
  const { rerender } = showMeta(productMeta(lamp));
  rerender(
    <ShopIdentityContext value={shop}>
      <PageMeta meta={plainMeta("Cart", "/cart")} />
    </ShopIdentityContext>,
  );
  const names = [...document.head.querySelectorAll("meta")].map(
    (tag) => tag.getAttribute("property") ?? tag.getAttribute("name"),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name?.startsWith("product:"))).toEqual([]);
  expect(content('[property="og:image:width"]')).toBe("1200");
  expect(document.title).toBe("Cart | Lumen");
  expect(content('[property="og:url"]')).toBe("https://shop.example/cart");
});

test("A page without a name of its own has the default title", () => {
  showMeta(homeMeta("", 1));
  expect(document.title).toBe("Modern E-Commerce Store");
});
