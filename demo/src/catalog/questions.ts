/** A question about a product, by its slug, and the shop's answer, which came so many days ago. */
export type DemoQuestion = { slug: string; person: number; text: string; answer: string; daysAgo: number };

export const questions: readonly DemoQuestion[] = [
  {
    slug: "fishermans-cable-sweater",
    person: 3,
    text: "Does the smell of sheep go away?",
    answer:
      "Yes. It comes from the lanolin in the yarn and is gone after the first few wears. An evening outdoors helps; washing takes out the lanolin that keeps the drizzle off.",
    daysAgo: 34,
  },
  {
    slug: "fishermans-cable-sweater",
    person: 18,
    text: "Can I wear it without anything below?",
    answer: "Better not: six-ply wool is scratchy on bare skin. Over a tee it is pleasant.",
    daysAgo: 12,
  },
  {
    slug: "halden-over-ear-headphones",
    person: 7,
    text: "Do they fit into a small bag when they are folded?",
    answer: "They fold flat but not small. The hard case needs about the room of a dinner plate.",
    daysAgo: 41,
  },
  {
    slug: "halden-over-ear-headphones",
    person: 22,
    text: "How long does the battery last with noise cancelling on?",
    answer: "38 hours on one charge, and 52 hours with noise cancelling off.",
    daysAgo: 16,
  },
  {
    slug: "clack-75-mechanical-keyboard",
    person: 11,
    text: "Can I change the switches without soldering?",
    answer: "Yes. The sockets are hot-swap; a puller and eight spare switches are in the box.",
    daysAgo: 27,
  },
  {
    slug: "lyric-belt-drive-turntable",
    person: 5,
    text: "Do I need a separate phono preamp?",
    answer: "No, one is built in. You can switch it off if you get a better one later.",
    daysAgo: 53,
  },
  {
    slug: "tarn-insulated-bottle",
    person: 29,
    text: "Can it go into the dishwasher?",
    answer: "Please wash the body by hand: a dishwasher takes the green coat off over time.",
    daysAgo: 9,
  },
  {
    slug: "transit-22l-commuter-backpack",
    person: 14,
    text: "Is it waterproof?",
    answer:
      "It keeps out about an hour of rain: the nylon is coated and the zippers are reversed. It is not made to be put under water.",
    daysAgo: 21,
  },
  {
    slug: "feather-13-laptop",
    person: 2,
    text: "How many screens can I connect, and do I need an adapter?",
    answer:
      "It has two USB-C ports and a headphone jack. A screen with another plug needs an adapter, which is not in the box.",
    daysAgo: 6,
  },
  {
    slug: "heron-jointed-desk-lamp",
    person: 33,
    text: "Is the clamp included, or only the base?",
    answer: "Both are in the box, and an LED bulb as well.",
    daysAgo: 47,
  },
  {
    slug: "bloom-instant-camera",
    person: 9,
    text: "Is film included?",
    answer: "No. It takes credit-card-size instant film, ten sheets a pack, which you order separately.",
    daysAgo: 30,
  },
  {
    slug: "reserve-20k-power-bank",
    person: 25,
    text: "May I take it on a plane?",
    answer: "Yes, in your hand luggage: at 74 watt-hours it is within what airlines allow.",
    daysAgo: 18,
  },
];
