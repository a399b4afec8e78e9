/** A collection of the demo shop. */
export type DemoCollection = {
  name: string;
  description: string;
  /** The slugs of the products that were chosen by hand, in their order. Without any, `maxPriceCents` is its rule. */
  slugs: readonly string[];
  maxPriceCents?: number;
};

export const collections: readonly DemoCollection[] = [
  {
    name: "For a Rainy Day",
    description: "Coats, boots and umbrellas that make bad weather a reason to go out.",
    slugs: [
      "mistral-packable-rain-jacket",
      "squall-windproof-umbrella",
      "ostend-cotton-trench-coat",
      "aldgate-chelsea-boots",
      "pagoda-stick-umbrella",
      "ferry-wool-gloves",
    ],
  },
  {
    name: "Gifts under $50",
    description: "Small things with a good story, for birthdays and for no reason at all.",
    slugs: [],
    maxPriceCents: 4_999,
  },
];
