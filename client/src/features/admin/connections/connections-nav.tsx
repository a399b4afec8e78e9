import { pages } from "@shop/shared/page/pages";
import { SectionNav } from "../parts/section-nav.tsx";

const screens = [pages.apiKeys, pages.webhookList];

/** The links between what connects other programs with the shop. */
export function ConnectionsNav({ path }: { path: string }) {
  return <SectionNav label="Apps" screens={screens} path={path} />;
}
