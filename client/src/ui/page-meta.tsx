import { type PageMeta as Meta, pageTitle } from "@shop/shared/page-data";
import { useEffect } from "react";
import { useShop } from "./shop-identity.ts";

/**
 * Keeps the document's title, description, canonical address and sharing tags
 * in step with the screen. The tags that the server wrote are changed, not doubled.
 */
export function PageMeta({ meta }: { meta: Meta }) {
  const shop = useShop();
  const { description, path } = meta;
  const title = pageTitle(meta.name, shop.name);
  const image = URL.canParse(meta.image) ? meta.image : shop.origin + meta.image;
  const url = shop.origin + path;
  const type = path.startsWith("/product/") ? "product" : "website";
  useEffect(() => {
    document.title = title;
    setTag("link", ["rel", "canonical"], ["href", url]);
    setTag("meta", ["name", "description"], ["content", description]);
    const shared = { title, description, image };
    for (const [key, content] of Object.entries({ site_name: shop.name, type, ...shared, url })) {
      setTag("meta", ["property", `og:${key}`], ["content", content]);
    }
    for (const [key, content] of Object.entries({ card: "summary_large_image", ...shared })) {
      setTag("meta", ["name", `twitter:${key}`], ["content", content]);
    }
    // What describes the product that the page was loaded with is wrong on any other page.
    for (const data of document.head.querySelectorAll('script[type="application/ld+json"]')) {
      if (!(data.textContent ?? "").includes(JSON.stringify(url))) data.remove();
    }
  }, [title, description, image, url, type, shop.name]);
  return null;
}

type Attribute = readonly [name: string, value: string];

function setTag(tag: "link" | "meta", [key, value]: Attribute, [attribute, content]: Attribute): void {
  let element = document.head.querySelector(`${tag}[${key}="${value}"]`);
  if (element === null) {
    element = document.createElement(tag);
    element.setAttribute(key, value);
    document.head.append(element);
  }
  element.setAttribute(attribute, content);
}
