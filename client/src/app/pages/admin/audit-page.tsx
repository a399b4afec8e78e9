import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { auditPath } from "../../../lib/paths.ts";

/** Audit, for administrators. */
export function AuditPage() {
  return <DeskPage title="Audit" path={auditPath} />;
}
