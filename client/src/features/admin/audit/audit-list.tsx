import { Button, Flex, Group, Paper, Stack, Title } from "@mantine/core";
import { type AuditEntry, adminEntities } from "@shop/shared/admin/audit";
import { keepPreviousData } from "@tanstack/react-query";
import { useLocation, useSearchParams } from "react-router-dom";
import { auditPath } from "../../../lib/admin-paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { TableFilter } from "../../../ui/data-table/table-tools.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { toStay } from "../../../ui/navigation-focus.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { useShop } from "../../../ui/shop-identity.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { AuditLine } from "./audit-line.tsx";

/** The audit, newest first and by day. Its filters and its start are in the address. */
export function AuditList() {
  const { timeZone } = useShop();
  const { search } = useLocation();
  const [, setParams] = useSearchParams();
  const params = new URLSearchParams(search);
  const entity = adminEntities.find((known) => known === params.get("entity"));
  const person = params.get("person") ?? undefined;
  const before = params.get("before") ?? undefined;
  const audit = trpc.admin.audit.page.useQuery(
    { entity, person, before },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  return (
    <>
      <Filters entity={entity} person={person} />
      {audit.error !== null && (
        <ErrorAlert
          message={messageOf(audit.error, "Failed to load the audit")}
          onRetry={() => void audit.refetch()}
          isRetrying={audit.isFetching}
        />
      )}
      {audit.data === undefined && audit.error === null && <ListSkeleton />}
      {audit.data?.entries.length === 0 && (
        <NoEntries
          isNarrowed={entity !== undefined || person !== undefined}
          onWiden={() => setParams({}, { replace: true, state: toStay })}
        />
      )}
      {audit.data !== undefined && audit.data.entries.length > 0 && (
        <Stack gap="lg" opacity={audit.isPlaceholderData ? 0.6 : 1} aria-busy={audit.isPlaceholderData}>
          {byDay(audit.data.entries, timeZone).map(({ day, entries }) => (
            <Day key={day} day={day} entries={entries} />
          ))}
        </Stack>
      )}
      {audit.data !== undefined && <Pages params={params} older={audit.data.older} />}
    </>
  );
}

type FiltersProps = { entity: AuditEntry["entity"] | undefined; person: string | undefined };

function Filters({ entity, person }: FiltersProps) {
  const { search } = useLocation();
  const [, setParams] = useSearchParams();
  const people = trpc.admin.audit.administrators.useQuery();
  function narrow(name: "entity" | "person", value: string | undefined): void {
    const next = new URLSearchParams(search);
    next.delete("before");
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true, preventScrollReset: true, state: toStay });
  }
  return (
    <Flex wrap="wrap" gap="sm">
      <TableFilter
        label="What"
        value={entity}
        onChange={(value) => narrow("entity", value)}
        all="Everything"
        options={adminEntities.map((value) => ({ value, label: pluralOf[value] }))}
      />
      <TableFilter
        label="By"
        value={person}
        onChange={(value) => narrow("person", value)}
        all="Everyone"
        options={(people.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
      />
    </Flex>
  );
}

function NoEntries({ isNarrowed, onWiden }: { isNarrowed: boolean; onWiden: () => void }) {
  return (
    <EmptyState
      illustration="lamp"
      text={isNarrowed ? "Nothing found." : "Nothing has happened yet."}
      help={
        isNarrowed
          ? "Nothing matches these filters."
          : "Changes by administrators and the progress of orders appear here."
      }
      action={
        isNarrowed && (
          <Button variant="default" onClick={onWiden}>
            Show all
          </Button>
        )
      }
    />
  );
}

function Day({ day, entries }: { day: string; entries: readonly AuditEntry[] }) {
  return (
    <section aria-label={day}>
      <Title
        order={2}
        fz="xs"
        lh="xs"
        fw={600}
        c="dimmed"
        py="xs"
        bg="var(--shop-page)"
        pos="sticky"
        top="var(--header-height)"
        style={{ zIndex: 2 }}
      >
        {day}
      </Title>
      <Paper bg="var(--shop-panel-plain)" bd="1px solid var(--shop-panel-edge)">
        <DividedList isOrdered>
          {entries.map((entry) => (
            <AuditLine key={entry._id} entry={entry} />
          ))}
        </DividedList>
      </Paper>
    </section>
  );
}

function Pages({ params, older }: { params: URLSearchParams; older: string | null }) {
  const isNewest = !params.has("before");
  if (isNewest && older === null) return null;
  const addressFrom = (start: string | null) => {
    const next = new URLSearchParams(params);
    if (start === null) next.delete("before");
    else next.set("before", start);
    return next.size === 0 ? auditPath : `${auditPath}?${next}`;
  };
  return (
    <nav aria-label="Pages of the audit">
      <Group justify="center" gap="sm">
        {!isNewest && (
          <Button component={PrefetchLink} to={addressFrom(null)} variant="default">
            Newest
          </Button>
        )}
        {older !== null && (
          <Button component={PrefetchLink} to={addressFrom(older)} variant="default">
            Older
          </Button>
        )}
      </Group>
    </nav>
  );
}

const pluralOf: Record<(typeof adminEntities)[number], string> = {
  order: "Orders",
  product: "Products",
  brand: "Brands",
  category: "Categories",
  collection: "Collections",
  user: "Users",
  picture: "Pictures",
  video: "Videos",
  mail: "Mails",
  synonyms: "Synonyms",
  redirect: "Redirects",
  "old address": "Old addresses",
  view: "Saved views",
  review: "Reviews",
  question: "Questions",
  import: "Imports",
  page: "Pages",
  article: "Articles",
  home: "Home page",
  "api key": "API keys",
  webhook: "Webhooks",
  "terms of sale": "Terms of sale",
  discount: "Discounts",
  "gift card": "Gift cards",
  settings: "Settings",
  "staff role": "Roles",
};

/** The entries by day of the shop. */
function byDay(entries: readonly AuditEntry[], timeZone = "UTC"): { day: string; entries: AuditEntry[] }[] {
  const days: { day: string; entries: AuditEntry[] }[] = [];
  for (const entry of entries) {
    const day = new Date(entry.at).toLocaleDateString("en-US", { dateStyle: "full", timeZone });
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

function ListSkeleton() {
  return (
    <div data-screen-coming>
      <Skeleton height={`${20 * 52}px`} />
    </div>
  );
}
