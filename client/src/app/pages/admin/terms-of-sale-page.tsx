import { pages } from "@shop/shared/page/pages";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { TaxTerms } from "../../../features/admin/selling/tax-terms.tsx";
import { SettingsNav } from "../../../features/admin/settings/settings-nav.tsx";

/** The shop's currency and taxes. */
export function TermsOfSalePage() {
  const { title, path } = pages.termsOfSale;
  return (
    <AdminPage title={title} path={path}>
      <SettingsNav path={path} />
      <TaxTerms />
    </AdminPage>
  );
}
