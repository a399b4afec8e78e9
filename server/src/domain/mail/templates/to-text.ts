import type { ShopIdentity } from "../../base/shop-facts.ts";
import type { Block, Footer, MailBody } from "./body.ts";

const width = 72;

/** The plain text of a mail. */
export function toText({ title, blocks, reason }: MailBody, shop: ShopIdentity, footer: Footer): string {
  const parts = [
    title,
    "=".repeat(Math.min(title.length, width)),
    "",
    blocks.flatMap(textOfBlock).join("\n\n"),
    "",
    // Mailboxes recognize a signature by this line.
    "-- ",
    shop.name,
    shop.origin,
    "",
    wrap(reason),
    ...(footer.profileUrl === undefined ? [] : [`Choose which mails you get: ${footer.profileUrl}`]),
    ...(footer.unsubscribeUrl === undefined ? [] : ["Unsubscribe with one click:", footer.unsubscribeUrl]),
  ];
  return `${parts.join("\n")}\n`;
}

/** Nothing for an image. */
function textOfBlock(block: Block): string | [] {
  switch (block.is) {
    case "image":
      return [];
    case "text":
    case "note":
      return wrap(block.text);
    case "quote":
      return block.lines.map((line) => `> ${line}`.trimEnd()).join("\n");
    case "heading":
      return `${block.text}\n${"-".repeat(Math.min(block.text.length, width))}`;
    case "code":
      return `    ${block.code}`;
    case "button":
      return `${block.label}:\n${block.url}`;
    case "links":
      return block.links
        .map(({ label, url, note }) => `* ${label}${note === undefined ? "" : ` (${note})`}\n  ${url}`)
        .join("\n");
    case "facts":
      return block.facts
        .map(({ name, lines }) => `${name}:\n${lines.map((line) => `  ${line}`).join("\n")}`)
        .join("\n");
    case "items":
      return [
        ...block.items.map(({ name, note, amount }) => `${wrap(name)}\n${aligned(`  ${note}`, amount)}`),
        ...(block.sums.length === 0 ? [] : ["-".repeat(width)]),
        ...block.sums.map(({ name, amount }) => aligned(name, amount)),
      ].join("\n");
  }
}

/** A name at the left and an amount at the right of a line. */
function aligned(name: string, amount: string): string {
  return `${name.padEnd(width - amount.length)}${amount}`.trimEnd();
}

/** Breaks a text into lines between words. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}
