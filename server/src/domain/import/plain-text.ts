import { deepLine } from "@shop/shared/page/info-page-edit";
import { compile, type FormatCallback } from "html-to-text";
import { Parser } from "htmlparser2";
import { z } from "zod";

/** Page builders nest some thirty tags; the library calls itself for each. */
const nestingMax = 100;
/** A table is laid out in columns while it has at most as many cells and characters, spans and padding included. */
const layoutCellsMax = 2_000;
const layoutCharactersMax = 20_000;

type Builder = Parameters<FormatCallback>[2];
type TableRows = { colspan: number; rowspan: number; text: string }[][];

/** The text has too many tags within each other. */
class NestedDeeply extends Error {
  override readonly name = "NestedDeeply";
}

const options = {
  wordwrap: false as const,
  formatters: {
    boundedTable: formatTable,
    heading: formatHeading,
    hardBreak: formatBreak,
    strong: formatMarks("**"),
    emphasis: formatMarks("*"),
  },
  selectors: [
    { selector: "a", options: { ignoreHref: true } },
    { selector: "img", format: "skip" },
    { selector: "table", format: "boundedTable" },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    ...["script", "style", "iframe", "object"].map((selector) => ({ selector, format: "skip" })),
  ],
};

/** Markdown has the marks of headings and emphasis, and what would be one in the text is no mark. */
const markdownOptions = {
  ...options,
  encodeCharacters: Object.fromEntries(
    ["\\", "*", "_", "`", "[", "]", "#", "<", ">", "~", "|"].map((mark) => [mark, `\\${mark}`]),
  ),
  selectors: [
    ...options.selectors.filter(({ selector }) => !/^h\d$/.test(selector)),
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, format: "heading" })),
    ...["strong", "b"].map((selector) => ({ selector, format: "strong" })),
    ...["em", "i"].map((selector) => ({ selector, format: "emphasis" })),
    { selector: "br", format: "hardBreak" },
  ],
};

/** Prepared once: that takes longer than a description. */
const convert = compile(options);
const convertToMarkdown = compile(markdownOptions);

/** What plain text cannot say. */
const markup = /<(?:h[1-6]|strong|b|em|i|ul|ol)(?=[\s>])/i;

/** The text of a description in HTML, with its paragraphs and lists; nothing if too many tags are within each other. */
export function toPlainText(html: string): string | undefined {
  return isNestedDeeply(html) ? undefined : convert(html).trim();
}

/** The same as Markdown where it has headings, lists or emphasis. */
export function toDescription(html: string): { text: string; isMarkdown: boolean } | undefined {
  if (isNestedDeeply(html)) return undefined;
  const text = markup.test(html) ? convertToMarkdown(html).trim() : "";
  // What Markdown cannot show stays plain.
  if (text !== "" && !deepLine.test(text)) return { text, isMarkdown: true };
  return { text: convert(html).trim(), isMarkdown: false };
}

/** The HTML of a text of WordPress, where line breaks count: blank lines part paragraphs that have no tags of a block. */
export function paragraphsOf(text: string): string {
  const parts = text
    .replaceAll("\\n", "\n")
    .replaceAll("\r", "")
    .split(/\n[ \t]*\n/)
    .filter((part) => part.trim() !== "");
  return parts
    .map((part) => (blockTag.test(part) ? part : `<p>${part.trim().replaceAll("\n", "<br>")}</p>`))
    .join("\n");
}

const blockTag = /<\/?(?:p|div|ul|ol|li|h[1-6]|table|thead|tbody|tr|td|th|blockquote|pre|section|figure|hr)(?=[\s/>])/i;

/** A name whose characters an export wrote as HTML entities; what looks like a tag stays. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/gi, (entity) => convert(entity) || " ").trim();
}

type Element = Parameters<FormatCallback>[0];

function formatHeading(...[elem, walk, builder]: Parameters<FormatCallback>): void {
  builder.openBlock({ leadingLineBreaks: 2 });
  // The first level is the name of the product.
  builder.addLiteral(`${"#".repeat(Math.max(2, Number(elem.name?.slice(1))))} `);
  walk(elem.children, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
}

function formatBreak(...[, , builder]: Parameters<FormatCallback>): void {
  builder.addLiteral("\\");
  builder.addLineBreak();
}

/** Marks around a text within a line; Markdown has none around blanks, nothing or paragraphs. */
function formatMarks(marks: string): FormatCallback {
  return (elem, walk, builder) => {
    const isMarked = elem.children.length === 1 && isMarkable(elem.children[0]);
    if (isMarked) builder.addLiteral(marks);
    walk(elem.children, builder);
    if (isMarked) builder.addLiteral(marks);
  };
}

function isMarkable(child: Element | undefined): boolean {
  const { data } = markableSchema.safeParse(child);
  return data !== undefined && data.data.trim() === data.data && data.data !== "";
}

const markableSchema = z.object({ type: z.literal("text"), data: z.string() });

/** As the library's, except that large tables and wide spans, whose layout grows with their square, get no columns. */
function formatTable(...[elem, walk, builder, formatOptions]: Parameters<FormatCallback>): void {
  boundTables(builder);
  builder.options.formatters.dataTable?.(elem, walk, builder, formatOptions);
}

const bounded = new WeakSet<Builder>();

/** Chooses the layout of a table where it is closed, because its cells are known there only. */
function boundTables(builder: Builder): void {
  if (bounded.has(builder)) return;
  bounded.add(builder);
  const closeTable = builder.closeTable.bind(builder);
  builder.closeTable = ({ tableToString, leadingLineBreaks, trailingLineBreaks } = { tableToString: toLines }) =>
    closeTable({
      tableToString: (rows) => (canBeLaidOut(rows) ? tableToString(rows) : toLines(rows)),
      leadingLineBreaks,
      trailingLineBreaks,
    });
}

function canBeLaidOut(rows: TableRows): boolean {
  let [cells, lines, width] = [0, 0, 0];
  for (const row of rows) {
    let rowWidth = 0;
    let rowLines = 1;
    for (const { colspan, rowspan, text } of row) {
      if (!isSpan(colspan) || !isSpan(rowspan)) return false;
      cells += colspan * rowspan;
      rowWidth += text.length;
      rowLines = Math.max(rowLines, text.split("\n").length);
    }
    width = Math.max(width, rowWidth);
    lines += rowLines;
  }
  return cells <= layoutCellsMax && lines * width <= layoutCharactersMax;
}

const isSpan = (span: number) => Number.isInteger(span) && span >= 1 && span <= layoutCellsMax;

const toLines = (rows: TableRows) => rows.map((row) => row.map(({ text }) => text).join("   ")).join("\n");

function isNestedDeeply(html: string): boolean {
  if (html.split("<", nestingMax + 2).length <= nestingMax + 1) return false;
  let depth = 0;
  const count = (change: number) => {
    depth += change;
    if (depth > nestingMax) throw new NestedDeeply();
  };
  try {
    new Parser({ onopentagname: () => count(1), onclosetag: () => count(-1) }).end(html);
    return false;
  } catch (error) {
    if (error instanceof NestedDeeply) return true;
    throw error;
  }
}

/** Whether a text is HTML rather than plain. */
export function looksLikeHtml(text: string): boolean {
  const tag = text.search(/<\/?(p|br|div|ul|ol|li|b|i|strong|em|span|h[1-6]|table|a|img)(?=\s|\/?>)/i);
  return tag !== -1 && text.includes(">", tag);
}
