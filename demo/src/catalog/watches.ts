import type { DemoProduct } from "../product.ts";

const category = "Watches";

/** Watches and smartwatches. */
export const watches: readonly DemoProduct[] = [
  {
    slug: "longitude-automatic-watch",
    name: "Longitude Automatic Watch",
    brand: "Meridane",
    category,
    priceCents: 118500,
    countInStock: 1,
    description:
      "A 39 mm steel case, 10.4 mm thin, around a self-winding movement regulated in five positions to within six seconds a day. The sapphire is domed and coated underneath, so the dial reads cleanly at an angle. Water-resistant to 330 ft. It runs 68 hours off the wrist, enough to survive a weekend in the drawer.",
    kind: "watch",
  },
  {
    slug: "stratus-chronograph",
    name: "Stratus Chronograph Watch",
    brand: "Meridane",
    category,
    priceCents: 64900,
    countInStock: 9,
    description:
      "Rose-gold plated steel, 41 mm across, with a hybrid quartz movement that sweeps its stopwatch hand and snaps back to zero. Pushers have a firm two-stage feel. The chestnut strap tapers from 20 to 18 mm and changes without tools. Plating is 5 microns thick and will wear at the lugs in about a decade.",
    kind: "watch",
  },
  {
    slug: "cartographer-field-watch",
    name: "Cartographer Field Watch",
    brand: "Meridane",
    category,
    priceCents: 17950,
    countInStock: 32,
    description:
      "Thirty-eight millimeters of bead-blasted steel in bone ceramic coating, tritium-free lume and a dial with every minute printed. The hand-wound movement wants forty turns each morning, a small ritual that takes less time than finding a charger. Screw-down crown, 330 ft. It ticks audibly on a nightstand.",
    kind: "watch",
  },
  {
    slug: "cadence-smartwatch",
    name: "Cadence Smartwatch",
    brand: "Arkvell",
    category,
    priceCents: 24900,
    countInStock: 37,
    description:
      "A rounded-square watch that gets the basics right: a display bright enough for noon, dual-band GPS, heart rate checked every second and four days between charges. The strap slides out with one button; a longer one is in the box. Sleep tracking is thoughtful rather than nagging. Offline music needs a phone to load it, and maps are simple.",
    kind: "smartwatch",
  },
  {
    slug: "tangent-hybrid-smartwatch",
    name: "Tangent Hybrid Smartwatch",
    brand: "Meridane",
    category,
    priceCents: 37900,
    countInStock: 6,
    description:
      "From across the table it is a steel watch on a bracelet with blue center links; tilt your wrist and the round screen wakes beneath the glass. Steps, pulse, calendar and nothing that buzzes unless you allow it. The battery does 12 days. Links come out with the enclosed pin tool, which is fiddly, so let a jeweler do the first fitting.",
    kind: "smartwatch",
  },
  {
    slug: "stride-fitness-band",
    name: "Stride Fitness Band",
    brand: "Arkvell",
    category,
    priceCents: 5950,
    countInStock: 56,
    description:
      "Weighs 0.8 oz with its raspberry strap and forgets to be there by lunchtime. Counts steps, laps and sleep, shows who is calling and lasts two weeks. The clasp is a fold-over, so it does not pop open in the pool. No built-in GPS: distance comes from the phone in your pocket or from a guess.",
    kind: "smartwatch",
  },
];
