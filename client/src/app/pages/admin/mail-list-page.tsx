import { pages } from "@shop/shared/page/pages";
import { FailedMails } from "../../../features/admin/mails/failed-mails.tsx";
import { MailsNav } from "../../../features/admin/mails/mails-nav.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { mailListPath } from "../../../lib/admin-paths.ts";

/** The mails that could not be sent. */
export function MailListPage() {
  return (
    <AdminPage title={pages.mailList.title} path={mailListPath}>
      <MailsNav path={mailListPath} />
      <FailedMails />
    </AdminPage>
  );
}
