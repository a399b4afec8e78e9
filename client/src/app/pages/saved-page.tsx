import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useSignedIn } from "../../features/account/session-store.ts";
import { SavedList } from "../../features/saved/saved-list.tsx";
import { useIsHydrated } from "../../lib/use-is-hydrated.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAddToCart } from "../use-add-to-cart.ts";
import classes from "./saved-page.module.css";

/** What the customer has saved for later. The server does not know what a browser has saved. */
export function SavedPage() {
  const { title, path } = pages.saved;
  const isGuest = useSignedIn() === null;
  const onAdd = useAddToCart();
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta(title, path)} />
      <PageHeading>{title}</PageHeading>
      {useIsHydrated() ? <SavedList isGuest={isGuest} onAdd={onAdd} /> : <Skeleton height="60vh" />}
    </div>
  );
}
