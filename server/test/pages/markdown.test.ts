import type { BlockNode, InlineNode } from "@shop/shared/page/info-page";
import { infoPreviewSchema } from "@shop/shared/page/info-page-edit";
import { describe, expect, test } from "vitest";
import { linkTarget, parseMarkdown, plainText } from "../../src/infra/markdown.ts";

/** Every address that a tree links to. */
function linksOf(nodes: readonly (BlockNode | InlineNode)[]): string[] {
  const found: string[] = [];
  JSON.stringify(nodes, (key, value) => {
    if (key === "to") found.push(value);
    return value;
  });
  return found;
}

const kinds = new Set(
  "paragraph heading list quote preformatted table rule strong emphasis code link break".split(" "),
);

describe("the text of a page", () => {
  test("has headings below the page's title, paragraphs, lists, tables and links", () => {
    const text =
      "# Costs\n\nWe **always** pay.\n\n1. one\n2. two\n\n| To | Days |\n|---|---|\n| [US](/x?a=1#b) | 2 |\n";
    expect(parseMarkdown(text)).toEqual([
      { type: "heading", level: 2, content: ["Costs"] },
      { type: "paragraph", content: ["We ", { type: "strong", content: ["always"] }, " pay."] },
      {
        type: "list",
        start: 1,
        items: [[{ type: "paragraph", content: ["one"] }], [{ type: "paragraph", content: ["two"] }]],
      },
      {
        type: "table",
        head: [["To"], ["Days"]],
        rows: [[[{ type: "link", to: "/x?a=1#b", content: ["US"] }], ["2"]]],
      },
    ]);
  });

  test("never skips a heading level", () => {
    const levels = (text: string) => parseMarkdown(text).map((block) => "level" in block && block.level);
    expect(levels("### a\n#### b\n## c\n##### d")).toEqual([2, 3, 2, 3]);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "&#106;avascript:alert(1)",
    "javascript&colon;alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://shop.example.com/1",
    "//evil.example.com",
    "/\\evil.example.com",
    "\\\\evil.example.com",
    "/.//evil.example.com",
    "/%2e//evil.example.com",
    "https:evil",
    "relative",
    "ftp://example.com",
  ])("links to no address like %s", (address) => {
    const texts = [
      `[a](${address})`,
      `[a](<${address}>)`,
      `<${address}>`,
      `[a]\n\n[a]: ${address}`,
      `![a](${address})`,
    ];
    for (const link of texts.flatMap((text) => linksOf(parseMarkdown(text)))) {
      // Markdown may read a part of it as a path, which stays in the shop.
      expect(new URL(link, "https://shop.example.com").origin).toBe("https://shop.example.com");
    }
    expect(linkTarget(address)).toBeUndefined();
  });

  test("links to web pages, mail addresses, telephone numbers and paths of the shop", () => {
    for (const address of [
      "https://example.com/a",
      "http://example.com/",
      "mailto:a@example.com",
      "tel:+123",
      "/cart",
    ]) {
      expect(linksOf(parseMarkdown(`[a](${address})`))).toEqual([address]);
    }
  });

  test("shows HTML as the text that was typed", () => {
    const hostile = '<script>alert(1)</script>\n\n<img src=x onerror="alert(1)">\n\na <b onclick=x>b</b> <!-- c -->';
    const tree = parseMarkdown(hostile);
    expect(plainText(tree)).toContain("<script>alert(1)</script>");
    expect(plainText(tree)).toContain("<b onclick=x>b</b>");
    JSON.stringify(tree, (key, value) => {
      if (key === "type") expect(kinds).toContain(value);
      return value;
    });
  });

  test.each([
    "> ".repeat(6).concat("a\n").repeat(1_400),
    "- ".repeat(6).concat("a\n").repeat(1_400),
    Array.from({ length: 138 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n"),
    "[".repeat(20_000),
    "[a](".repeat(5_000),
    "**a".repeat(6_600),
    "![[]()".repeat(3_300),
    "[a]: b\n".repeat(2_800),
    "<a".repeat(10_000),
  ])("that was made to be hard to read is a small tree: %#", (text) => {
    expect(infoPreviewSchema.safeParse({ text }).success).toBe(true);
    expect(JSON.stringify(parseMarkdown(text)).length).toBeLessThan(400_000);
  });

  test.each(["> ".repeat(9_999), "- ".repeat(9_999), "1. - > + * > - a", "ok\n\n-\t-\t-\t-\t-\t-\t-\ta"])(
    "is refused where lists and quotes are nested very deep: %#",
    (text) => {
      expect(infoPreviewSchema.safeParse({ text }).error?.issues[0]?.message).toMatch(/six levels/);
    },
  );
});
