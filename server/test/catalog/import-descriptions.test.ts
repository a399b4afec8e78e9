import { expect, it } from "vitest";
import { toDescription } from "../../src/domain/import/plain-text.ts";
import { renderMarkdown } from "../../src/infra/render-markdown.ts";

it.each([
  ["<p>One</p><p>Two &amp; three</p>", "One\n\nTwo & three", false],
  ["<h2>Fit</h2><p>Wear <b>it</b> <i>well</i>.</p>", "## Fit\n\nWear **it** *well*.", true],
  ["<h1>Top</h1><ul><li>oak</li><li>5 * 3 = 15</li></ul>", "## Top\n\n * oak\n * 5 \\* 3 = 15", true],
  ["<p><strong> blank </strong><strong></strong>a_b # c</p>", "blank a\\_b \\# c", true],
  ["<ol><li>First</li><li>Second<br>line</li></ol>", "1. First\n 2. Second\\\n    line", true],
  ["<p>x</p><script>alert('<b>')</script>", "x", true],
])("The description %j becomes %j", (html, text, isMarkdown) => {
  expect(toDescription(html)).toEqual({ text, isMarkdown });
});

it("Emphasis, lists and what only looks like them are shown as they were meant", async () => {
  const found = toDescription(
    "<h3>Care</h3><p>Do <em>not</em> wash *hot*: use [cold] _water_</p><ul><li>dry</li></ul>",
  );
  const shown = JSON.stringify(await renderMarkdown(found?.text ?? ""));
  expect(shown).toContain("wash *hot*: use [cold] _water_");
  expect(shown).toContain('"not"');
  expect(shown).toContain('"dry"');
});
