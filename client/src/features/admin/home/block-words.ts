import type { HomeBlock, HomeBlockKind, RowSource } from "@shop/shared/page/home-layout";

/** The name of each kind of block, and what it is for. */
export const kindWords: Record<HomeBlockKind, { name: string; help: string }> = {
  featured: { name: "Carousel", help: "Featured products, by rating or by your choice" },
  entrances: { name: "Shortcuts", help: "The first categories and brands as two slim rows" },
  products: { name: "All products", help: "The list with filters and pages" },
  headline: { name: "Headline", help: "A large image with words and a button" },
  row: { name: "Row of products", help: "New, best loved, on sale, or a collection" },
  story: { name: "Image and story", help: "A longer text beside an image" },
  categories: { name: "Categories", help: "Tiles with images" },
  brands: { name: "Brands", help: "Tiles with images" },
  category: { name: "Category", help: "One category with its image and its description" },
  reviews: { name: "Reviews", help: "What customers said last, from four stars on" },
  text: { name: "Text", help: "Words alone" },
};

export const sourceWords: Record<RowSource, string> = {
  new: "The newest",
  loved: "The best rated",
  sale: "What is on sale",
  collection: "A collection",
};

/** A block in the list of the editor: its kind, and what it says. */
export function blockName(block: HomeBlock): string {
  const { name } = kindWords[block.kind];
  return "title" in block && block.title !== "" ? `${name}: ${block.title}` : name;
}

/** A new block of each kind, as the editor adds it. */
export const newBlocks: Record<HomeBlockKind, HomeBlock> = {
  featured: { kind: "featured", productIds: [] },
  entrances: { kind: "entrances" },
  products: { kind: "products" },
  headline: { kind: "headline", title: "", text: "", image: "", imageAlt: "", label: "", to: "" },
  row: { kind: "row", title: "New arrivals", source: "new", collectionId: "" },
  story: {
    kind: "story",
    title: "",
    text: "",
    image: "",
    imageAlt: "",
    side: "left",
    label: "",
    to: "",
  },
  categories: { kind: "categories", title: "Shop by category", ids: [] },
  brands: { kind: "brands", title: "Our brands", ids: [] },
  category: { kind: "category", id: "" },
  reviews: { kind: "reviews", title: "What customers say" },
  text: { kind: "text", text: "" },
};
