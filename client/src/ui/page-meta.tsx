import { type PageMeta as Meta, metaTags, pageTitle } from "@shop/shared/page/page-data";
import { useEffect } from "react";
import { useShop } from "./shop-identity.ts";

/**
 * Updates the document title, canonical URL and meta elements. Those written by
 * the server are updated in place, and those of another page are removed.
 */
export function PageMeta({ meta }: { meta: Meta }) {
  const shop = useShop();
  // Pages build their meta anew for each render; setting the same values again changes nothing.
  useEffect(() => {
    const url = shop.origin + meta.path;
    const tags = metaTags(meta, shop);
    document.title = pageTitle(meta.name, shop.name);
    setTag("link", ["rel", "canonical"], ["href", url]);
    for (const [attribute, key, content] of tags) setTag("meta", [attribute, key], ["content", content]);
    const known = new Set<string>(tags.map(([, key]) => key));
    for (const element of document.head.querySelectorAll('meta[property^="og:"], meta[property^="product:"]')) {
      if (!known.has(element.getAttribute("property") ?? "")) element.remove();
    }
    // The structured data of the initially loaded product does not apply to other pages.
    for (const data of document.head.querySelectorAll('script[type="application/ld+json"]')) {
      if (!(data.textContent ?? "").includes(JSON.stringify(url))) data.remove();
    }
  }, [meta, shop]);
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
