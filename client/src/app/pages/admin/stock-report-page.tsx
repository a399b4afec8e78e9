import { pages } from "@shop/shared/page/pages";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { ReportsNav } from "../../../features/admin/reports/reports-nav.tsx";
import { StockReport } from "../../../features/admin/reports/stock-report.tsx";

/** What is in stock, and what of it sells least. */
export function StockReportPage() {
  const { title, path } = pages.stockReport;
  return (
    <AdminPage title={title} path={path}>
      <ReportsNav path={path} />
      <StockReport />
    </AdminPage>
  );
}
