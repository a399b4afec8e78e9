import { pages } from "@shop/shared/page/pages";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { CreditReport } from "../../../features/admin/reports/credit-report.tsx";
import { ReportsNav } from "../../../features/admin/reports/reports-nav.tsx";

/** What the shop owes in gift cards and credit. */
export function CreditReportPage() {
  const { title, path } = pages.creditReport;
  return (
    <AdminPage title={title} path={path}>
      <ReportsNav path={path} />
      <CreditReport />
    </AdminPage>
  );
}
