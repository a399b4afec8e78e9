import { Button } from "@mantine/core";
import { homeListInput, homeMeta } from "@shop/shared/page/page-data";
import { toPageNumber } from "@shop/shared/page/page-number";
import { IconArrowLeft } from "@tabler/icons-react";
import { Suspense } from "react";
import { useLocation, useParams } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { Entrances } from "../../features/browse/entrances.tsx";
import { FeaturedCarousel } from "../../features/catalog/featured-carousel.tsx";
import { ProductList } from "../../features/catalog/product-list.tsx";
import { homePath, keywordOf } from "../../lib/paths.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { AdminHome } from "./admin/dashboard-page.tsx";
import classes from "./home-page.module.css";

/** Home: the catalog, or the dashboard for admins. */
export function HomePage() {
  // Decided by the stored user, without waiting for the server, so that admins see no flash of the catalog.
  const isAdmin = useSignedIn()?.isAdmin ?? false;
  return isAdmin ? <AdminHome shop={<ShopHome />} /> : <ShopHome />;
}

/** Carousel and product list, or the search results. Both are hydrated after the header, one after the other. */
function ShopHome() {
  const shop = useShop();
  const { pathname } = useLocation();
  const pageNumber = toPageNumber(useParams().pageNumber);
  const keyword = keywordOf(pathname);
  const isSearch = keyword !== "";
  return (
    <div className={classes.home}>
      <PageMeta meta={homeMeta(keyword, pageNumber)} />
      {isSearch ? (
        <Button
          component={PrefetchLink}
          to={homePath}
          variant="default"
          className={classes.back ?? ""}
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
        >
          Go Back
        </Button>
      ) : (
        <>
          <PageHeading isHidden>{shop.name}</PageHeading>
          <Suspense>
            <FeaturedCarousel />
          </Suspense>
          <Suspense>
            <Entrances />
          </Suspense>
        </>
      )}
      <Suspense>
        <ProductList input={homeListInput(keyword, pageNumber)} />
      </Suspense>
    </div>
  );
}
