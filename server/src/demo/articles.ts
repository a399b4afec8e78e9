/** An article of the demo shop, with the image of a product. */
export type DemoArticle = {
  slug: string;
  title: string;
  summary: string;
  text: string;
  imageOf: string;
  imageAlt: string;
  daysAgo: number;
};

/** The articles of the demo shop's journal. */
export const demoArticles: readonly DemoArticle[] = [
  {
    slug: "light-for-long-evenings",
    title: "Light for long evenings",
    summary: "Why two small lamps do more for a room than one bright one, and where to put them.",
    imageOf: "chanterelle-table-lamp",
    imageAlt: "A table lamp with a domed shade of brass, switched on",
    daysAgo: 6,
    text: `One bright lamp in the middle of the ceiling lights everything and flatters nothing. Two or three small ones, at the height of the eyes, make a room quieter.

## Where they go

- **Beside the chair** in which you read, a little behind your shoulder.
- **On the desk**, on the side of the hand that does not write.
- **Low in a corner**, where nobody needs light. This is the one that you will miss most.

## What to look for

A warm white of 2,700 kelvin is close to the light bulbs of before. A jointed arm reaches the page and leaves the screen dark.

All of them are under [lamps](/search/lamp).
`,
  },
  {
    slug: "how-to-wash-a-wool-sweater",
    title: "How to wash a wool sweater",
    summary: "Seldom, cold and lying flat: a sweater that is looked after lasts for ten winters.",
    imageOf: "fishermans-cable-sweater",
    imageAlt: "A cream wool sweater with a cable pattern",
    daysAgo: 27,
    text: `Wool cleans itself better than cotton. Hang a sweater in fresh air overnight before you think of washing it.

## When it has to be

1. Turn it inside out, and lay it into cold water with a spoon of wool detergent.
2. Press it gently for a minute. Do not rub and do not wring.
3. Rinse it in water of the same temperature.
4. Roll it in a towel, press the water out, and let it dry **lying flat**.

> A hanger makes a dress of every sweater.

Little knots come off with a comb, and come back less each time.
`,
  },
  {
    slug: "a-small-guide-to-film",
    title: "A small guide to instant film",
    summary: "Square, mini or wide: what the three formats are good for, and how not to waste a sheet.",
    imageOf: "boxwood-instant-camera",
    imageAlt: "A cream instant camera with a red release",
    daysAgo: 48,
    text: `An instant camera makes you look twice, because each sheet costs about as much as a coffee.

| Format | Good for |
|---|---|
| Mini | wallets, thank-you notes, children with cameras |
| Square | portraits, and whatever is in the middle |
| Wide | landscapes, and groups at a table |

## Three habits

- Stand closer than you want to.
- Keep the sun behind you, and the flash on.
- Put the sheet face down until it is done. Shaking it does nothing.
`,
  },
];
