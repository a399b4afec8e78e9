import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { DiscountEdit } from "../../../features/admin/discounts/discount-edit.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { discountListPath, editPath } from "../../../lib/admin-paths.ts";
import { useReturnTo } from "../../../ui/data-table/use-return-to.ts";

/** The edit page of a discount. */
export function DiscountEditPage() {
  const { id = "" } = useParams();
  return (
    <AdminPage
      title={pages.discountEdit.title}
      path={editPath("discount", id)}
      back={{ to: useReturnTo(discountListPath), label: pages.discountList.title }}
    >
      <DiscountEdit id={id} />
    </AdminPage>
  );
}
