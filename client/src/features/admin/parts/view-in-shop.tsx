import { Anchor, Group } from "@mantine/core";
import { pathOf } from "@shop/shared/page/pages";
import { IconExternalLink } from "@tabler/icons-react";
import { productPath } from "../../../lib/paths.ts";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";

/** The link to the page of a published product. */
export function ViewProductInShop({ id }: { id: string }) {
  const { data } = trpc.admin.products.byId.useQuery({ id }, cachedForEditing);
  if (data === undefined || data.isDraft) return null;
  return <ViewInShop path={productPath(id)} />;
}

/** The link to one of the shop's own pages, if it is shown. */
export function ViewInfoPageInShop({ slug }: { slug: string }) {
  const { data } = trpc.admin.infoPages.bySlug.useQuery({ slug }, cachedForEditing);
  return data?.isShown === true ? <ViewInShop path={pathOf("info", { slug })} /> : null;
}

/** The link to a page of the shop. */
export function ViewInShop({ path }: { path: string }) {
  return (
    <Anchor component={PrefetchLink} to={path} py={10}>
      <Group gap="xs">
        View in shop
        <IconExternalLink size={18} aria-hidden="true" />
      </Group>
    </Anchor>
  );
}
