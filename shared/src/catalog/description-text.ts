/** Without zod and without a parser, because pages and feeds of many products use this. */

/** What Markdown marks a text with, each with what stands for it in plain text. */
const marks: [RegExp, string][] = [
  // Links and images are their texts.
  [/!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, "$1"],
  // Headings, quotes, lists and rules at the beginning of a line.
  [/^[ \t]{0,3}(?:#{1,6}[ \t]+|>[ \t]?|[-+*][ \t]+|(?:[-*_][ \t]*){3,}$)/gm, ""],
  // The row below a table's head, and what stands between cells.
  [/^[ \t|:-]*-[ \t|:-]*$/gm, ""],
  [/[ \t]*\|[ \t]*/g, " "],
  [/(\*\*|\*|`)(?=\S)([^*`]+?)\1/g, "$2"],
  [/(?<!\w)(__|_)(?=\S)([^_]+?)\1(?!\w)/g, "$2"],
  [/\\([^\w\s])/g, "$1"],
  [/^[ \t]+|[ \t]+$/gm, ""],
];

/** A description as plain text, for search engines, feeds and cards. */
export function descriptionText({
  description,
  isMarkdown,
}: {
  description: string;
  isMarkdown?: boolean | undefined;
}): string {
  if (isMarkdown !== true) return description;
  return marks.reduce((text, [mark, plain]) => text.replace(mark, plain), description).trim();
}
