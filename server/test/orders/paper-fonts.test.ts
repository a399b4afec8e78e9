import { create } from "fontkit";
import { describe, expect, it } from "vitest";
import { readFont } from "../../src/infra/paper/fonts.ts";
import { breakLines, missing, type Run, toRuns, toShape } from "../../src/infra/paper/typesetter.ts";
import { randomFrom } from "../harness/random.ts";

const fonts = new Map<string, ReturnType<typeof open>>();
function open(file: string) {
  const font = create(readFont(file));
  if (!("layout" in font)) throw new Error("a collection of fonts");
  return font;
}

/** The glyphs of a run; number 0 is that of a letter which the font does not have. */
function glyphsOf(run: Run): number[] {
  const font = fonts.get(run.font) ?? open(run.font);
  fonts.set(run.font, font);
  return font.layout(toShape(run)).glyphs.map(({ id }) => id);
}

const shown = (text: string) =>
  toRuns(text)
    .map((run) => toShape(run))
    .join("");

describe("texts on paper", () => {
  it("have a glyph for each letter of ten thousand names from all of Unicode, or the sign of what is missing", () => {
    const random = randomFrom(1128);
    const letter = () => {
      for (;;) {
        const plane = random() < 0.9 ? 0 : 1;
        const point = plane * 0x10000 + Math.floor(random() * 0x10000);
        const character = String.fromCodePoint(point);
        if (/[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character)) return character;
      }
    };
    const unset: string[] = [];
    for (let name = 0; name < 10_000; name += 1) {
      const text = Array.from({ length: 1 + Math.floor(random() * 6) }, letter).join("");
      for (const run of toRuns(text)) {
        if (/^\p{Default_Ignorable_Code_Point}*$/u.test(run.text)) continue;
        const glyphs = glyphsOf(run);
        if (glyphs.length === 0 || glyphs.includes(0)) unset.push(text);
      }
    }
    expect(unset).toEqual([]);
  });

  it("are shaped in the scripts of the world", () => {
    const names = [
      ...["Ľubomír Žáčik", "Nguyễn Thị Thuỷ", "Юрій", "Αλέξανδρος", "محمد", "דנה", "राजेश क्षत्रिय", "বাংলা", "ਗੁਰਮੁਖੀ"],
      ...["ગુજરાતી", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "සිංහල", "สมชาย", "ລາວ", "ខ្មែរ", "မြန်မာ", "ქართული", "Հայ"],
      ...["አማርኛ", "李小龙", "山田太郎", "𠮷野家", "김철수", "👩‍👩‍👧‍👦 🇩🇪", "ᚠᚢᚦ", "ཀ་ཁ་ག"],
    ];
    for (const name of names) {
      const glyphs = toRuns(name).flatMap(glyphsOf);
      expect(glyphs, name).not.toContain(0);
      expect(shown(name), name).not.toContain(missing);
    }
    // A family is one sign, and not four.
    expect(toRuns("👩‍👩‍👧‍👦").flatMap(glyphsOf)).toHaveLength(1);
  });

  it("run from right to left where their letters do, with numbers and Latin as they are read", () => {
    const order = (text: string) => toRuns(text).map((run) => run.text);
    expect(order("דנה 12")).toEqual(["12", " ", "דנה"]);
    expect(order("Dana דנה Levi")).toEqual(["Dana ", "דנה", " Levi"]);
    // The brackets of a right-to-left text open to the left.
    expect(shown("(דנה)")).toBe("(דנה)");
  });

  it("show a sign in place of what no font has", () => {
    expect(shown("A\u{10FFFD}B")).toBe(`A${missing}B`);
  });

  it("break into lines between words, and within words that are too long", () => {
    const lines = (text: string) =>
      breakLines(text, 10, { size: 1 }, (run) => [...run.text].length).map((line) =>
        line.map((run) => run.text).join(""),
      );
    expect(lines("one two three four")).toEqual(["one two", "three four"]);
    expect(lines("incomprehensible word")).toEqual(["incomprehe", "nsible", "word"]);
    expect(lines("山田太郎山田太郎山田太郎")).toEqual(["山田太郎山田太郎山田", "太郎"]);
    expect(lines("")).toEqual([""]);
  });
});
