import type { DemoProduct } from "../product.ts";

const category = "Audio";

/** Headphones, earbuds, speakers and turntables. */
export const audio: readonly DemoProduct[] = [
  {
    slug: "halden-over-ear-headphones",
    name: "Halden Over-Ear Headphones",
    brand: "Tonvik",
    category,
    priceCents: 27900,
    countInStock: 42,
    description:
      "Closed wireless headphones with 40 mm bio-cellulose drivers and noise cancelling that takes the edge off an airplane cabin without the pressure some pairs put on your ears. At 9.2 oz they sit light, the memory-foam cushions twist off for cleaning, and a charge lasts 38 hours, or 52 with cancelling off. They fold flat but not small, so plan for the hard case.",
    kind: "headphones",
  },
  {
    slug: "vesper-wire-band-headphones",
    name: "Vesper Wire-Band Headphones",
    brand: "Ohmlund",
    category,
    priceCents: 8900,
    countInStock: 0,
    description:
      "A spring-steel wire, two foam pads and very little else: these weigh 2.6 oz and disappear into a coat pocket. The open design lets the street in, which is the point on a walk and a nuisance on a train. The 4 ft cable plugs into any 3.5 mm socket and carries a one-button remote; spare pads come in the box.",
    kind: "headphones",
  },
  {
    slug: "basalt-studio-headphones",
    name: "Basalt Studio Headphones",
    brand: "Ohmlund",
    category,
    priceCents: 16900,
    countInStock: 17,
    description:
      "Wired monitors for people who edit for hours. The 45 mm drivers are tuned flat, so a bad recording sounds bad, and the aluminum forks swivel far enough to free one ear. Coiled cable, sheepskin pads and headband pad all come off with a fingernail, so that each can be replaced alone. No microphone and no wireless mode.",
    kind: "headphones",
  },
  {
    slug: "pip-true-wireless-earbuds",
    name: "Pip True Wireless Earbuds",
    brand: "Tonvik",
    category,
    priceCents: 12900,
    countInStock: 55,
    description:
      "Each bud weighs 0.17 oz and comes with five sizes of silicone tip, including an extra-small that fits teenagers. Three microphones a side keep calls clear beside traffic, up to roughly the noise of a busy crossing. Seven hours a charge, 30 with the case, and ten minutes on the cable buys an evening of music.",
    kind: "earbuds",
  },
  {
    slug: "sona-round-earbuds",
    name: "Sona Round Earbuds",
    brand: "Arkvell",
    category,
    priceCents: 7950,
    countInStock: 31,
    description:
      "Small round buds that stay flush with the ear, so you can lie on a pillow with them in. There is no noise cancelling; the soft seal does the work and blocks about as much as a foam plug half pushed in. The pebble-shaped case charges over USB-C, closes with a firm magnet and is rated for 500 cycles before the battery fades.",
    kind: "earbuds",
  },
  {
    slug: "fjell-earbuds-charging-puck",
    name: "Fjell Earbuds with Charging Puck",
    brand: "Tonvik",
    category,
    priceCents: 18450,
    countInStock: 12,
    description:
      "Long-stem buds built around a 12 mm driver, noticeably fuller in the bass than smaller pairs. They rest in an anodized aluminum puck that doubles as a stand on the desk and tops them up four times. Sweat and rain are fine (IPX5); a drop into the sink is not. The stems show, and people will ask what they are.",
    kind: "earbuds",
  },
  {
    slug: "harbor-portable-speaker",
    name: "Harbor Portable Speaker",
    brand: "Ohmlund",
    category,
    priceCents: 14900,
    countInStock: 38,
    description:
      "An 8-inch column that plays the same in every direction, wrapped in a woven polyester that rinses clean after a day on the beach. It floats, survives 30 minutes under 3 ft of water and runs 16 hours at picnic volume. Two of them pair as left and right. Above three-quarters volume the bass thins out, as physics demands.",
    kind: "speaker",
  },
  {
    slug: "cafe-radio-speaker",
    name: "Café Radio Speaker",
    brand: "Tonvik",
    category,
    priceCents: 22900,
    countInStock: 19,
    description:
      "FM, DAB+ and Bluetooth in a leather-wrapped case with a stitched carry handle. Two real knobs, one for volume and one for tuning, and five presets that hold whatever you put on them. The 20-watt amplifier fills a kitchen, not a loft. A removable battery gives 12 hours, so it follows you out to the porch.",
    kind: "speaker",
  },
  {
    slug: "quarry-bookshelf-speaker",
    name: "Quarry Bookshelf Speaker",
    brand: "Ohmlund",
    category,
    priceCents: 34900,
    countInStock: 23,
    description:
      "A two-way active speaker with a 5.25-inch paper cone and a silk-dome tweeter in a lacquered birch cabinet 11 inches tall. It takes a turntable, an optical cable or Bluetooth and wants about 6 inches of air behind its port. One unit plays in mono; buy a second and the pair finds itself over the network. There is no grille.",
    kind: "speaker",
  },
  {
    slug: "lyric-belt-drive-turntable",
    name: "Lyric Belt-Drive Turntable",
    brand: "Ohmlund",
    category,
    priceCents: 44900,
    countInStock: 14,
    description:
      "A walnut-veneer plinth on four damped feet, an 8.6-inch aluminum tonearm and a cartridge already aligned at the bench, so the first record plays ten minutes after unpacking. The built-in phono stage can be switched off when you buy a better one. Speed changes by button between 33 and 45; there is no auto-return, so stay awake.",
    kind: "turntable",
  },
  {
    slug: "monolith-upright-record-player",
    name: "Monolith Upright Record Player",
    brand: "Tonvik",
    category,
    priceCents: 129900,
    countInStock: 3,
    description:
      "The record stands vertically behind a machined clamp, and a linear arm tracks it against gravity with 1.8 grams of force. Milled from a single 15 lb block of brushed aluminum, it takes up 6 inches of shelf depth and is mostly conversation piece, though the measurements are honest. Needs an external amplifier and a wall that does not shake.",
    kind: "turntable",
  },
];
