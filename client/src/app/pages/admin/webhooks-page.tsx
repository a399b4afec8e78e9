import { pages, pathOf } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { useConfirmedIdentity } from "../../../features/account/use-confirmed-identity.tsx";
import { ConnectionsNav } from "../../../features/admin/connections/connections-nav.tsx";
import { WebhookList } from "../../../features/admin/connections/webhook-list.tsx";
import { WebhookView } from "../../../features/admin/connections/webhook-view.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";

const { path, title } = pages.webhookList;

/** The webhooks, or the one of the address. */
export function WebhooksPage() {
  const { id } = useParams();
  const identity = useConfirmedIdentity("to change where the shop sends events");
  if (id === undefined) {
    return (
      <AdminPage title={title} path={path}>
        <ConnectionsNav path={path} />
        <WebhookList asksFor={identity.asksFor} />
        {identity.dialog}
      </AdminPage>
    );
  }
  return (
    <AdminPage title={pages.webhook.title} path={pathOf("webhook", { id })} back={{ to: path, label: title }}>
      <WebhookView key={id} id={id} asksFor={identity.asksFor} />
      {identity.dialog}
    </AdminPage>
  );
}
