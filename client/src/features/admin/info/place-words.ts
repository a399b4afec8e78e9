import type { PagePlace } from "@shop/shared/page/info-page";

export const placeWords: Record<PagePlace, string> = {
  help: "In the footer, under Help",
  company: "In the footer, under Company",
  none: "None: only texts and menus lead to it",
};
