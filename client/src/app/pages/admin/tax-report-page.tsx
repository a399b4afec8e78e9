import { pages } from "@shop/shared/page/pages";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { TaxReport } from "../../../features/admin/selling/tax-report.tsx";
import { SettingsNav } from "../../../features/admin/settings/settings-nav.tsx";

/** The taxes of each month by country and rate. */
export function TaxReportPage() {
  const { title, path } = pages.taxReport;
  return (
    <AdminPage title={title} path={path}>
      <SettingsNav path={path} />
      <TaxReport />
    </AdminPage>
  );
}
