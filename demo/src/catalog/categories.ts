/** The departments of the demo shop, in the order of its shelves. */
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
