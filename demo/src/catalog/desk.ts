import type { DemoProduct } from "../product.ts";

const category = "Desk & Gaming";

/** Keyboards, mice, game controllers and lamps. */
export const desk: readonly DemoProduct[] = [
  {
    slug: "clack-75-mechanical-keyboard",
    name: "Clack 75 Mechanical Keyboard",
    brand: "Hexmoor",
    category,
    priceCents: 15900,
    countInStock: 30,
    description:
      "A 75 percent layout with hot-swap sockets, doubleshot PBT caps and a knurled dial that does volume until you teach it something else. Tactile switches come fitted and lubed; a puller and eight spares are in the drawer of the box. Wired or over 2.4 GHz. Even with the foam it is not a keyboard for shared offices.",
    kind: "keyboard",
  },
  {
    slug: "span-slim-keyboard",
    name: "Span Slim Keyboard",
    brand: "Lindqvale",
    category,
    priceCents: 8450,
    countInStock: 41,
    description:
      "Full size, 0.7 inches at its thickest, with a real number pad and scissor keys that travel just far enough to feel. It pairs with three computers and switches between them on a single key. A charge lasts three months of office days. The aluminum deck is cold on winter mornings and easy to wipe.",
    kind: "keyboard",
  },
  {
    slug: "parted-split-keyboard",
    name: "Parted Split Keyboard",
    brand: "Lindqvale",
    category,
    priceCents: 21900,
    countInStock: 1,
    description:
      "Two halves you place at shoulder width, each tented by up to 15 degrees on magnetic feet. Thumb clusters take over Space, Enter and Backspace, and every key can be remapped in a browser without installing anything. Plan on two slow weeks before your old speed returns. The bridging cable is 3 ft, braided and replaceable.",
    kind: "keyboard",
  },
  {
    slug: "pebble-wireless-mouse",
    name: "Pebble Wireless Mouse",
    brand: "Lindqvale",
    category,
    priceCents: 3999,
    countInStock: 57,
    description:
      "A low, symmetrical mouse for small and medium hands, with clicks so soft that the person on the other end of the call will not hear them. It tracks on most surfaces except glass, sleeps when the desk is still and runs 18 months on one AA cell. The receiver stows underneath, next to the battery.",
    kind: "mouse",
  },
  {
    slug: "orbit-thumb-trackball",
    name: "Orbit Thumb Trackball",
    brand: "Lindqvale",
    category,
    priceCents: 6950,
    countInStock: 0,
    description:
      "Your arm stays still and your thumb does the traveling, which helps if wrists or shoulders complain. The 34 mm ball lifts out for cleaning, and it will need it every couple of weeks. Tilts to 20 degrees, right hand only. Precise enough for spreadsheets and timelines; fine retouching takes practice.",
    kind: "mouse",
  },
  {
    slug: "vex-gaming-mouse",
    name: "Vex Gaming Mouse",
    brand: "Hexmoor",
    category,
    priceCents: 7999,
    countInStock: 34,
    description:
      "A 2.2 oz wireless mouse with a magnesium shell, optical switches and a sensor that reports 4,000 times a second if your computer can keep up. Six buttons, four stored profiles and one thin line of light that turns off with a long press. The angular sides suit a claw grip; palm grippers should try before committing.",
    kind: "mouse",
  },
  {
    slug: "tandem-wireless-controller",
    name: "Tandem Wireless Controller",
    brand: "Hexmoor",
    category,
    priceCents: 6499,
    countInStock: 46,
    description:
      "Hall-effect sticks that do not drift, two remappable paddles under the fingers and triggers with a short-throw lock for shooters. It connects to a PC, a phone or a set-top box over Bluetooth and remembers all three. Around 25 hours a charge with rumble on. The box holds a fabric sleeve and a 10 ft charging cable.",
    kind: "game-controller",
  },
  {
    slug: "arcade-88-wired-gamepad",
    name: "Arcade '88 Wired Gamepad",
    brand: "Hexmoor",
    category,
    priceCents: 2450,
    countInStock: 39,
    description:
      "Two face buttons, two turbo buttons, a cross that clicks in eight directions and a 9 ft cable, so nobody has to sit on the rug unless they want to. It shows up as a standard USB gamepad with nothing to install. Pixel platformers are its calling; with no analog sticks, anything in three dimensions is off the menu.",
    kind: "game-controller",
  },
  {
    slug: "nomad-handheld-console",
    name: "Nomad Handheld Console",
    brand: "Hexmoor",
    category,
    priceCents: 39900,
    countInStock: 13,
    description:
      "A 7-inch 1080p screen between two full-size sticks, with enough power for last year's big games at medium settings. Suspend is instant and survives a night in a drawer. Two to eight hours of battery depending on the game, and a quiet fan that vents upward, away from your fingers. Storage is a standard card you can swap yourself.",
    kind: "game-controller",
  },
  {
    slug: "heron-jointed-desk-lamp",
    name: "Heron Jointed Desk Lamp",
    brand: "Lindqvale",
    category,
    priceCents: 11900,
    countInStock: 25,
    description:
      "Two sprung arms reach 31 inches and stay exactly where you leave them. The steel head turns through 180 degrees and takes an ordinary E26 bulb, so it will outlive whichever LED is inside it; one at 2,700 K is included. Weighted base or desk clamp, both in the box. The powder coat comes in a red you can see from the street.",
    kind: "desk-lamp",
  },
  {
    slug: "chanterelle-table-lamp",
    name: "Chanterelle Table Lamp",
    brand: "Lindqvale",
    category,
    priceCents: 8900,
    countInStock: 32,
    description:
      "An amber cap on a turned stem, 10 inches tall, that throws its light down and keeps it out of your eyes. Touch the top to step through four levels; the lowest works as a night-light. It runs on a cable or for nine hours from its own battery. Soft and flattering, and too dim to read contracts by.",
    kind: "desk-lamp",
  },
  {
    slug: "ledger-light-bar-lamp",
    name: "Ledger Light Bar Lamp",
    brand: "Lindqvale",
    category,
    priceCents: 13900,
    countInStock: 18,
    description:
      "A 20-inch bar that lights a whole desk evenly from one slim post, without glare on the screen. Color temperature runs from 2,700 to 5,600 K on a slider, color rendering is 95, and the driver does not flicker on camera. The bar swings out over a second monitor or a sewing machine.",
    kind: "desk-lamp",
  },
];
