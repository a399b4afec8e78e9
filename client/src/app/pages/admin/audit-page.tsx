import { pages } from "@shop/shared/page/pages";
import { AuditList } from "../../../features/admin/audit/audit-list.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { auditPath } from "../../../lib/admin-paths.ts";

/** The audit of admin actions and orders. */
export function AuditPage() {
  return (
    <AdminPage title={pages.audit.title} path={auditPath}>
      <AuditList />
    </AdminPage>
  );
}
