import { pages } from "@shop/shared/page/pages";
import { SectionNav } from "../parts/section-nav.tsx";

const screens = [
  { title: "Sales", path: pages.salesReport.path },
  pages.funnelReport,
  pages.stockReport,
  pages.creditReport,
];

/** The links between the reports. */
export function ReportsNav({ path }: { path: string }) {
  return <SectionNav label="Reports" screens={screens} path={path} />;
}
