import { IconExternalLink } from "@tabler/icons-react";
import { productPath } from "../../../lib/paths.ts";
import { trpc } from "../../../lib/trpc.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import classes from "./view-in-shop.module.css";

/** The way to a product as shoppers see it, once they do. */
export function ViewInShop({ id }: { id: string }) {
  const { data } = trpc.admin.products.byId.useQuery({ id });
  if (data === undefined || data.isDraft) return null;
  return (
    <PrefetchLink to={productPath(id)} className={classes.link}>
      View in shop
      <IconExternalLink size={18} aria-hidden="true" />
    </PrefetchLink>
  );
}
