import { pages } from "@shop/shared/page/pages";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { SellingNav } from "../../../features/admin/selling/selling-nav.tsx";
import { TaxTerms } from "../../../features/admin/selling/tax-terms.tsx";

/** The shop's currency and taxes. */
export function TermsOfSalePage() {
  const { title, path } = pages.termsOfSale;
  return (
    <AdminPage title={title} path={path}>
      <SellingNav path={path} />
      <TaxTerms />
    </AdminPage>
  );
}
