import { Anchor, Group } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { productPath } from "../../../lib/paths.ts";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";

/** The link to the page of a published product. */
export function ViewInShop({ id }: { id: string }) {
  const { data } = trpc.admin.products.byId.useQuery({ id }, cachedForEditing);
  if (data === undefined || data.isDraft) return null;
  return (
    <Anchor component={PrefetchLink} to={productPath(id)} py={10}>
      <Group gap="xs">
        View in shop
        <IconExternalLink size={18} aria-hidden="true" />
      </Group>
    </Anchor>
  );
}
