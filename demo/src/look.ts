/** What a demo product looks like. The catalogue chooses a look; the studio draws it. */

export const drawingKinds = [
  // electronics
  "headphones",
  "earbuds",
  "speaker",
  "turntable",
  "camera",
  "instant-camera",
  "drone",
  "laptop",
  "tablet",
  "phone",
  "monitor",
  "keyboard",
  "mouse",
  "game-controller",
  "smartwatch",
  "desk-lamp",
  "projector",
  "charger",
  // fashion
  "sneaker",
  "boot",
  "loafer",
  "jacket",
  "coat",
  "shirt",
  "tee",
  "sweater",
  "dress",
  "jeans",
  "scarf",
  "cap",
  "beanie",
  "gloves",
  // accessories
  "watch",
  "backpack",
  "tote",
  "duffel",
  "wallet",
  "belt",
  "sunglasses",
  "ring",
  "necklace",
  "earrings",
  "bracelet",
  "bottle",
  "umbrella",
  "pen",
  "key-ring",
] as const;

export type DrawingKind = (typeof drawingKinds)[number];

export const materials = ["matte", "gloss", "metal", "leather", "fabric", "knit", "denim", "glass"] as const;
export type Material = (typeof materials)[number];

/** One muted gradient family a department of the shop, so that shelves look related. */
export const backdrops = ["slate", "plum", "moss", "clay", "sand", "ink"] as const;
export type Backdrop = (typeof backdrops)[number];

/** A colour as `#rrggbb`. */
export type Hex = `#${string}`;

export type Look = {
  kind: DrawingKind;
  /** The main colour of the object. */
  body: Hex;
  /** The colour of straps, soles, dials, stitching and screens. */
  accent: Hex;
  material: Material;
  /** Which of the drawing's three designs (silhouette and details) to use. */
  design: 0 | 1 | 2;
  backdrop: Backdrop;
};
