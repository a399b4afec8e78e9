import { pages } from "@shop/shared/pages";
import { useConfirmedIdentity } from "../../../features/account/use-confirmed-identity.tsx";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { ApiKeyList } from "../../../features/admin/connections/api-key-list.tsx";
import { ConnectionsNav } from "../../../features/admin/connections/connections-nav.tsx";

const { path, title } = pages.apiKeys;

/** The keys with which outside programs call the shop. */
export function ApiKeysPage() {
  const identity = useConfirmedIdentity("to create a key");
  return (
    <AdminPage title={title} path={path}>
      <ConnectionsNav path={path} />
      <ApiKeyList asksFor={identity.asksFor} />
      {identity.dialog}
    </AdminPage>
  );
}
