import type { DemoProduct } from "../product.ts";

const category = "Bags";

/** Backpacks, totes and duffels. */
export const bags: readonly DemoProduct[] = [
  {
    slug: "scholar-leather-backpack",
    name: "Scholar Leather Backpack",
    brand: "Penhallow & Rook",
    category,
    priceCents: 28900,
    countInStock: 14,
    description:
      "Bridle leather from a tannery that still uses oak bark, cut in large panels so there are few seams to fail. Inside: a padded sleeve for a 14-inch laptop, a zipped pocket and plain cotton drill. The brass closures work one-handed. It weighs 3.1 lb empty, which is the price of leather, and carries best when packed flat.",
    kind: "backpack",
  },
  {
    slug: "transit-22l-commuter-backpack",
    name: "Transit 22L Commuter Backpack",
    brand: "Saltgarth",
    category,
    priceCents: 12800,
    countInStock: 42,
    description:
      "A clean graphite shell with orange pulls you can find without looking. The laptop compartment opens from the side and floats an inch above the floor, and a hidden pocket rests against your back for passport and cards. Coated nylon and reverse zippers keep out an hour of rain. The top handle is padded, for the last run up the escalator.",
    kind: "backpack",
  },
  {
    slug: "ridgeline-38l-hiking-pack",
    name: "Ridgeline 38L Hiking Pack",
    brand: "Saltgarth",
    category,
    priceCents: 16950,
    countInStock: 18,
    description:
      "Thirty-eight liters in 420-denier ripstop on a frame that adjusts over 5 inches of torso length. The back panel is tensioned mesh, so your shirt dries on the walk down. A rain cover lives in the base, trekking poles loop on the side. Comfortable to about 28 lb; heavier loads deserve a bigger pack.",
    kind: "backpack",
  },
  {
    slug: "market-canvas-tote",
    name: "Market Canvas Tote",
    brand: "Saltgarth",
    category,
    priceCents: 3450,
    countInStock: 51,
    description:
      "Eighteen-ounce cotton duck that stands open on the kitchen floor while you unpack. The blue straps run right under the bottom, so the stitching never carries the weight, and they are long enough for a shoulder in a winter coat. Swallows two grocery bags' worth. It creases, and the canvas softens over the first year.",
    kind: "tote",
  },
  {
    slug: "marais-leather-tote",
    name: "Marais Leather Tote",
    brand: "Vérane",
    category,
    priceCents: 24500,
    countInStock: 0,
    description:
      "Oxblood calf, unlined so that you see the suede side, with hand-painted edges and slim handles that reach over a sweater. It holds a 13-inch laptop, a magazine and lunch. One zipped pouch is tethered inside for everything small. Without a closure on top it is a bag for careful people rather than crowded subways.",
    kind: "tote",
  },
  {
    slug: "weekender-40l-duffel",
    name: "Packet Weekender Duffel, 40L",
    brand: "Saltgarth",
    category,
    priceCents: 14900,
    countInStock: 25,
    description:
      "Navy waxed canvas with leather grips, sized to slide under an airplane seat when it is not stuffed to bursting. A ventilated pocket at one end takes shoes up to a men's 12. The shoulder strap unclips, the base is doubled and has feet. Wax darkens along the folds with use; that is the bag getting to know you.",
    kind: "duffel",
  },
  {
    slug: "drysail-60l-duffel",
    name: "Drysail Waterproof Duffel, 60L",
    brand: "Saltgarth",
    category,
    priceCents: 11950,
    countInStock: 36,
    description:
      "Welded tarpaulin with a roll-down throat over the zipper, made for wet decks, roof racks and airport belts. Straps convert it into a backpack in half a minute. Sixty liters is a week for one or a beach day for four. There are no inside pockets apart from one mesh sleeve, so bring pouches if you like order.",
    kind: "duffel",
  },
];
