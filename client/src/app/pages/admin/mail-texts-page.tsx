import { pages } from "@shop/shared/page/pages";
import { MailTexts } from "../../../features/admin/mails/mail-texts.tsx";
import { MailsNav } from "../../../features/admin/mails/mails-nav.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";

const { path, title } = pages.mailTexts;

/** The owner's words of mails to customers. */
export function MailTextsPage() {
  return (
    <AdminPage title={title} path={path}>
      <MailsNav path={path} />
      <MailTexts />
    </AdminPage>
  );
}
