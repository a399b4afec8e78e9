import type { DemoProduct } from "../product.ts";

const category = "Footwear";

/** Sneakers, boots and loafers. */
export const footwear: readonly DemoProduct[] = [
  {
    slug: "rally-court-sneakers",
    name: "Rally Court Sneakers",
    brand: "Tarnwick",
    category,
    priceCents: 9800,
    countInStock: 47,
    description:
      "Full-grain white leather, a green saddle across the middle and a stitched cup sole that a cobbler can replace. The lining is terry, so they wear well without visible socks. They start stiff across the toes and take about four outings to crease where your foot bends. Cut a little roomy; wipe with a damp cloth rather than the washing machine.",
    kind: "sneaker",
  },
  {
    slug: "canal-canvas-high-tops",
    name: "Canal Canvas High-Tops",
    brand: "Dunmarrow",
    category,
    priceCents: 6450,
    countInStock: 0,
    description:
      "Twelve-ounce cotton canvas dyed indigo in the yarn, so scuffs fade to pale blue as they do on jeans. The vulcanized rubber toe is double thickness where bicycles and curbs get at it. The footbed is thin and flat, good for standing close to the ground and less good for a day of museums. Brass eyelets, flat cotton laces.",
    kind: "sneaker",
  },
  {
    slug: "tempo-daily-running-shoes",
    name: "Tempo Daily Running Shoes",
    brand: "Tarnwick",
    category,
    priceCents: 13500,
    countInStock: 36,
    description:
      "An engineered-knit upper on 1.3 inches of springy foam with an 8 mm drop, meant for the five easy miles you do most days. A shoe weighs 7.9 oz. The outsole uses hard rubber only at heel and toe, which keeps it light; on gravel it wears out sooner. Expect around 400 miles from a pair.",
    kind: "sneaker",
  },
  {
    slug: "aldgate-chelsea-boots",
    name: "Aldgate Chelsea Boots",
    brand: "Penhallow & Rook",
    category,
    priceCents: 24900,
    countInStock: 22,
    description:
      "Cut from one piece of waxy sand-colored leather with a single seam at the heel and elastic sides that recover after a day in the suitcase. Goodyear-welted to a rubber-studded sole, they can be resoled at least twice. Pull tabs front and back. The leather marks easily in rain and looks better for it by the second winter.",
    kind: "boot",
  },
  {
    slug: "werkhof-lace-up-boots",
    name: "Werkhof Lace-Up Boots",
    brand: "Brünnholt",
    category,
    priceCents: 21900,
    countInStock: 19,
    description:
      "Six inches of wheat nubuck with a bellows tongue, speed hooks and a lug sole that sheds mud instead of saving it for your hallway. A steel shank and cork filler make them heavy at 1.9 lb each and comfortable on ladders. Waterproof to the second eyelet. Wear a thick sock for the first week.",
    kind: "boot",
  },
  {
    slug: "odette-heeled-ankle-boots",
    name: "Odette Heeled Ankle Boots",
    brand: "Vérane",
    category,
    priceCents: 26500,
    countInStock: 4,
    description:
      "Polished black calf on a stacked 2.25-inch heel, with a strap that really buckles and adjusts over three holes. The toe is almond rather than pointed, leaving room for all five of yours, and the inside zip means you set the strap once. A thin rubber layer is already glued to the leather sole. Heel tips cost little and any cobbler swaps them in minutes.",
    kind: "boot",
  },
  {
    slug: "fenwick-penny-loafers",
    name: "Fenwick Penny Loafers",
    brand: "Penhallow & Rook",
    category,
    priceCents: 18900,
    countInStock: 28,
    description:
      "Oxblood leather, hand-sewn along the apron with waxed thread, on a low stacked heel. Unlined through the vamp, they soften quickly and suit bare ankles in June as well as wool socks in November. The slot takes a dime more easily than a penny. The fitting is regular, and not for wide feet.",
    kind: "loafer",
  },
  {
    slug: "dorset-tassel-loafers",
    name: "Dorset Tassel Loafers",
    brand: "Penhallow & Rook",
    category,
    priceCents: 21450,
    countInStock: 15,
    description:
      "Navy suede with tassels that are knotted, not glued, and a leather sole a bare 4 mm thick. They feel more like slippers than dress shoes and pack nearly flat with their cotton bags. Brush the nap after each wear and spray before the first one. Wet sidewalks are their enemy: the sole turns slick and the suede spots.",
    kind: "loafer",
  },
  {
    slug: "rive-lug-sole-loafers",
    name: "Rive Lug-Sole Loafers",
    brand: "Vérane",
    category,
    priceCents: 23900,
    countInStock: 33,
    description:
      "A polished loafer with a gilt bit across the instep and 1.5 inches of treaded rubber underneath, for people who walk to the office. The sole is foamed inside, so a pair weighs no more than ordinary loafers. Brush-off leather needs only a cloth. Heels tend to slip for two days and then settle; stick-in grips are included.",
    kind: "loafer",
  },
];
