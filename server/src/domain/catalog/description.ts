import type { BlockNode } from "@shop/shared/page/info-page";
import { deepLine } from "@shop/shared/page/info-page-edit";
import { asTyped, renderMarkdown } from "../../infra/render-markdown.ts";
import { DomainError } from "../base/errors.ts";

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

/** Fails with VALIDATION for Markdown that would take too long to show. */
export async function refuseHardMarkdown(description: string): Promise<void> {
  const isShowable =
    !deepLine.test(description) && (await renderMarkdown(description, { isDraft: true })) !== undefined;
  if (isShowable) return;
  const message =
    "This text is too complicated to be shown. Please use fewer special characters and lists within lists.";
  throw new DomainError("VALIDATION", message, { errors: [{ path: "description", message }] });
}
