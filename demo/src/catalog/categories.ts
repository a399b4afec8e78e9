/** Categories of the demo catalog. */
export const categories: readonly string[] = [
  "Audio",
  "Cameras",
  "Computers",
  "Phones & Tablets",
  "Desk & Gaming",
  "Footwear",
  "Outerwear",
  "Clothing",
  "Bags",
  "Watches",
  "Jewellery & Eyewear",
  "Everyday Carry",
];

/** The category that one is below. */
export const categoriesAbove: Readonly<Record<string, string>> = { Outerwear: "Clothing" };

/** What the pages of the categories say about them. */
export const categoryDescriptions: Readonly<Record<string, string>> = {
  Audio: "Headphones, earbuds, speakers and record players for listening closely, at home and on the way.",
  Cameras: "Rangefinders, instant cameras and drones, for the street, the party and the view from above.",
  Computers: "Laptops, monitors and projectors for work that lasts all day and films that start after it.",
  "Phones & Tablets": "Phones and tablets with the chargers and power banks that get them through the day.",
  "Desk & Gaming": "Keyboards, mice, controllers and lamps for long evenings and longer meetings.",
  Footwear: "Sneakers, boots and loafers for running, for rain and for a good table.",
  Outerwear: "Coats, jackets and gloves for rain, wind and the first cold morning.",
  Clothing: "Knitwear, dresses, shirts and jeans in cloth that gets better with wear.",
  Bags: "Backpacks, totes and duffels for a commute, a weekend or a month away.",
  Watches: "Automatic, quartz and smart: watches for the office, the field and the track.",
  "Jewellery & Eyewear": "Rings, necklaces, earrings and sunglasses, quiet enough for every day.",
  "Everyday Carry": "Bottles, wallets, pens and umbrellas: the small things that go wherever you go.",
};
