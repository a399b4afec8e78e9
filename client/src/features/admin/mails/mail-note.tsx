import { Anchor } from "@mantine/core";
import { pathOf } from "@shop/shared/page/pages";
import { mailListPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { StateAlert } from "../../../ui/state-alert.tsx";

/** Tells admins that no mail goes out, or, with a link, that mails have failed. Nothing if all is well. */
export function MailNote({ linksToFailed = false }: { linksToFailed?: boolean }) {
  const { data } = trpc.admin.mails.health.useQuery(undefined, cachedBriefly);
  if (data?.mode === "off") {
    return (
      <StateAlert tone="warning">
        No mail goes out: neither your customers nor you are written to.{" "}
        <Anchor component={PrefetchLink} to={pathOf("settingsSection", { section: "mail" })} underline="always">
          Set up a mail server
        </Anchor>
      </StateAlert>
    );
  }
  if (!linksToFailed || data === undefined || data.failed === 0) return null;
  return (
    <StateAlert tone="warning">
      {data.failed === 1 ? "A mail could not be sent. " : `${data.failed} mails could not be sent. `}
      <Anchor component={PrefetchLink} to={mailListPath} underline="always">
        Look at them
      </Anchor>
    </StateAlert>
  );
}
