import { pages } from "@shop/shared/pages";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { AuditList } from "../../../features/admin/audit/audit-list.tsx";
import { auditPath } from "../../../lib/paths.ts";

/** What was done in the admin and to orders, for administrators. */
export function AuditPage() {
  return (
    <AdminPage title={pages.audit.title} path={auditPath}>
      <AuditList />
    </AdminPage>
  );
}
