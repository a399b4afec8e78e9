import { pages } from "@shop/shared/page/pages";
import { CreateDiscount } from "../../../features/admin/discounts/create-discount.tsx";
import { DiscountList } from "../../../features/admin/discounts/discount-list.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { Permitted } from "../../../features/admin/parts/permitted.tsx";
import { discountListPath } from "../../../lib/admin-paths.ts";

/** The list of discounts. */
export function DiscountListPage() {
  return (
    <AdminPage
      title={pages.discountList.title}
      path={discountListPath}
      actions={
        <Permitted to="products.write">
          <CreateDiscount />
        </Permitted>
      }
    >
      <DiscountList />
    </AdminPage>
  );
}
