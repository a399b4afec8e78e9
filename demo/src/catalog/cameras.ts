import type { DemoProduct } from "../product.ts";

const category = "Cameras";

/** Cameras, instant cameras and drones. */
export const cameras: readonly DemoProduct[] = [
  {
    slug: "reporter-rangefinder-camera",
    name: "Reporter Rangefinder Camera",
    brand: "Kestrik",
    category,
    priceCents: 289900,
    countInStock: 2,
    description:
      "A full-frame 24-megapixel rangefinder with a brass top plate and no rear screen menu to get lost in: aperture on the lens, shutter speed on a dial, focus by lining up two images. It is quiet enough for a courtroom and slow enough to make you look first. Body only, 21 oz with battery. Autofocus does not exist here.",
    kind: "camera",
  },
  {
    slug: "alder-dslr-camera-kit",
    name: "Alder DSLR Camera with 50 mm Lens",
    brand: "Kestrik",
    category,
    priceCents: 114900,
    countInStock: 16,
    description:
      "An optical finder, a deep rubberized grip and a battery good for 900 frames make this the camera you can hand to anyone. The 26-megapixel sensor holds detail to ISO 6400, and the bundled 50 mm f/1.8 is the lens most people should learn on. Video stops at 1080p and the body weighs 27 oz; choose it for stills.",
    kind: "camera",
  },
  {
    slug: "wren-compact-mirrorless-camera",
    name: "Wren Compact Mirrorless Camera",
    brand: "Kestrik",
    category,
    priceCents: 67900,
    countInStock: 27,
    description:
      "Fits a jacket pocket with its 23 mm f/2 lens attached, and wakes in half a second. Eleven film-inspired color profiles are applied in the camera, so the picture you send from the bus is the finished one. The electronic finder is small but usable with glasses. Expect about 320 shots per charge; a second battery is money well spent.",
    kind: "camera",
  },
  {
    slug: "bloom-instant-camera",
    name: "Bloom Instant Camera",
    brand: "Kestrik",
    category,
    priceCents: 8900,
    countInStock: 48,
    description:
      "Point, press, wait ninety seconds. The rounded shell is sized for smaller hands, the flash sets itself, and a mirror beside the lens takes the guesswork out of self-portraits. Uses credit-card-size film, ten sheets a pack, which is not in the box. Indoors, keep within 8 feet or the background goes black.",
    kind: "instant-camera",
  },
  {
    slug: "boxwood-instant-camera",
    name: "Boxwood Instant Camera",
    brand: "Kestrik",
    category,
    priceCents: 13450,
    countInStock: 0,
    description:
      "A square-format instant camera with a glass lens, manual exposure from one second to 1/250 and a socket for a cable release. Double exposures take one switch. The print comes out below the lens on a 3.4-inch sheet and prefers to be kept face down until it is dry. Runs about 15 packs of film per USB-C charge.",
    kind: "instant-camera",
  },
  {
    slug: "panora-wide-instant-camera",
    name: "Panora Wide Instant Camera",
    brand: "Kestrik",
    category,
    priceCents: 16900,
    countInStock: 21,
    description:
      "Prints twice as wide as the usual instant frame, which finally leaves room for the whole table at a birthday. Two focus zones, a close-up adapter stored in the lens cap, and a tripod thread for the group shot you want to be in. It measures nearly 7 inches across and comes with a braided shoulder strap and a first pack of ten sheets.",
    kind: "instant-camera",
  },
  {
    slug: "swift-folding-drone",
    name: "Swift Folding Drone",
    brand: "Kestrik",
    category,
    priceCents: 79900,
    countInStock: 18,
    description:
      "Under 8.8 oz ready to fly, so in many places it needs no registration, and folded it is the size of a sandwich. A three-axis gimbal steadies the 4K camera, and obstacle sensing works forward and down, not sideways. A battery lasts 31 minutes in still air and about 22 in a breeze. Two batteries and a soft case included.",
    kind: "drone",
  },
  {
    slug: "gnat-guarded-mini-drone",
    name: "Gnat Guarded Mini Drone",
    brand: "Kestrik",
    category,
    priceCents: 5999,
    countInStock: 33,
    description:
      "A 3-inch trainer whose rotors sit inside full rings, so it bounces off walls, curtains and patient dogs. It holds its own height, flips on a button and lands itself when the battery runs low after eight minutes. A coarse little camera streams to your phone. Three batteries come in the box because one is never enough; outdoors, a light wind carries it away.",
    kind: "drone",
  },
  {
    slug: "osprey-camera-drone",
    name: "Osprey Camera Drone",
    brand: "Kestrik",
    category,
    priceCents: 189900,
    countInStock: 4,
    description:
      "Built for survey and film work: a stabilized one-inch sensor, raw stills at 20 megapixels and 5.4K video, 43 minutes aloft and steady in winds up to 27 mph. The carbon skids lift clear of the frame in flight. It weighs 3 lb 2 oz, so check the rules where you live and take the course; the app includes a simulator.",
    kind: "drone",
  },
];
