import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { Permitted } from "../../../features/admin/parts/permitted.tsx";
import { CreateTerm } from "../../../features/admin/taxonomy/create-term.tsx";
import { MenuOrder } from "../../../features/admin/taxonomy/menu-order.tsx";
import { TermList } from "../../../features/admin/taxonomy/term-list.tsx";
import { taxonomies } from "../../../features/admin/taxonomy/texts.ts";

/** The list of brands. */
export function BrandListPage() {
  const texts = taxonomies.brand;
  return (
    <AdminPage
      title={texts.title}
      path={texts.listPath}
      actions={
        <Permitted to="products.write">
          <CreateTerm texts={texts} />
        </Permitted>
      }
    >
      <TermList texts={texts} />
      <MenuOrder texts={texts} />
    </AdminPage>
  );
}
