import type { BlockNode } from "@shop/shared/page/info-page";
import { asTyped, renderMarkdown } from "../../infra/render-markdown.ts";

type Described = { description: string; isMarkdown?: true };

/** A product with its description as a tree of what pages may contain, if it is Markdown. */
export async function withDescriptionBody<Product extends Described>(
  product: Product,
): Promise<Product & { descriptionBody?: BlockNode[] }> {
  if (product.isMarkdown !== true) return product;
  const { description } = product;
  return { ...product, descriptionBody: withoutImages((await renderMarkdown(description)) ?? asTyped(description)) };
}

/** A product has its images beside the text; one that only a text names would be deleted as unused. */
function withoutImages(body: readonly BlockNode[]): BlockNode[] {
  return body.map((node): BlockNode => {
    if (node.type === "image") return { type: "paragraph", content: [node.alt] };
    if (node.type === "quote") return { ...node, content: withoutImages(node.content) };
    return node.type === "list" ? { ...node, items: node.items.map(withoutImages) } : node;
  });
}
