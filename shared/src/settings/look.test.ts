import { describe, expect, it } from "vitest";
import {
  contrastMin,
  contrastOfAccent,
  linkOfAccent,
  linkOnLight,
  lookRules,
  nearestAccent,
  specifiedAccent,
} from "./look.ts";

/** A thousand colours from a seed, the same in each run. */
const colours = Array.from({ length: 1_000 }, (_, n) => {
  const mixed = Math.imul(n + 1, 0x9e3779b1) >>> 8;
  return `#${(mixed & 0xffffff).toString(16).padStart(6, "0")}`;
});

/** The contrast of two colours, computed once more from the definition (WCAG 2.2). */
function contrastOf(one: string, other: string): number {
  const luminance = (hex: string) => {
    const linear = [hex.slice(1, 3), hex.slice(3, 5), hex.slice(5, 7)].map((text) => {
      const part = Number.parseInt(text, 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return linear.reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);
  };
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

describe("An accent", () => {
  it("that white text can be read on stays, and any other has a nearest one on which it can", () => {
    expect(new Set(colours).size).toBeGreaterThan(990);
    for (const colour of colours) {
      const nearest = nearestAccent(colour);
      expect(contrastOf(nearest, "#ffffff"), colour).toBeGreaterThanOrEqual(contrastMin);
      expect(contrastOfAccent(colour), colour).toBeCloseTo(contrastOf(colour, "#ffffff"), 6);
      if (contrastOf(colour, "#ffffff") >= contrastMin) expect(nearest).toBe(colour);
      // No lighter one of the same hue passes by more than a step.
      else expect(contrastOf(nearest, "#ffffff"), colour).toBeLessThan(contrastMin + 0.25);
    }
  });

  it("gives links that can be read on every background of the shop", () => {
    for (const colour of colours) {
      for (const background of ["#0b0f1a", "#151b2b", "#141a2a", "#1a2135", "#232b43"]) {
        expect(
          contrastOf(linkOfAccent(nearestAccent(colour)), background),
          `${colour} on ${background}`,
        ).toBeGreaterThanOrEqual(contrastMin);
      }
    }
  });

  it("gives links that can be read on every background of the light scheme", () => {
    for (const colour of colours) {
      for (const background of ["#f2f5fb", "#ffffff", "#f0f3fa", "#e2e8f4", "#e6ecf8"]) {
        expect(
          contrastOf(linkOnLight(nearestAccent(colour)), background),
          `${colour} on ${background}`,
        ).toBeGreaterThanOrEqual(contrastMin);
      }
    }
  });

  it("adds nothing to a page as long as it is the specified one", () => {
    expect(lookRules({ accent: specifiedAccent, phoneColumns: "1", colorScheme: "dark" })).toBe("");
    expect(lookRules({ accent: specifiedAccent, phoneColumns: "1", colorScheme: "light" })).toBe("");
    expect(lookRules({ accent: "#7c3aed", phoneColumns: "1", colorScheme: "dark" })).toMatch(
      /^:root:root\{--shop-accent:#7c3aed;--shop-link:#[0-9a-f]{6};/,
    );
  });
});
