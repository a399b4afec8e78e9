import { Group } from "@mantine/core";
import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { ViewProductInShop } from "../../../features/admin/parts/view-in-shop.tsx";
import { DuplicateProduct } from "../../../features/admin/products/duplicate-product.tsx";
import { ProductEdit } from "../../../features/admin/products/product-edit.tsx";
import { ProductCard } from "../../../features/catalog/product-card.tsx";
import { editPath, productListPath } from "../../../lib/admin-paths.ts";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useReturnTo } from "../../../ui/data-table/use-return-to.ts";

/** The edit page of a product, with its name as the title. */
export function ProductEditPage() {
  const { id = "" } = useParams();
  const { data: product } = trpc.admin.products.byId.useQuery({ id }, cachedForEditing);
  return (
    <AdminPage
      title={product?.name ?? pages.productEdit.title}
      path={editPath("product", id)}
      back={{ to: useReturnTo(productListPath), label: "Products" }}
      actions={
        product !== undefined && (
          <Group gap="md">
            <ViewProductInShop id={id} />
            <DuplicateProduct id={id} />
          </Group>
        )
      }
    >
      <ProductEdit id={id} Preview={ProductCard} />
    </AdminPage>
  );
}
