import { pages } from "@shop/shared/pages";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { ApiKeyList } from "../../../features/admin/connections/api-key-list.tsx";
import { ConnectionsNav } from "../../../features/admin/connections/connections-nav.tsx";

const { path, title } = pages.apiKeys;

/** The keys with which outside programs call the shop. */
export function ApiKeysPage() {
  return (
    <AdminPage title={title} path={path}>
      <ConnectionsNav path={path} />
      <ApiKeyList />
    </AdminPage>
  );
}
