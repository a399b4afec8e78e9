type Views = readonly [first: string, near: string, behind?: string];

/** What the views of products with several of them show: the whole, a near one, and of some one from behind or worn. */
const viewsBySlug: ReadonlyMap<string, Views> = new Map<string, Views>([
  [
    "rally-court-sneakers",
    [
      "A pair of white leather sneakers with a green saddle, from the side",
      "The laces and the green saddle from near",
      "The pair from behind",
    ],
  ],
  [
    "tempo-daily-running-shoes",
    [
      "A pair of teal running shoes with yellow laces, from the side",
      "The knit upper and the laces from near",
      "The pair from behind",
    ],
  ],
  [
    "tempo-daily-running-shoes-raspberry",
    [
      "A pair of raspberry running shoes with yellow laces, from the side",
      "The raspberry knit upper and the laces from near",
      "The raspberry pair from behind",
    ],
  ],
  [
    "canal-canvas-high-tops",
    [
      "A pair of blue canvas high tops, from the side",
      "The laces and the rubber toe from near",
      "The pair from behind",
    ],
  ],
  [
    "aldgate-chelsea-boots",
    [
      "A pair of sand-colored Chelsea boots, from the side",
      "The elastic side and the stitched welt from near",
      "The pair from behind",
    ],
  ],
  [
    "werkhof-lace-up-boots",
    [
      "A pair of wheat-colored lace-up boots, from the side",
      "The laces and the stitching from near",
      "The pair from behind",
    ],
  ],
  [
    "fenwick-penny-loafers",
    [
      "A pair of oxblood penny loafers, from the side",
      "The slot and the hand-sewn apron from near",
      "The pair from behind",
    ],
  ],
  [
    "tide-sterling-silver-ring",
    [
      "A silver ring with a sky-blue stone, standing",
      "The stone and the band from near",
      "The ring turned to the side",
    ],
  ],
  [
    "ember-garnet-ring",
    ["A gold ring with a red garnet, standing", "The garnet in its claws from near", "The ring turned to the side"],
  ],
  [
    "halo-pendant-necklace",
    [
      "A gold necklace with a green pendant on a bust",
      "The pendant and the chain from near",
      "The necklace on the bust, turned to the side",
    ],
  ],
  [
    "lune-pearl-necklace",
    ["A pearl necklace on a bust", "The pearls from near", "The necklace on the bust, turned to the side"],
  ],
  [
    "torsade-cuff-bracelet",
    ["A cuff of twisted bronze, lying", "The two ends of the cuff from near", "The cuff from above"],
  ],
  [
    "cordage-leather-bracelet",
    [
      "A plaited teal leather bracelet, lying",
      "The steel hook from near",
      "The bracelet from behind, with the hook at the back",
    ],
  ],
  ["halden-over-ear-headphones", ["White over-ear headphones, standing", "One ear cup from near"]],
  [
    "reporter-rangefinder-camera",
    ["A silver and black rangefinder camera, from the front", "The lens and its rings from near"],
  ],
  [
    "feather-13-laptop",
    [
      "An open laptop, from the front",
      "The keyboard and the edge of the screen from near",
      "The laptop on a desk, beside a cup and books",
    ],
  ],
  ["lyric-belt-drive-turntable", ["A turntable with its lid open", "The tonearm and the record from near"]],
  [
    "cafe-radio-speaker",
    ["A radio with a carry handle and two knobs, from the front", "A knob and the tuning dial from near"],
  ],
  ["alder-dslr-camera-kit", ["A black camera with its lens, from the front", "The lens and the grip from near"]],
  ["tandem-wireless-controller", ["A blue game controller, from the front", "A stick and the cross from near"]],
  ["clack-75-mechanical-keyboard", ["A compact cream keyboard with orange keys and a dial", "The keycaps from near"]],
  ["bloom-instant-camera", ["A rounded mint instant camera, from the front", "The lens and its ring from near"]],
  ["heron-jointed-desk-lamp", ["A red desk lamp with two arms, switched on", "The lamp's head from near"]],
  [
    "longitude-automatic-watch",
    ["A steel watch with a blue dial on a steel bracelet", "The dial and the hands from near"],
  ],
  ["stratus-chronograph", ["A rose-gold chronograph on a brown strap", "The dial with its three counters from near"]],
  [
    "scholar-leather-backpack",
    ["A brown leather backpack, from the front", "The front pocket and the buckles from near"],
  ],
  [
    "marais-leather-tote",
    ["An oxblood leather tote, from the front", "The handles and the grain of the leather from near"],
  ],
  [
    "riva-acetate-sunglasses",
    ["Tortoiseshell sunglasses with green lenses, from the front", "A lens and its frame from near"],
  ],
  ["fishermans-cable-sweater", ["A cream cable sweater with a roll neck", "The roll neck and the cables from near"]],
  ["foundry-denim-jacket", ["A blue denim jacket, from the front", "The pockets and the copper buttons from near"]],
  [
    "solene-linen-midi-dress",
    ["A terracotta dress with cream dots, from the front", "The wrap and the tied belt from near"],
  ],
]);

/** The files of a product's images in `demo/images`: the one that stands for it, then its further views. */
export function imageFiles(slug: string): readonly [first: string, ...further: string[]] {
  const further = viewsOf(slug).slice(1);
  return [`${slug}.webp`, ...further.map((_, place) => `${slug}-${place + 2}.webp`)];
}

/** What each of these shows, in words; empty where the product's name says it. */
export function viewsOf(slug: string): readonly string[] {
  return (viewsBySlug.get(slug) ?? []).flatMap((view) => view ?? []);
}

/** The products of which a customer has taken a photo: a file named after the product in `demo/images/reviews`. */
export const photographed = [
  "reporter-rangefinder-camera",
  "longitude-automatic-watch",
  "lyric-belt-drive-turntable",
  "scholar-leather-backpack",
  "marais-leather-tote",
  "halden-over-ear-headphones",
  "rally-court-sneakers",
  "bloom-instant-camera",
] as const;

/** The file of a customer's photo in `demo/images`. */
export const photoFile = (slug: string): string => `reviews/${slug}.webp`;
