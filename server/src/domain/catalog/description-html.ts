import { escapeHtml } from "@shop/shared/page/html";
import type { BlockNode, InlineNode } from "@shop/shared/page/info-page";
import { asTyped, renderMarkdown } from "../../infra/render-markdown.ts";

/** A description as HTML, as other shops import it. */
export async function descriptionHtml(text: string, isMarkdown: boolean): Promise<string> {
  if (text === "") return "";
  const blocks = (isMarkdown ? await renderMarkdown(text) : undefined) ?? asTyped(text);
  return blocks.map(blockHtml).join("");
}

function blockHtml(block: BlockNode): string {
  switch (block.type) {
    case "paragraph":
      return `<p>${inlineHtml(block.content)}</p>`;
    case "heading":
      return `<h${block.level}>${inlineHtml(block.content)}</h${block.level}>`;
    case "list": {
      const tag = block.start === null ? "ul" : "ol";
      return `<${tag}>${block.items.map((item) => `<li>${itemHtml(item)}</li>`).join("")}</${tag}>`;
    }
    case "quote":
      return `<blockquote>${block.content.map(blockHtml).join("")}</blockquote>`;
    case "preformatted":
      return `<pre>${escapeHtml(block.text)}</pre>`;
    case "table":
      return `<table>${[block.head, ...block.rows].map(rowHtml).join("")}</table>`;
    case "image":
      return `<p>${escapeHtml(block.alt)}</p>`;
    case "rule":
      return "<hr>";
  }
}

/** An item of a list; one of a single paragraph has none of its own. */
function itemHtml(item: readonly BlockNode[]): string {
  const isSingle = item.filter(({ type }) => type === "paragraph").length === 1;
  const toItem = (block: BlockNode) =>
    isSingle && block.type === "paragraph" ? inlineHtml(block.content) : blockHtml(block);
  return item.map(toItem).join("");
}

function rowHtml(cells: InlineNode[][]): string {
  return `<tr>${cells.map((cell) => `<td>${inlineHtml(cell)}</td>`).join("")}</tr>`;
}

function inlineHtml(nodes: readonly InlineNode[]): string {
  return nodes.map(nodeHtml).join("");
}

function nodeHtml(node: InlineNode): string {
  if (typeof node === "string") return escapeHtml(node).replaceAll("\n", "<br>");
  switch (node.type) {
    case "strong":
      return `<strong>${inlineHtml(node.content)}</strong>`;
    case "emphasis":
      return `<em>${inlineHtml(node.content)}</em>`;
    case "code":
      return `<code>${escapeHtml(node.text)}</code>`;
    case "link":
      return `<a href="${escapeHtml(node.to)}">${inlineHtml(node.content)}</a>`;
    case "break":
      return "<br>";
  }
}
