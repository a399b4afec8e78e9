type Views = readonly [first: string, near: string, further: string];

/** What the views of products with three of them show: the whole, a near one, and one from behind or in scale. */
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
  [
    "halden-over-ear-headphones",
    [
      "White over-ear headphones, standing",
      "One ear cup from near",
      "The headphones on a desk, beside a cup and books",
    ],
  ],
  [
    "reporter-rangefinder-camera",
    [
      "A silver and black rangefinder camera, from the front",
      "The lens and its rings from near",
      "The camera on a desk, beside a cup and a book",
    ],
  ],
  [
    "feather-13-laptop",
    [
      "An open laptop, from the front",
      "The keyboard and the edge of the screen from near",
      "The laptop on a desk, beside a cup and books",
    ],
  ],
  [
    "lyric-belt-drive-turntable",
    [
      "A turntable with its lid open",
      "The tonearm and the record from near",
      "The turntable on a sideboard, beside a plant",
    ],
  ],
  [
    "cafe-radio-speaker",
    [
      "A radio with a carry handle and two knobs, from the front",
      "A knob and the tuning dial from near",
      "The radio on a table, beside a cup and books",
    ],
  ],
  [
    "alder-dslr-camera-kit",
    [
      "A black camera with its lens, from the front",
      "The lens and the grip from near",
      "The camera on a desk, beside a cup and books",
    ],
  ],
  [
    "tandem-wireless-controller",
    [
      "A blue game controller, from the front",
      "A stick and the cross from near",
      "The controller on a desk, beside a cup and books",
    ],
  ],
  [
    "clack-75-mechanical-keyboard",
    [
      "A compact cream keyboard with orange keys and a dial",
      "The keycaps from near",
      "The keyboard on a desk, beside a cup and books",
    ],
  ],
  [
    "bloom-instant-camera",
    [
      "A rounded mint instant camera, from the front",
      "The lens and its ring from near",
      "The camera on a desk, beside a cup and books",
    ],
  ],
  [
    "heron-jointed-desk-lamp",
    [
      "A red desk lamp with two arms, switched on",
      "The lamp's head from near",
      "The lamp on a desk, beside a cup and books",
    ],
  ],
  [
    "longitude-automatic-watch",
    [
      "A steel watch with a blue dial on a steel bracelet",
      "The dial and the hands from near",
      "The watch on a desk, beside a plant and a book",
    ],
  ],
  [
    "stratus-chronograph",
    [
      "A rose-gold chronograph on a brown strap",
      "The dial with its three counters from near",
      "The chronograph on a desk, beside a cup and books",
    ],
  ],
  [
    "scholar-leather-backpack",
    [
      "A brown leather backpack, from the front",
      "The front pocket and the buckles from near",
      "The backpack on a desk, beside a cup and books",
    ],
  ],
  [
    "marais-leather-tote",
    [
      "An oxblood leather tote, from the front",
      "The handles and the grain of the leather from near",
      "The tote on a desk, beside a cup and a book",
    ],
  ],
  [
    "riva-acetate-sunglasses",
    [
      "Tortoiseshell sunglasses with green lenses, from the front",
      "A lens and its frame from near",
      "The sunglasses on a desk, beside a cup and a book",
    ],
  ],
  [
    "fishermans-cable-sweater",
    [
      "A cream cable sweater with a roll neck",
      "The roll neck and the cables from near",
      "The sweater on a hanger, between other clothes",
    ],
  ],
  [
    "foundry-denim-jacket",
    [
      "A blue denim jacket, from the front",
      "The pockets and the copper buttons from near",
      "The jacket on a hanger, between other clothes",
    ],
  ],
  [
    "solene-linen-midi-dress",
    [
      "A terracotta dress with cream dots, from the front",
      "The wrap and the tied belt from near",
      "The dress on a hanger, between other clothes",
    ],
  ],
]);

/** The files of a product's images in `demo/images`: the one that stands for it, then its further views. */
export function imageFiles(slug: string): readonly [first: string, ...further: string[]] {
  const first = `${slug}.webp`;
  return viewsBySlug.has(slug) ? [first, `${slug}-2.webp`, `${slug}-3.webp`] : [first];
}

/** What each of these shows, in words; empty where the product's name says it. */
export function viewsOf(slug: string): readonly string[] {
  return viewsBySlug.get(slug) ?? [];
}
