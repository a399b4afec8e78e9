import type { InfoPage } from "./info-page.ts";
import { type PageMeta, plainMeta } from "./page-data.ts";
import { pathOf } from "./pages.ts";

/** Meta of one of these pages. */
export function infoMeta({ slug, title, description }: Pick<InfoPage, "slug" | "title" | "description">): PageMeta {
  return { ...plainMeta(title, pathOf("info", { slug })), description };
}
