import type { DemoProduct } from "../product.ts";

const category = "Computers";

/** Laptops, monitors and projectors. */
export const computers: readonly DemoProduct[] = [
  {
    slug: "feather-13-laptop",
    name: "Feather 13 Laptop",
    brand: "Quillfen",
    category,
    priceCents: 124900,
    countInStock: 26,
    description:
      "A 2.3 lb machine in champagne aluminum with a 13.4-inch matte display that stays legible beside a window. No fan, so it is silent, and long exports slow down after ten minutes rather than roar. 16 GB of memory, 512 GB of storage, two USB-C ports and a headphone jack. Fifteen hours of writing, nine of video calls.",
    kind: "laptop",
  },
  {
    slug: "folio-2-in-1-laptop",
    name: "Folio 2-in-1 Laptop",
    brand: "Quillfen",
    category,
    priceCents: 84900,
    countInStock: 20,
    description:
      "A 12-inch tablet with a woven-fabric keyboard that snaps on and props it at any angle between upright and nearly flat. The pen clips to the side and has no battery to charge. It handles notes, browsers and light photo work with 8 GB of memory. On your actual lap it wobbles; on a tray table or a desk it is at home.",
    kind: "laptop",
  },
  {
    slug: "anvil-16-workstation-laptop",
    name: "Anvil 16 Workstation Laptop",
    brand: "Hexmoor",
    category,
    priceCents: 239900,
    countInStock: 5,
    description:
      "Sixteen inches, 64 GB of memory and a graphics chip with its own vapor chamber: this compiles, renders and plays without negotiating. Two storage slots and the battery sit behind six ordinary screws. It weighs 5.6 lb and the charger adds another 1.5, and under load you will hear the fans in a quiet room.",
    kind: "laptop",
  },
  {
    slug: "plane-27-4k-monitor",
    name: "Plane 27-inch 4K Monitor",
    brand: "Quillfen",
    category,
    priceCents: 42900,
    countInStock: 29,
    description:
      "A 3840 by 2160 IPS panel with a factory calibration sheet in the box and an even 350 nits to the corners. One USB-C cable carries the picture, 90 watts of charging and a four-port hub. The stand rises 5 inches, tilts and turns to portrait. There are no speakers, and at 60 Hz it is meant for work rather than shooters.",
    kind: "monitor",
  },
  {
    slug: "horizon-34-curved-monitor",
    name: "Horizon 34 Curved Monitor",
    brand: "Hexmoor",
    category,
    priceCents: 68900,
    countInStock: 0,
    description:
      "Thirty-four inches of 3440 by 1440 bent to a 1500R curve, deep enough that both edges face you at arm's length. It refreshes at 165 Hz, syncs with either make of graphics card and reaches real blacks thanks to a VA panel, at the cost of slight smearing in dark scenes. Desk depth needed: 28 inches or more.",
    kind: "monitor",
  },
  {
    slug: "concert-24-monitor",
    name: "Concert 24 Monitor with Sound Bar",
    brand: "Lindqvale",
    category,
    priceCents: 23950,
    countInStock: 35,
    description:
      "A tidy 24-inch display for a bedroom desk or a front counter, with a 12-watt sound bar built into its foot so the table stays clear of speakers. Full HD, 100 Hz, a low-blue setting that does not turn everything orange, and a headphone hook at the back. The height is fixed; the package includes a 2-inch riser.",
    kind: "monitor",
  },
  {
    slug: "lantern-home-projector",
    name: "Lantern Home Projector",
    brand: "Quillfen",
    category,
    priceCents: 94900,
    countInStock: 11,
    description:
      "Throws a sharp 100-inch picture from 9 feet and squares it up by itself in about four seconds. The laser source is rated for 20,000 hours, which is a film every night for 27 years, and the fan stays below a whisper at 26 dB. Bright enough for a room with the lamps on, not for one with the curtains open.",
    kind: "projector",
  },
  {
    slug: "canister-portable-projector",
    name: "Canister Portable Projector",
    brand: "Quillfen",
    category,
    priceCents: 32900,
    countInStock: 24,
    description:
      "About the size of a quart of paint, with a strap to carry it by and a battery that outlasts a two-hour movie by some twenty minutes. It wants a dark yard or a blanket fort: 300 lumens on a 60-inch sheet is its sweet spot. The fabric sleeve hides a speaker that is better than it has any need to be.",
    kind: "projector",
  },
];
