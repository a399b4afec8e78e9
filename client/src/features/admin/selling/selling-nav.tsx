import { pages } from "@shop/shared/page/pages";
import { SectionNav } from "../parts/section-nav.tsx";

const screens = [pages.termsOfSale, pages.deliveryTerms, pages.taxReport];

/** The links between the screens about how the shop sells. */
export function SellingNav({ path }: { path: string }) {
  return <SectionNav label="Selling" screens={screens} path={path} />;
}
