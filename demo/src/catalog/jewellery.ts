import type { DemoProduct } from "../product.ts";

const category = "Jewellery & Eyewear";

/** Sunglasses, rings, necklaces, earrings and bracelets. */
export const jewellery: readonly DemoProduct[] = [
  {
    slug: "riva-acetate-sunglasses",
    name: "Riva Acetate Sunglasses",
    brand: "Solvanne",
    category,
    priceCents: 14800,
    countInStock: 29,
    description:
      "Cut from 6 mm tortoiseshell acetate and tumbled for three days until the edges feel like a river stone. Five-barrel hinges, bottle-green lenses, full UV protection. The bridge suits noses of medium height and the arms can be heated and bent by any optician. Not polarized, so car displays stay readable.",
    kind: "sunglasses",
  },
  {
    slug: "cirrus-aviator-sunglasses",
    name: "Cirrus Aviator Sunglasses",
    brand: "Solvanne",
    category,
    priceCents: 16900,
    countInStock: 34,
    description:
      "A titanium wire frame in pale gold that weighs 0.6 oz, with silicone pads that do not catch hair. The lenses fade from sea green to nearly clear, so you can read a menu without taking them off. Polarized and coated against salt. They bend a long way before they break, and spare screws are in the case.",
    kind: "sunglasses",
  },
  {
    slug: "dune-round-sunglasses",
    name: "Dune Round Sunglasses",
    brand: "Solvanne",
    category,
    priceCents: 9800,
    countInStock: 47,
    description:
      "Matte bone frames molded from castor-bean plastic around 48 mm round lenses the color of strong tea. Light, slightly flexible and friendly to small faces. Contrast is high enough for driving into low sun. The matte finish picks up sunscreen; soap and lukewarm water bring it back.",
    kind: "sunglasses",
  },
  {
    slug: "tide-sterling-silver-ring",
    name: "Tide Sterling Silver Ring",
    brand: "Penhallow & Rook",
    category,
    priceCents: 8900,
    countInStock: 26,
    description:
      "A sterling band with a small sky-blue topaz set low enough not to snag on knitwear. The inside is rounded, so it slides over the knuckle and then sits still. Finished by hand. Silver darkens; a minute with the cloth in the box restores it, and chlorine is best avoided altogether.",
    kind: "ring",
  },
  {
    slug: "ember-garnet-ring",
    name: "Ember Garnet Ring in 14k Gold",
    brand: "Penhallow & Rook",
    category,
    priceCents: 48500,
    countInStock: 0,
    description:
      "One garnet of about a carat in solid 14-karat gold, polished to a high gloss. The stones are sorted by eye so that yours glows red rather than brown under lamplight. A jeweler can make the ring two steps wider or narrower. Garnet is softer than sapphire; take it off for the climbing wall.",
    kind: "ring",
  },
  {
    slug: "halo-pendant-necklace",
    name: "Halo Pendant Necklace",
    brand: "Solvanne",
    category,
    priceCents: 12900,
    countInStock: 30,
    description:
      "A green-onyx pendant on a fine cable chain, gold vermeil 2.5 microns thick over silver. Two rings let you wear it at 16 or 18 inches. The clasp is large enough to work behind your own neck without help. Perfume and sweat dull vermeil over time, so put it on last and take it off first.",
    kind: "necklace",
  },
  {
    slug: "lune-pearl-necklace",
    name: "Lune Freshwater Pearl Necklace",
    brand: "Solvanne",
    category,
    priceCents: 21900,
    countInStock: 3,
    description:
      "Freshwater pearls of 6 to 7 mm, matched for luster rather than for perfect roundness and knotted one by one on silk. Seventeen and a half inches, with a gold-filled clasp meant to be seen. Pearls like skin and dislike boxes: wear them. Have the silk restrung every three years or so; any jeweler can do it.",
    kind: "necklace",
  },
  {
    slug: "crescent-hoop-earrings",
    name: "Crescent Hoop Earrings",
    brand: "Solvanne",
    category,
    priceCents: 7450,
    countInStock: 44,
    description:
      "Rose-gold hoops an inch and a quarter across, thicker at the bottom so they hang facing forward. They are hollow and weigh a tenth of an ounce each, which your lobes will notice by evening in the best way. Posts are surgical steel and free of nickel. The hinge clicks shut; listen for it.",
    kind: "earrings",
  },
  {
    slug: "dew-drop-earrings",
    name: "Dew Glass Drop Earrings",
    brand: "Okumori",
    category,
    priceCents: 4650,
    countInStock: 21,
    description:
      "Drops of lake-blue glass blown at the lamp, each with a tiny bubble that proves it, on silver hooks. They are an inch and a half long, lighter than they seem, and move when you talk. No two drops match exactly in shade; we pair them by daylight. Keep them in their tin, because tile floors are final.",
    kind: "earrings",
  },
  {
    slug: "torsade-cuff-bracelet",
    name: "Torsade Cuff Bracelet",
    brand: "Solvanne",
    category,
    priceCents: 16400,
    countInStock: 13,
    description:
      "Three rods of bronze twisted together while hot and left open at the wrist. It springs on from the side and can be squeezed to fit between 5.5 and 7.5 inches, a few times, not daily. Unlacquered: the color deepens to honey and your skin may show a faint green on hot days, which washes off.",
    kind: "bracelet",
  },
  {
    slug: "cordage-leather-bracelet",
    name: "Cordage Leather Bracelet",
    brand: "Penhallow & Rook",
    category,
    priceCents: 3900,
    countInStock: 39,
    description:
      "Teal-dyed kangaroo lace, the strongest leather for its thickness, plaited by hand and closed with a steel hook shaped like a shackle. The hook lies flat against the wrist. Fine in the shower now and then, stiff for an hour afterward. Dye can rub off on a white cuff in the first days.",
    kind: "bracelet",
  },
];
