import { brandListPath, categoryListPath } from "../../../lib/paths.ts";
import { trpc } from "../../../lib/trpc.ts";

/** Brands and categories are worked with in the same way; this is what differs. */
export const nouns = {
  brand: {
    noun: "brand",
    word: "Brand",
    many: "brands",
    title: "Brands",
    listPath: brandListPath,
    api: trpc.admin.brands,
    utilsOf: (utils: Utils) => utils.admin.brands,
  },
  category: {
    noun: "category",
    word: "Category",
    many: "categories",
    title: "Categories",
    listPath: categoryListPath,
    api: trpc.admin.categories,
    utilsOf: (utils: Utils) => utils.admin.categories,
  },
} as const;

type Utils = ReturnType<typeof trpc.useUtils>;
export type NounTexts = (typeof nouns)["brand" | "category"];
