import type { DemoProduct } from "../product.ts";

const category = "Clothing";

/** Shirts, tees, sweaters, dresses, jeans, headwear and scarves. */
export const clothing: readonly DemoProduct[] = [
  {
    slug: "fishermans-cable-sweater",
    name: "Fisherman's Cable Sweater",
    brand: "Tarnwick",
    category,
    priceCents: 11900,
    countInStock: 34,
    description:
      "Six-ply undyed wool, cabled front and back, with a roll neck that stands up to wind off the water. The yarn keeps some of its lanolin, so drizzle beads and rolls off, and it smells faintly of sheep for the first few wears. Knitted in one piece to the underarm. Scratchy on bare skin; pleasant over a tee.",
    kind: "sweater",
  },
  {
    slug: "skerry-lambswool-sweater",
    name: "Skerry Lambswool Sweater",
    brand: "Tarnwick",
    category,
    priceCents: 14500,
    countInStock: 12,
    description:
      "Two-ply Shetland-type lambswool in spruce or navy with an amber yoke, brushed just enough to blur the stitch. Saddle shoulders sit without a seam on the point of the shoulder, which backpack wearers will appreciate. It arrives a touch short and eases half an inch after the first wash. Some pilling at the sides is normal; a comb is tucked in the parcel.",
    kind: "sweater",
  },
  {
    slug: "larch-fine-gauge-cardigan",
    name: "Larch Fine-Gauge Cardigan",
    brand: "Dunmarrow",
    category,
    priceCents: 9650,
    countInStock: 27,
    description:
      "Extra-fine merino at 14 stitches to the inch, thin enough for under a blazer and warm enough for an over-chilled office. Cranberry or moss dye is done in the yarn and holds through machine washing at 85 °F. Two pockets at the hip hold a phone without sagging, and the buttons are real horn, with a spare inside the hem.",
    kind: "sweater",
  },
  {
    slug: "solene-linen-midi-dress",
    name: "Solène Linen Midi Dress",
    brand: "Vérane",
    category,
    priceCents: 11800,
    countInStock: 24,
    description:
      "Washed terracotta linen of 5.6 ounces with cream dots, opaque in sun without a lining. It wraps, ties at the waist and leaves room to sit cross-legged on grass. It gets softer with every laundering and never looks pressed, so give up early and enjoy it. It falls to mid-calf and can be taken up at the hem, which is 2 inches deep.",
    kind: "dress",
  },
  {
    slug: "amelie-satin-dress",
    name: "Amélie Satin Dress",
    brand: "Vérane",
    category,
    priceCents: 13900,
    countInStock: 0,
    description:
      "Emerald or garnet satin cut on the bias, so it follows the body and forgives dinner. The weave is a viscose from wood pulp, cooler than polyester and quicker to crease: shake it out with steam from the shower. Adjustable straps, hidden side pocket on the right, falls to mid-calf on someone 5 ft 7. Hand wash, line dry in shade.",
    kind: "dress",
  },
  {
    slug: "nocturne-pleated-shirt-dress",
    name: "Nocturne Pleated Shirt Dress",
    brand: "Vérane",
    category,
    priceCents: 15400,
    countInStock: 5,
    description:
      "A buttoned shirt above, a pleated skirt below, in a purple so dark it passes for black until you stand beside something that is. The crepe has enough weight to swing back into place over tights, and the pleats are set with heat and survive the machine. Packs into a shoe bag, comes out wearable. Fitted at the waist, so it is for standing more than for desk days.",
    kind: "dress",
  },
  {
    slug: "atlas-oxford-shirt",
    name: "Atlas Oxford Shirt",
    brand: "Dunmarrow",
    category,
    priceCents: 7450,
    countInStock: 43,
    description:
      "Pale-blue oxford cloth with a soft, unfused point collar that rolls instead of standing to attention. The back has a box pleat and a locker loop; the cuffs fit over a watch. Wear it from the line with a few creases or iron it damp for meetings. Long in the body so it stays tucked.",
    kind: "shirt",
  },
  {
    slug: "chandler-checked-overshirt",
    name: "Chandler Checked Overshirt",
    brand: "Dunmarrow",
    category,
    priceCents: 6800,
    countInStock: 31,
    description:
      "Brushed cotton of 8 ounces in an indigo and cream check, with triple-stitched seams and a pencil slot in the left pocket that somebody on the team insisted on. Heavy enough to stand in for a jacket in April, roomy enough for a sweater in November. The blue drops about a shade in the first ten washes and then holds.",
    kind: "shirt",
  },
  {
    slug: "plainsong-heavyweight-tee",
    name: "Plainsong Heavyweight Tee",
    brand: "Dunmarrow",
    category,
    priceCents: 1950,
    countInStock: 500,
    description:
      "Seven-ounce combed cotton jersey knitted as a tube, so there are no side seams to spiral toward your navel, and one small red label at the hem. The collar is bound with a 1x1 rib and keeps its shape on a hook. We weigh and wash one from every batch: shrinkage stays under 3 percent. Sleeves end just above the elbow, which not everybody likes.",
    kind: "tee",
  },
  {
    slug: "breakwater-long-sleeve-tee",
    name: "Breakwater Long-Sleeve Tee",
    brand: "Tarnwick",
    category,
    priceCents: 3450,
    countInStock: 38,
    description:
      "Midnight blue in the body, ecru in the sleeves, knitted a little looser than usual so that air gets through. Long-staple cotton with 8 percent linen gives it a dry handle on humid afternoons. Turn it inside out for the wash to keep the pale thread pale. Cut straight, to the hip.",
    kind: "tee",
  },
  {
    slug: "millrace-straight-jeans",
    name: "Millrace Straight Jeans",
    brand: "Dunmarrow",
    category,
    priceCents: 9800,
    countInStock: 49,
    description:
      "Selvedge denim of 13.5 ounces with a hint of stretch, straight from the knee down and high enough in front that you can bend over in company. Coin pocket, copper rivets, chain-stitched hem with 3 inches to spare. Freshly bought they stand up on their own. Wash cold, rarely, and apart from anything white.",
    kind: "jeans",
  },
  {
    slug: "chalkhill-relaxed-jeans",
    name: "Chalkhill Relaxed Jeans",
    brand: "Dunmarrow",
    category,
    priceCents: 10450,
    countInStock: 8,
    description:
      "Undyed ecru twill with brown topstitching, high in the waist and wide to the hem, for days that are too warm for blue denim. The cloth is enzyme-washed and comfortable from the start. Pockets are cut from the same twill and deep enough for a phone. Coffee and bicycles are known risks; a stain guide is printed inside the waistband.",
    kind: "jeans",
  },
  {
    slug: "merino-wool-scarf",
    name: "100% Merino Wool Scarf",
    brand: "Tarnwick",
    category,
    priceCents: 5900,
    countInStock: 40,
    description:
      "Seventy-two inches by twelve, ochre with a rust-red edge, knitted from Australian merino fine enough to wear against the throat. It goes twice around and still tucks into a coat. The fringe is twisted by hand and may loosen; a re-knot takes a minute. Moths love it as much as you will, so store it sealed.",
    kind: "scarf",
  },
  {
    slug: "lagune-blanket-scarf",
    name: "Lagune Blanket Scarf",
    brand: "Vérane",
    category,
    priceCents: 8950,
    countInStock: 16,
    description:
      "Seventy-eight inches by twenty-six of brushed alpaca and wool in lagoon blue, with a peach check along the fringed ends. It is a scarf outdoors, a blanket on a night train and a pillow when folded in four. Alpaca sheds for the first few wears, mostly onto dark coats; a night in the freezer inside a bag calms it. Dry-clean or wash by hand in cool water.",
    kind: "scarf",
  },
  {
    slug: "infield-cotton-cap",
    name: "Infield Cotton Cap",
    brand: "Dunmarrow",
    category,
    priceCents: 2400,
    countInStock: 54,
    description:
      "Six panels of cotton drill in bottle green and cream with an unstructured front, so it can be folded into a back pocket and recovers. The brass buckle behind fits heads from 21 to 24 inches. A terry band inside catches sweat on hot climbs. The visor starts flat and can be curved by hand over a mug of steam.",
    kind: "cap",
  },
  {
    slug: "towpath-waxed-cap",
    name: "Towpath Waxed Cap",
    brand: "Brünnholt",
    category,
    priceCents: 3850,
    countInStock: 20,
    description:
      "Rust-colored cotton, waxed by the maker, with a flat visor, a small stitched patch and a flannel lining. Rain sits on top and shakes off; after a season, warm it with a hair dryer and rub in the tin of dressing that comes along. It is warmer than it appears. Leave it off the car dashboard in July or the wax will find your upholstery.",
    kind: "cap",
  },
  {
    slug: "sailors-watch-beanie",
    name: "Sailor's Watch Beanie",
    brand: "Tarnwick",
    category,
    priceCents: 1850,
    countInStock: 58,
    description:
      "Short, snug and brick red, in a chunky rib of wool and nylon that does not bag out by New Year. The cuff folds once over the ears or twice above them. It fits under most bicycle helmets because there is no bobble and no thick seam. One size, honest to about 24 inches around.",
    kind: "beanie",
  },
  {
    slug: "hillfort-fleece-lined-beanie",
    name: "Hillfort Fleece-Lined Beanie",
    brand: "Brünnholt",
    category,
    priceCents: 3200,
    countInStock: 23,
    description:
      "Pale-gray lambswool with blue stripes and a bobble outside, and a band of recycled fleece inside, where wool tends to itch the forehead. Made for standing still at soccer practice or at a bus stop with no shelter. It measures 9 inches tall unfolded and covers the earlobes. For running it is too warm, and the fleece holds the damp.",
    kind: "beanie",
  },
];
