import { pages } from "@shop/shared/pages";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { AuditList } from "../../../features/admin/audit/audit-list.tsx";
import { auditPath } from "../../../lib/paths.ts";

/** The audit of admin actions and orders. */
export function AuditPage() {
  return (
    <AdminPage title={pages.audit.title} path={auditPath}>
      <AuditList />
    </AdminPage>
  );
}
