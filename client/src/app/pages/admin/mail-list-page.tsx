import { pages } from "@shop/shared/pages";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { FailedMails } from "../../../features/admin/mails/failed-mails.tsx";
import { mailListPath } from "../../../lib/paths.ts";

/** The mails that could not be sent. */
export function MailListPage() {
  return (
    <AdminPage title={pages.mailList.title} path={mailListPath}>
      <FailedMails />
    </AdminPage>
  );
}
