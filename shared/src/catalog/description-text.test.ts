import { expect, it } from "vitest";
import { descriptionText } from "./description-text.ts";

const plain = (description: string) => descriptionText({ description, isMarkdown: true });

it("A description without its marks reads as its words do", () => {
  expect(
    plain("## Fabric\n\nSoft **linen**, _washed_ twice.\n\n- Made in [Porto](https://example.com/a)\n- `30` degrees"),
  ).toBe("Fabric\n\nSoft linen, washed twice.\n\nMade in Porto\n30 degrees");
  expect(plain("> Quoted\n\n---\n\n| Size | Chest |\n|---|---|\n| S | 35 in |")).toBe(
    "Quoted\n\n\n\nSize Chest\n\nS 35 in",
  );
  expect(plain("2 * 3 is 6 \\* and a_b_c stays")).toBe("2 * 3 is 6 * and a_b_c stays");
});

it("A description that is no Markdown stays as it was typed", () => {
  expect(descriptionText({ description: "# 1 of **all**", isMarkdown: false })).toBe("# 1 of **all**");
  expect(descriptionText({ description: "- as it is" })).toBe("- as it is");
});

it("No repeated mark takes long", () => {
  for (const mark of ["[", "![](", "*", "_a", "|", "-", "# ", "> ", "`", "\\\\"])
    plain(mark.repeat(5_000 / mark.length));
}, 2_000);
