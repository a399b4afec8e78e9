/** A product of a group of siblings, and what customers choose it by. */
export type DemoSibling = { slug: string; label: string };

/** Products that are the same but for a shape or a material, in their order. */
export const siblingGroups: readonly (readonly DemoSibling[])[] = [
  [
    { slug: "millrace-straight-jeans", label: "Straight" },
    { slug: "chalkhill-relaxed-jeans", label: "Relaxed" },
  ],
  [
    { slug: "riva-acetate-sunglasses", label: "Acetate" },
    { slug: "cirrus-aviator-sunglasses", label: "Aviator" },
    { slug: "dune-round-sunglasses", label: "Round" },
  ],
  [
    { slug: "tarn-insulated-bottle", label: "Steel, 24 oz" },
    { slug: "clearspring-glass-bottle", label: "Glass, 18 oz" },
  ],
];
