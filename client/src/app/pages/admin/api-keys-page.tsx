import { pages } from "@shop/shared/page/pages";
import { useConfirmedIdentity } from "../../../features/account/use-confirmed-identity.tsx";
import { ApiKeyList } from "../../../features/admin/connections/api-key-list.tsx";
import { ConnectionsNav } from "../../../features/admin/connections/connections-nav.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";

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
