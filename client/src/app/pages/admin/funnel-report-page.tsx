import { pages } from "@shop/shared/page/pages";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { FunnelReport } from "../../../features/admin/reports/funnel-report.tsx";
import { ReportsNav } from "../../../features/admin/reports/reports-nav.tsx";

/** What is in stock, and what of it sells least. */
export function FunnelReportPage() {
  const { title, path } = pages.funnelReport;
  return (
    <AdminPage title={title} path={path}>
      <ReportsNav path={path} />
      <FunnelReport />
    </AdminPage>
  );
}
