import { imageIdOf } from "@shop/shared/catalog/image";
import type { BlockNode, InlineNode } from "@shop/shared/page/info-page";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root["children"][number];
type Table = Extract<Node, { type: "table" }>;

/** Deeper lists, quotes and emphases are left out: nobody writes them, and recursion must end. */
const depthMax = 12;
/** Search engines show about as much. */
const firstWordsLength = 155;
const absoluteAddress = /^(https?:\/\/|mailto:|tel:)/i;
/** Resolves relative addresses; what stays on it is a path of the shop. */
const anyOrigin = "https://shop.invalid";

/**
 * Markdown as a tree of what pages may contain. HTML is text like any other, images are their alternative text
 * but for uploaded ones in a paragraph of their own, and links lead to http, https, mailto and tel addresses or to paths of the shop alone; others are their text.
 */
export function parseMarkdown(text: string): BlockNode[] {
  const root = fromMarkdown(text, {
    extensions: [gfmTable(), { disable: { null: ["htmlFlow", "htmlText"] } }],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  return withOrderedHeadings(blocksOf(root.children, addressesOf(root.children), 0));
}

/** What stands in lines of its own. */
const blocks: ReadonlySet<string> = new Set(["paragraph", "heading", "quote", "preformatted"]);

/** All text of a tree in one line. */
export function plainText(nodes: readonly (BlockNode | InlineNode)[]): string {
  return nodes
    .map((node): string => {
      if (typeof node === "string") return node;
      const after = blocks.has(node.type) ? " " : "";
      if ("text" in node) return node.text + after;
      if ("content" in node) return plainText(node.content) + after;
      if (node.type === "image") return "";
      if (node.type === "list") return `${node.items.map(plainText).join(" ")} `;
      if (node.type === "table") return `${[node.head, ...node.rows].flat().map(plainText).join(" ")} `;
      return " ";
    })
    .join("")
    .replace(/\s+/g, " ");
}

/** The first words of a text. */
export function firstWords(body: readonly BlockNode[]): string {
  const line = plainText(body).trim();
  if (line.length <= firstWordsLength) return line;
  const end = line.lastIndexOf(" ", firstWordsLength);
  return `${line.slice(0, end > 0 ? end : firstWordsLength)}…`;
}

/** Where a link leads; `undefined` for an address that no link may have. */
export function linkTarget(address: string): string | undefined {
  if (!URL.canParse(address, anyOrigin)) return undefined;
  const url = new URL(address, anyOrigin);
  if (absoluteAddress.test(address)) return url.href;
  // After resolving: `/.//example.com` is a path here, and another host in a browser.
  const isInShop = address.startsWith("/") && url.origin === anyOrigin && !url.pathname.startsWith("//");
  return isInShop ? url.pathname + url.search + url.hash : undefined;
}

/** The addresses that links refer to by a label. The first one of a label counts. */
type Addresses = ReadonlyMap<string, string>;

function addressesOf(nodes: readonly Node[]): Addresses {
  const found = nodes.flatMap((node) => (node.type === "definition" ? [[node.identifier, node.url] as const] : []));
  return new Map(found.reverse());
}

function blocksOf(nodes: readonly Node[], addresses: Addresses, depth: number): BlockNode[] {
  return depth > depthMax ? [] : nodes.flatMap((node) => blockOf(node, addresses, depth + 1) ?? []);
}

function blockOf(node: Node, addresses: Addresses, depth: number): BlockNode | undefined {
  switch (node.type) {
    case "paragraph":
      return imageOf(node) ?? { type: "paragraph", content: inlinesOf(node.children, addresses, depth) };
    case "heading":
      return { type: "heading", level: levelOf(node.depth), content: inlinesOf(node.children, addresses, depth) };
    case "list": {
      const items = node.children.map((item) => blocksOf(item.children, addresses, depth));
      return { type: "list", start: node.ordered === true ? (node.start ?? 1) : null, items };
    }
    case "blockquote":
      return { type: "quote", content: blocksOf(node.children, addresses, depth) };
    case "code":
      return { type: "preformatted", text: node.value };
    case "table":
      return tableOf(node, addresses, depth);
    case "thematicBreak":
      return { type: "rule" };
    case "html":
      return { type: "paragraph", content: [node.value] };
    default:
      return undefined;
  }
}

/** An image that is a paragraph of its own and was uploaded here; other sites could follow who reads a page. */
function imageOf({ children }: Extract<Node, { type: "paragraph" }>): BlockNode | undefined {
  const [image, ...more] = children;
  if (image?.type !== "image" || more.length > 0 || imageIdOf(image.url) === undefined) return undefined;
  return { type: "image", image: image.url, alt: image.alt ?? "" };
}

/** The title of the page is the heading of level 1. */
function levelOf(depth: number): 2 | 3 | 4 {
  if (depth <= 2) return 2;
  return depth === 3 ? 3 : 4;
}

/** Each heading at most one level below the one before it, for those who go from heading to heading. */
function withOrderedHeadings(blocks: readonly BlockNode[]): BlockNode[] {
  let above = 1;
  return blocks.map((block) => {
    if (block.type !== "heading") return block;
    const level = block.level === 4 && above < 3 ? levelOf(above + 1) : block.level;
    above = level === 3 && above < 2 ? 2 : level;
    return { ...block, level: levelOf(above) };
  });
}

function tableOf({ children }: Table, addresses: Addresses, depth: number): BlockNode {
  const [head = [], ...rows] = children.map((row) =>
    row.children.map((cell) => inlinesOf(cell.children, addresses, depth)),
  );
  return { type: "table", head, rows };
}

function inlinesOf(nodes: readonly Node[], addresses: Addresses, depth: number): InlineNode[] {
  return depth > depthMax ? [] : nodes.flatMap((node) => inlineOf(node, addresses, depth + 1));
}

function inlineOf(node: Node, addresses: Addresses, depth: number): InlineNode[] {
  switch (node.type) {
    case "text":
    case "html":
      return [node.value];
    case "strong":
    case "emphasis":
      return [{ type: node.type, content: inlinesOf(node.children, addresses, depth) }];
    case "inlineCode":
      return [{ type: "code", text: node.value }];
    case "break":
      return [{ type: "break" }];
    case "image":
    case "imageReference":
      return [node.alt ?? ""];
    case "link":
      return linkOf(node.url, inlinesOf(node.children, addresses, depth));
    case "linkReference":
      return linkOf(addresses.get(node.identifier) ?? "", inlinesOf(node.children, addresses, depth));
    default:
      return [];
  }
}

function linkOf(address: string, content: InlineNode[]): InlineNode[] {
  const to = linkTarget(address);
  return to === undefined ? content : [{ type: "link", to, content }];
}
