import type { DemoProduct } from "../product.ts";

const category = "Outerwear";

/** Jackets, coats and gloves. */
export const outerwear: readonly DemoProduct[] = [
  {
    slug: "mistral-packable-rain-jacket",
    name: "Mistral Packable Rain Jacket",
    brand: "Brünnholt",
    category,
    priceCents: 12900,
    countInStock: 45,
    description:
      "A bomber cut with ribbed cuffs, taped seams and a 15,000 mm membrane, in a shell that stuffs into its own left pocket. It comes to 9.8 oz, so it stays in the bag all spring. A thin hood hides in the collar. The cut allows one sweater underneath, not two.",
    kind: "jacket",
  },
  {
    slug: "kettle-quilted-jacket",
    name: "Kettle Quilted Jacket",
    brand: "Brünnholt",
    category,
    priceCents: 24900,
    countInStock: 21,
    description:
      "Recycled ripstop around 4.2 oz of 700-fill duck down, traceable to the farm by a number on the care label. Warm on its own to about 25 °F while you keep moving, and slim enough to vanish under a shell below that. Two zipped pockets outside, two open ones inside. Down hates rain: hang it up damp and it sulks for a day.",
    kind: "jacket",
  },
  {
    slug: "foundry-denim-jacket",
    name: "Foundry Denim Jacket",
    brand: "Dunmarrow",
    category,
    priceCents: 14800,
    countInStock: 26,
    description:
      "Rigid 13-ounce denim, washed once so it will not shrink on you, with copper buttons and four pockets you can fit a hand into. The body ends at the belt, and the sleeves run an inch long to allow for cuffing. It holds a crease at the elbow within a week. Rubs blue onto pale sofas until the third wash.",
    kind: "jacket",
  },
  {
    slug: "lisiere-wool-overcoat",
    name: "Lisière Wool Overcoat",
    brand: "Vérane",
    category,
    priceCents: 39500,
    countInStock: 2,
    description:
      "A knee-length coat in 24-ounce camel wool with 10 percent cashmere, half-canvassed so the lapel rolls instead of lying flat. The shoulders are soft enough to drive in and the inside pocket takes a passport. Horn buttons, spares sewn to the facing. Cream shows on it like chalk dust, so keep the lint brush near the door.",
    kind: "coat",
  },
  {
    slug: "ostend-cotton-trench-coat",
    name: "Ostend Cotton Trench Coat",
    brand: "Vérane",
    category,
    priceCents: 31900,
    countInStock: 17,
    description:
      "Tightly woven cotton gabardine that turns away a shower and gives in to a downpour after half an hour. Everything a trench should have is here and works: storm flap, throat latch, wrist straps, a belt with a leather buckle. The vent closes with one button for windy platforms. Unlined sleeves roll cleanly to the elbow.",
    kind: "coat",
  },
  {
    slug: "baltic-duffle-coat",
    name: "Baltic Boiled-Wool Duffle Coat",
    brand: "Brünnholt",
    category,
    priceCents: 27900,
    countInStock: 0,
    description:
      "Knitted first and then felted to half its size, boiled wool blocks wind and still stretches across the back when you reach for the top shelf. Deep burgundy, hooded, closed with toggles you can work in mittens. It needs no ironing, ever. At 3.4 lb it is a real winter coat and too much below a brisk walk in October.",
    kind: "coat",
  },
  {
    slug: "carriage-lined-leather-gloves",
    name: "Carriage Lined Leather Gloves",
    brand: "Penhallow & Rook",
    category,
    priceCents: 8900,
    countInStock: 29,
    description:
      "Hair-sheep leather, thin enough to find a key by touch, over a two-ply cashmere lining that does not bunch when you pull your hand out. Stitched on the outside along the fingers, with a strap and buckle at the wrist. They work on phone screens after a fashion. They give a little across the knuckles after a week.",
    kind: "gloves",
  },
  {
    slug: "ferry-wool-gloves",
    name: "Ferry Touchscreen Wool Gloves",
    brand: "Tarnwick",
    category,
    priceCents: 2950,
    countInStock: 50,
    description:
      "Oatmeal lambswool with a conductive yarn knitted through the thumb and first two fingers, so maps and messages work without undressing. The ribbed cuff reaches 3 inches up the wrist and stays inside a sleeve. Warm to just above freezing; below that, wear them as liners. Hand wash cool and dry them flat.",
    kind: "gloves",
  },
];
