import { Button } from "@mantine/core";
import { hasOwnBlocks, specifiedBlocks } from "@shop/shared/page/home-layout";
import { homeListInput, homeMeta } from "@shop/shared/page/page-data";
import { toPageNumber } from "@shop/shared/page/page-number";
import { IconArrowLeft } from "@tabler/icons-react";
import { Suspense } from "react";
import { useLocation, useParams } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { ProductList } from "../../features/catalog/product-list.tsx";
import { homePath, keywordOf } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { AdminHome } from "../admin-home-screen.ts";
import { ownHome } from "../own-home-screen.ts";
import classes from "./home-page.module.css";
import { SpecifiedPart } from "./specified-part.tsx";

/** Home: the catalog, or the dashboard for admins. */
export function HomePage() {
  // Decided by the stored user, without waiting for the server, so that admins see no flash of the catalog.
  const isAdmin = useSignedIn()?.isAdmin ?? false;
  return isAdmin ? <AdminHome shop={<ShopHome />} /> : <ShopHome />;
}

/** The parts of Home, or the search results. They are hydrated after the header, one after the other. */
function ShopHome() {
  const { pathname } = useLocation();
  const pageNumber = toPageNumber(useParams().pageNumber);
  const keyword = keywordOf(pathname);
  return (
    <div className={classes.home}>
      <PageMeta meta={homeMeta(keyword, pageNumber)} />
      {keyword === "" ? <Parts pageNumber={pageNumber} /> : <Results keyword={keyword} pageNumber={pageNumber} />}
    </div>
  );
}

function Results({ keyword, pageNumber }: { keyword: string; pageNumber: number }) {
  return (
    <>
      <Button
        component={PrefetchLink}
        to={homePath}
        variant="default"
        className={classes.back ?? ""}
        leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
      >
        Go Back
      </Button>
      <Suspense>
        <ProductList input={homeListInput(keyword, pageNumber)} />
      </Suspense>
    </>
  );
}

/** The specified parts where the owner's cannot be loaded. */
function Parts({ pageNumber }: { pageNumber: number }) {
  const shop = useShop();
  const isFirstPage = pageNumber === 1;
  // Kept, because Back returns to a place that is far below.
  const home = trpc.catalog.home.useQuery({ isFirstPage }, { ...cachedBriefly, gcTime: Infinity });
  // Without the list while it is not known whether other parts come before.
  const blocks = home.data ?? specifiedBlocks.slice(0, isFirstPage && home.isPending ? 1 : undefined);
  return (
    <>
      <PageHeading isHidden>{shop.name}</PageHeading>
      {hasOwnBlocks(blocks) ? (
        <ownHome.Component />
      ) : (
        blocks.map((block) => <SpecifiedPart key={block.kind} block={block} pageNumber={pageNumber} />)
      )}
    </>
  );
}
