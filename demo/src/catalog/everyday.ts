import type { DemoProduct } from "../product.ts";

const category = "Everyday Carry";

/** Wallets, belts, bottles, umbrellas, pens and key rings. */
export const everyday: readonly DemoProduct[] = [
  {
    slug: "tarn-insulated-bottle",
    name: "Tarn Insulated Bottle, 24 oz",
    brand: "Okumori",
    category,
    priceCents: 3400,
    countInStock: 59,
    description:
      "Double-wall steel that keeps ice until evening and coffee drinkable for nine hours. The mouth is wide enough for a brush and narrow enough to drink from while walking. A steel loop in the lid takes two fingers or a carabiner. It fits most car cup holders; wash the body by hand to keep the green coat.",
    kind: "bottle",
  },
  {
    slug: "clearspring-glass-bottle",
    name: "Clearspring Glass Bottle, 18 oz",
    brand: "Okumori",
    category,
    priceCents: 1850,
    countInStock: 0,
    description:
      "Borosilicate glass takes boiling tea and ice water in the same day without a crack or an aftertaste. The stopper is cork over stainless steel with a replaceable silicone seal. It goes in the dishwasher, top rack. It is glass, after all: fine on a desk, risky in a bag without its felt sleeve, which is included.",
    kind: "bottle",
  },
  {
    slug: "slim-bifold-wallet",
    name: "Ledbury Slim Bifold Wallet",
    brand: "Penhallow & Rook",
    category,
    priceCents: 6450,
    countInStock: 46,
    description:
      "Six cards, a few folded bills and a thickness of 0.35 inches when sensibly filled. Italian shoulder leather with creased, burnished edges and linen thread at eight stitches to the inch. The slots are tight out of the box and relax within a week. No coin pocket and no metal foil; if you want shielding, this is not it.",
    kind: "wallet",
  },
  {
    slug: "strand-zip-wallet",
    name: "Strand Zip Wallet",
    brand: "Saltgarth",
    category,
    priceCents: 3850,
    countInStock: 33,
    description:
      "A flat envelope of moss-green recycled sailcloth, for surfers, travelers and anyone who empties a pocket into the laundry. The zipper runs along two sides and opens like a book: cards left, coins right. Dries in an hour. Larger foreign banknotes need a fold, and the cloth crackles until it has been carried a while.",
    kind: "wallet",
  },
  {
    slug: "registrar-fountain-pen",
    name: "Registrar No. 4 Fountain Pen",
    brand: "Okumori",
    category,
    priceCents: 12450,
    countInStock: 5,
    description:
      "A 14-karat nib with a little give, ground to a true medium, in a barrel of burgundy resin turned to a long taper. The converter holds enough ink for eleven pages of small handwriting. Capped, it measures 5.6 inches, and it starts on the first stroke after a week lying down.",
    kind: "pen",
  },
  {
    slug: "brass-pen-and-pouch-set",
    name: "Stub Brass Pen & Pouch Set",
    brand: "Okumori",
    category,
    priceCents: 4250,
    countInStock: 28,
    description:
      "A ballpoint of solid brass, 4.1 inches long, that takes a common refill and clicks with the sound of a good light switch. It arrives polished and turns brown wherever you hold it. The felt pouch keeps keys from scratching it in a pocket, if you mind. At 1.6 oz some hands find it heavy for long letters.",
    kind: "pen",
  },
  {
    slug: "chancery-dress-belt",
    name: "Chancery Dress Belt",
    brand: "Penhallow & Rook",
    category,
    priceCents: 5900,
    countInStock: 35,
    description:
      "English bridle leather, an inch and a quarter wide, in a deep mahogany that goes with brown and oxblood shoes alike. The brass buckle is held by a screw, so you can shorten the belt at home with scissors. It is 4 mm thick and will outlast the pants. Five holes an inch apart.",
    kind: "belt",
  },
  {
    slug: "towline-webbing-belt",
    name: "Towline Webbing Belt",
    brand: "Saltgarth",
    category,
    priceCents: 2650,
    countInStock: 52,
    description:
      "Cotton webbing in faded coral with a buckle that grips anywhere along its length, so there are no holes to run out of after Thanksgiving. Trim the end, melt nothing: the tip is a crimped metal sleeve you press on with pliers. Airport scanners object to the buckle about half the time.",
    kind: "belt",
  },
  {
    slug: "squall-windproof-umbrella",
    name: "Squall Windproof Umbrella",
    brand: "Brünnholt",
    category,
    priceCents: 4450,
    countInStock: 41,
    description:
      "Nine fiberglass ribs that flex instead of snapping; in gusts over 45 mph it turns inside out and pops back at the press of the button. The canopy spans 42 inches and dries with two shakes. A tomato-red umbrella is easier to find in a stand of black ones. Closed it measures 12 inches and rides in the side pocket of a backpack.",
    kind: "umbrella",
  },
  {
    slug: "pagoda-stick-umbrella",
    name: "Pagoda Stick Umbrella",
    brand: "Okumori",
    category,
    priceCents: 8900,
    countInStock: 10,
    description:
      "Sixteen steel ribs make a nearly round roof of mustard satin, and a bentwood maple handle hooks over your forearm at the ticket counter. The shaft is one piece, 35 inches, strong enough to lean on. It opens by hand, with a proper runner that never catches a finger. No cover, no folding, no fitting in a suitcase.",
    kind: "umbrella",
  },
  {
    slug: "bight-carabiner-key-ring",
    name: "Bight Carabiner Key Ring",
    brand: "Saltgarth",
    category,
    priceCents: 1450,
    countInStock: 60,
    description:
      "A titanium-gray snap hook with a captive ring at the bottom, so opening the gate does not spill your keys into the storm drain. The spring is rated for 20,000 openings. Holds eight keys and clips to a belt loop or a bag strap. Not for climbing, and we have engraved that on the back.",
    kind: "key-ring",
  },
  {
    slug: "bellhop-leather-key-fob",
    name: "Bellhop Leather Key Ring",
    brand: "Penhallow & Rook",
    category,
    priceCents: 2200,
    countInStock: 7,
    description:
      "A hotel-style fob in bottle-green bridle leather, big enough to find at the bottom of a tote and soft enough not to scratch the phone beside it. The brass split ring is stiff on purpose; use a coin to pry it. The edges are burnished and darken with handling.",
    kind: "key-ring",
  },
];
