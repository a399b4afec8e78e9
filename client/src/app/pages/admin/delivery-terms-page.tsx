import { pages } from "@shop/shared/page/pages";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { DeliveryTerms } from "../../../features/admin/selling/delivery-terms.tsx";
import { SettingsNav } from "../../../features/admin/settings/settings-nav.tsx";

/** Where the shop delivers, how, and for how much. */
export function DeliveryTermsPage() {
  const { title, path } = pages.deliveryTerms;
  return (
    <AdminPage title={title} path={path}>
      <SettingsNav path={path} />
      <DeliveryTerms />
    </AdminPage>
  );
}
