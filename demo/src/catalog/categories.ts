/** Categories of the demo catalog in display order. */
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
