import { type Dashboard, dashboardRows } from "@shop/shared/dashboard";
import { editPath, productListPath } from "../../../lib/paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { Answer } from "./answer.ts";
import { DashboardPanel } from "./dashboard-panel.tsx";
import classes from "./rows.module.css";

/** The products that are sold out or nearly, each with the way to its edit screen. */
export function LowStock({ home }: { home: Answer<Dashboard> }) {
  return (
    <DashboardPanel
      title="Low stock"
      aside={
        <PrefetchLink to={productListPath} className={classes.all}>
          All products
        </PrefetchLink>
      }
      answer={home}
      failure="Failed to load products"
      skeleton={<RowsSkeleton />}
    >
      {({ lowStock, lowStockTotal }) =>
        lowStock.length === 0 ? (
          <p className={classes.none}>Every product is well in stock.</p>
        ) : (
          <>
            <ul className={classes.rows}>
              {lowStock.map(({ _id, name, image, countInStock }) => (
                <li key={_id} className={classes.row}>
                  <ProductImage image={image} alt="" sizes="40px" className={classes.image ?? ""} />
                  <PrefetchLink to={editPath("product", _id)} className={classes.main}>
                    {name}
                  </PrefetchLink>
                  <span className={classes.state} data-tone={countInStock === 0 ? "danger" : "warning"}>
                    {countInStock === 0 ? "Sold out" : `${countInStock} left`}
                  </span>
                </li>
              ))}
            </ul>
            {lowStockTotal > lowStock.length && (
              <p className={classes.more}>{lowStockTotal - lowStock.length} more run low.</p>
            )}
          </>
        )
      }
    </DashboardPanel>
  );
}

/** As high as a full list. */
export function RowsSkeleton() {
  return <Skeleton height={`${dashboardRows * 3.5}rem`} />;
}
