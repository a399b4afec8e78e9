import { describe, expect, it } from "vitest";
import { fullScreenSet, imageAt, imageSet, masterAt } from "./image.ts";

const stored = "/uploads/0190c4de-0000-7000-8000-000000000001.webp";

describe("a stored image", () => {
  it("has an address for each width, the largest being its own", () => {
    expect(imageAt(stored, 32)).toBe("/uploads/0190c4de-0000-7000-8000-000000000001-32.webp");
    expect(imageAt(stored, 640)).toBe("/uploads/0190c4de-0000-7000-8000-000000000001-640.webp");
    expect(imageAt(stored, 960)).toBe(stored);
  });

  it("has an address for its master, which full screen can choose", () => {
    expect(masterAt(stored)).toBe("/uploads/0190c4de-0000-7000-8000-000000000001-1600.webp");
    expect(fullScreenSet(stored)).toBe(`${stored} 960w, ${masterAt(stored)} 1600w`);
  });

  it("lists every width but the preview in its srcset", () => {
    const base = "/uploads/0190c4de-0000-7000-8000-000000000001";
    expect(imageSet(stored)).toBe(
      `${base}-160.webp 160w, ${base}-320.webp 320w, ${base}-640.webp 640w, ${base}.webp 960w`,
    );
  });
});

describe("an external image", () => {
  it.each([
    "https://example.com/a.jpg",
    "/static/placeholder.svg",
    "",
    "/uploads/../secret.webp",
    "/uploads/a b.webp",
    `${stored}?v=2`,
    `https://example.com${stored}`,
  ])("keeps its address: %s", (image) => {
    expect(imageAt(image, 160)).toBe(image);
    expect(masterAt(image)).toBe(image);
    expect(imageSet(image)).toBeUndefined();
    expect(fullScreenSet(image)).toBeUndefined();
  });
});
