import type { DemoProduct } from "../product.ts";

const category = "Phones & Tablets";

/** Phones, tablets and what charges them. */
export const phones: readonly DemoProduct[] = [
  {
    slug: "lumen-6-smartphone",
    name: "Lumen 6 Smartphone, 256 GB",
    brand: "Arkvell",
    category,
    priceCents: 64900,
    countInStock: 44,
    description:
      "A 6.1-inch phone with a back of deep green glass and a battery sized for a day and a half instead of a thinner frame. The main camera gathers four pixels into one and keeps streetlights from blooming. Seven years of updates are promised in writing. The ultrawide is only average, and there is no charger in the box.",
    kind: "phone",
  },
  {
    slug: "clam-folding-phone",
    name: "Clam Folding Phone, 256 GB",
    brand: "Arkvell",
    category,
    priceCents: 99900,
    countInStock: 3,
    description:
      "Folds to a 3.4-inch square that closes with a proper click and fits the small pocket of your jeans. Half open it stands by itself for calls and timed photos. The hinge is tested to 300,000 folds and the crease is visible if you look for it, easy to forget if you do not. Dust rating is modest, so keep it off the beach.",
    kind: "phone",
  },
  {
    slug: "ledge-5g-smartphone",
    name: "Ledge 5G Smartphone, 128 GB",
    brand: "Arkvell",
    category,
    priceCents: 38950,
    countInStock: 52,
    description:
      "The sensible one: a flat 6.4-inch screen, a headphone jack, a slot for a memory card and a matte back that does not collect fingerprints. The camera bar across the back keeps it from rocking on a table. It charges at 30 watts and takes a replacement battery in fifteen minutes at a repair stand. Two SIM cards fit as well.",
    kind: "phone",
  },
  {
    slug: "margin-11-drawing-tablet",
    name: "Margin 11 Drawing Tablet",
    brand: "Quillfen",
    category,
    priceCents: 54900,
    countInStock: 22,
    description:
      "The etched glass has enough tooth to feel like a smooth sketch paper, and the stylus reads 4,096 levels of pressure plus tilt. It draws at 120 Hz with the line close under the tip. Weighs 16 oz, stands on a fold-out foot and holds a ten-hour charge. Expect to replace the felt nibs twice a year if you work daily.",
    kind: "tablet",
  },
  {
    slug: "reader-8-tablet-folio",
    name: "Reader 8 Tablet with Folio",
    brand: "Quillfen",
    category,
    priceCents: 21900,
    countInStock: 37,
    description:
      "Eight inches, 10 oz and bound in a vegetable-tanned folio that stands it upright at the breakfast table. The warm front light drops low enough for a dark bedroom, and page buttons run down the long edge. It reads library loans, comics and PDFs, plays audiobooks over Bluetooth and is deliberately poor at everything else.",
    kind: "tablet",
  },
  {
    slug: "tableau-12-tablet",
    name: "Tableau 12 Tablet",
    brand: "Arkvell",
    category,
    priceCents: 44950,
    countInStock: 15,
    description:
      "A 12-inch screen at 2560 by 1600 with four speakers that swap sides when you turn it. Two people can share a film on a train table, and split view is roomy enough for a recipe beside a call. Battery life is eleven hours of video. It takes the pen of the Margin too, at half the pressure levels.",
    kind: "tablet",
  },
  {
    slug: "twin-port-wall-charger",
    name: "Twin-Port 45 W Wall Charger",
    brand: "Arkvell",
    category,
    priceCents: 1999,
    countInStock: 60,
    description:
      "One USB-C port at 45 watts, or two sharing it at 25 and 20, from a block barely larger than a matchbox. The prongs fold flat, and the body stays cool enough to pick up after charging a laptop. Works on 100 to 240 volts with a plug adapter. No cable included, since you own nine already.",
    kind: "charger",
  },
  {
    slug: "perch-wireless-charging-stand",
    name: "Perch Wireless Charging Stand",
    brand: "Lindqvale",
    category,
    priceCents: 4950,
    countInStock: 28,
    description:
      "Holds a phone upright at 62 degrees, so the screen is readable from the pillow while it charges at 15 watts. The pad is faced in wool felt over a weighted steel foot that stays put when you lift the phone with one hand. Cases up to an eighth of an inch thick are fine; metal plates and ring grips are not.",
    kind: "charger",
  },
  {
    slug: "reserve-20k-power-bank",
    name: "Reserve 20K Power Bank",
    brand: "Arkvell",
    category,
    priceCents: 5999,
    countInStock: 40,
    description:
      "Twenty thousand milliamp-hours in a ribbed aluminum shell, enough for four phones or one laptop from empty to 80 percent. The short braided cable tucks into the side, and a numeric display shows the percentage left rather than four vague dots. It stays within airline limits at 74 watt-hours and charges itself while it charges a phone.",
    kind: "charger",
  },
];
