import { AuditList } from "../../../features/administration/audit/audit-list.tsx";
import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { auditPath } from "../../../lib/paths.ts";

/** What was done at the desk and to orders, for administrators. */
export function AuditPage() {
  return (
    <DeskPage title="Audit" path={auditPath}>
      <AuditList />
    </DeskPage>
  );
}
