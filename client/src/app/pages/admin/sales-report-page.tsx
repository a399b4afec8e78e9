import { pages } from "@shop/shared/page/pages";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { ReportsNav } from "../../../features/admin/reports/reports-nav.tsx";
import { SalesReport } from "../../../features/admin/reports/sales-report.tsx";

/** What sells. */
export function SalesReportPage() {
  const { title, path } = pages.salesReport;
  return (
    <AdminPage title={title} path={path}>
      <ReportsNav path={path} />
      <SalesReport />
    </AdminPage>
  );
}
