import { pages, pathOf } from "@shop/shared/pages";
import { useParams } from "react-router-dom";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { ConnectionsNav } from "../../../features/admin/connections/connections-nav.tsx";
import { WebhookList } from "../../../features/admin/connections/webhook-list.tsx";
import { WebhookView } from "../../../features/admin/connections/webhook-view.tsx";

const { path, title } = pages.webhookList;

/** The webhooks, or the one of the address. */
export function WebhooksPage() {
  const { id } = useParams();
  if (id === undefined) {
    return (
      <AdminPage title={title} path={path}>
        <ConnectionsNav path={path} />
        <WebhookList />
      </AdminPage>
    );
  }
  return (
    <AdminPage title={pages.webhook.title} path={pathOf("webhook", { id })} back={{ to: path, label: title }}>
      <WebhookView key={id} id={id} />
    </AdminPage>
  );
}
