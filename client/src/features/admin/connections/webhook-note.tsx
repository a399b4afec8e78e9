import { Anchor } from "@mantine/core";
import { pages } from "@shop/shared/page/pages";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { StateAlert } from "../../../ui/state-alert.tsx";

/** Tells admins that the shop has switched webhooks off. Nothing if all is well. */
export function WebhookNote() {
  const { data } = trpc.admin.webhooks.givenUp.useQuery(undefined, cachedBriefly);
  if (data === undefined || data.count === 0) return null;
  return (
    <StateAlert tone="warning">
      {data.count === 1
        ? "A webhook was switched off, because nothing arrived there. "
        : `${data.count} webhooks were switched off, because nothing arrived there. `}
      <Anchor component={PrefetchLink} to={pages.webhookList.path} underline="always">
        Look at them
      </Anchor>
    </StateAlert>
  );
}
