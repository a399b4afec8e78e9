import { Button } from "@mantine/core";
import type { AskProducts } from "@shop/shared/catalog/ask-products";
import { hasOwnBlocks, specifiedBlocks } from "@shop/shared/page/home-layout";
import { homeMeta } from "@shop/shared/page/page-data";
import { IconArrowLeft } from "@tabler/icons-react";
import { Suspense } from "react";
import { useSignedIn } from "../../features/account/session-store.ts";
import { ProductList } from "../../features/catalog/product-list.tsx";
import { useListInput } from "../../features/catalog/use-list-input.ts";
import { homePath } from "../../lib/paths.ts";
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
  const input = useListInput();
  const { keyword, pageNumber } = input;
  return (
    <div className={classes.home}>
      <PageMeta meta={homeMeta(keyword, pageNumber)} />
      {keyword === "" ? <Parts pageNumber={pageNumber} /> : <Results input={input} />}
    </div>
  );
}

function Results({ input }: { input: AskProducts }) {
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
        <ProductList input={input} />
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
  const headline = isFirstPage && blocks[0]?.kind !== "headline" && shop.headline;
  return (
    <>
      <PageHeading isHidden={!headline}>{headline || shop.name}</PageHeading>
      {hasOwnBlocks(blocks) ? (
        <ownHome.Component />
      ) : (
        blocks.map((block) => <SpecifiedPart key={block.kind} block={block} pageNumber={pageNumber} />)
      )}
    </>
  );
}
