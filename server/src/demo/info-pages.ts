import type { infoPages } from "../db/schema/info-pages.ts";

type Row = Pick<typeof infoPages.$inferInsert, "slug" | "title" | "text">;

const warning = "This is a demonstration. Nobody sells anything here, and no order is delivered.";

/** The pages of the demo shop that an owner has to write. */
export const demoInfoPages: readonly Row[] = [
  {
    slug: "contact",
    title: "Contact",
    text: `${warning}

## About an order

Write to us on the page of your order, which you find in your [profile](/profile). In this demonstration, an admin account answers.

## Anything else

Email: [hello@example.com](mailto:hello@example.com)
`,
  },
  {
    slug: "size-guide",
    title: "Size Guide",
    text: `Measure over light clothing, with the tape level and not tight. Between two sizes, take the larger one for a loose fit.

## Tops, dresses and coats

| Size | Chest | Waist | Hips |
|---|---|---|---|
| XS | 32 to 34 in | 25 to 27 in | 34 to 36 in |
| S | 35 to 37 in | 28 to 30 in | 37 to 38 in |
| M | 38 to 40 in | 31 to 33 in | 39 to 41 in |
| L | 41 to 43 in | 34 to 36 in | 42 to 44 in |
| XL | 44 to 46 in | 37 to 40 in | 45 to 47 in |

## Gloves

Measure around the hand at its widest place, without the thumb.

| Size | Hand |
|---|---|
| S | 7 to 7½ in |
| M | 8 to 8½ in |
| L | 9 to 9½ in |

## Belts

Take the size of a belt that fits: from the end of the buckle to the hole that you use.
`,
  },
  {
    slug: "privacy",
    title: "Privacy",
    text: `${warning} Please do not enter real addresses.

## What is stored

- **Your account**: name, email and a hash of your password, and the addresses and products that you save.
- **Your orders**: what you ordered, and what you wrote about it.
- **Your reviews**, with the name that you chose.
- **Your sessions**: the devices on which you are signed in, until you sign out.

Guests' carts and saved products stay in their own browsers.

## Cookies

One cookie while you are signed in, and one that recognises a browser in which you have signed in before. There are no cookies for advertising and no trackers.

## Your rights

In your [profile](/profile) you can download all that is stored about you, correct it, and delete your account.
`,
  },
  {
    slug: "imprint",
    title: "Imprint",
    text: `${warning}

In a real shop, its name, address and register would stand here.
`,
  },
];
