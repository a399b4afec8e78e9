import { pages } from "@shop/shared/page/pages";
import { brandListPath, categoryListPath } from "../../../lib/admin-paths.ts";
import { trpc } from "../../../lib/trpc.ts";

/** The differences between the screens of brands and those of categories. */
export const taxonomies = {
  brand: {
    taxonomy: "brand",
    word: "Brand",
    many: "brands",
    title: pages.brandList.title,
    listPath: brandListPath,
    api: trpc.admin.brands,
    utilsOf: (utils: Utils) => utils.admin.brands,
  },
  category: {
    taxonomy: "category",
    word: "Category",
    many: "categories",
    title: pages.categoryList.title,
    listPath: categoryListPath,
    api: trpc.admin.categories,
    utilsOf: (utils: Utils) => utils.admin.categories,
  },
} as const;

type Utils = ReturnType<typeof trpc.useUtils>;
export type TaxonomyTexts = (typeof taxonomies)["brand" | "category"];
