import "../../../ui/mantine-styles.ts";
import { Anchor, Stack } from "@mantine/core";
import { pathOf } from "@shop/shared/page/pages";
import { mailListPath } from "../../../lib/admin-paths.ts";
import { homePath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { StateAlert } from "../../../ui/state-alert.tsx";
import { usePermissions } from "../parts/use-permissions.ts";
import classes from "./admin-notes.module.css";

const settingsOf = (section: string) => pathOf("settingsSection", { section });

/** What keeps customers from buying, on top of every screen of the admin. Nothing if all is well. */
export function AdminNotes({ isHome = false }: { isHome?: boolean }) {
  const may = usePermissions();
  const { data } = trpc.admin.dashboard.opening.useQuery(undefined, {
    ...cachedBriefly,
    enabled: may("settings.write"),
  });
  if (data === undefined) return null;
  const { isOpen, isDemo, isPayable, mailMode, failedMails } = data;
  return (
    <Stack gap="sm" mb={isHome ? 0 : 20} className={classes.notes ?? ""}>
      {!isOpen && !isHome && (
        <Note tone="info" to={homePath} link="What is left to do">
          Your shop is not open yet.
        </Note>
      )}
      {isOpen && !isDemo && !isPayable && (
        <Note tone="warning" to={settingsOf("payments")} link="Set up payments">
          Payments are off: customers can order, but not pay.
        </Note>
      )}
      {isOpen && mailMode === "off" && (
        <Note tone="warning" to={settingsOf("mail")} link="Set up a mail server">
          No mail goes out: neither your customers nor you are written to.
        </Note>
      )}
      {failedMails > 0 && (
        <Note tone="warning" to={mailListPath} link="Look at them">
          {failedMails === 1 ? "A mail could not be sent." : `${failedMails} mails could not be sent.`}
        </Note>
      )}
    </Stack>
  );
}

type NoteProps = { tone: "info" | "warning"; to: string; link: string; children: string };

function Note({ tone, to, link, children }: NoteProps) {
  return (
    <StateAlert tone={tone}>
      {children}{" "}
      <Anchor component={PrefetchLink} to={to} underline="always">
        {link}
      </Anchor>
    </StateAlert>
  );
}
