import { Anchor, Flex, Text } from "@mantine/core";
import { type Dashboard, dashboardRows } from "@shop/shared/admin/dashboard";
import { editPath, productListPath } from "../../../lib/admin-paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import type { Answer } from "./answer.ts";
import { DashboardPanel } from "./dashboard-panel.tsx";
import classes from "./low-stock.module.css";

/** The list of the same products, the scarcest first. */
const lowStockPath = `${productListPath}?state=low-stock&sort=countInStock`;

/** The products that are sold out or nearly so, each a link to its edit screen. */
export function LowStock({ home }: { home: Answer<Dashboard> }) {
  return (
    <DashboardPanel
      title="Low stock"
      aside={
        <Anchor component={PrefetchLink} to={productListPath}>
          All products
        </Anchor>
      }
      answer={home}
      failure="Failed to load products"
      skeleton={<RowsSkeleton />}
    >
      {({ lowStock, lowStockTotal, products }) =>
        products === 0 ? (
          <Text c="dimmed">No products yet. Add one under Products, or import the file of another shop.</Text>
        ) : lowStock.length === 0 ? (
          <Text c="dimmed">Every product is in good supply.</Text>
        ) : (
          <>
            <DividedList>
              {lowStock.map(({ _id, name, image, countInStock }) => (
                <Flex component="li" key={_id} align="center" gap="sm" mih={56} py={4}>
                  <ProductImage image={image} alt="" sizes="40px" of={{ name }} className={classes.image ?? ""} />
                  <Anchor component={PrefetchLink} to={editPath("product", _id)} c="var(--shop-text)" flex={1} py={10}>
                    {name}
                  </Anchor>
                  <Text span fz="xs" lh="xs" style={{ whiteSpace: "nowrap" }}>
                    <StatusDot tone={countInStock === 0 ? "danger" : "warning"}>
                      {countInStock === 0 ? "Sold out" : `${countInStock} left`}
                    </StatusDot>
                  </Text>
                </Flex>
              ))}
            </DividedList>
            {lowStockTotal > lowStock.length && (
              <Anchor component={PrefetchLink} to={lowStockPath} py={10} my={-10} mr="auto">
                {(lowStockTotal - lowStock.length).toLocaleString("en-US")} more low in stock
              </Anchor>
            )}
          </>
        )
      }
    </DashboardPanel>
  );
}

/** As high as a full list, so that the page does not shift. */
export function RowsSkeleton() {
  return <Skeleton height={`${dashboardRows * 3.5}rem`} />;
}
