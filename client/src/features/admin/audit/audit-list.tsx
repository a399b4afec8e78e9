import { Button } from "@mantine/core";
import { type AuditEntry, auditedEntities } from "@shop/shared/audit";
import { keepPreviousData } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { auditPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { TableFilter } from "../../../ui/data-table/table-tools.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { toStay } from "../../../ui/navigation-focus.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AuditLine } from "./audit-line.tsx";
import classes from "./audit-list.module.css";

/** What was done, newest first, day by day. What it is narrowed to and where it begins stand in the address. */
export function AuditList() {
  const [params, setParams] = useSearchParams();
  const entity = auditedEntities.find((known) => known === params.get("entity"));
  const person = params.get("person") ?? undefined;
  const before = params.get("before") ?? undefined;
  const isNarrowed = entity !== undefined || person !== undefined;
  const audit = trpc.admin.audit.page.useQuery(
    { entity, person, before },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  const people = trpc.admin.audit.administrators.useQuery();

  const narrow = (name: "entity" | "person", value: string | undefined) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete("before");
        if (value === undefined) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true, state: toStay },
    );
  const addressFrom = (start: string | undefined) => {
    const next = new URLSearchParams(params);
    if (start === undefined) next.delete("before");
    else next.set("before", start);
    return next.size === 0 ? auditPath : `${auditPath}?${next}`;
  };

  return (
    <>
      <div className={classes.filters}>
        <TableFilter
          label="What"
          value={entity}
          onChange={(value) => narrow("entity", value)}
          all="Everything"
          options={auditedEntities.map((value) => ({ value, label: pluralOf[value] }))}
        />
        <TableFilter
          label="By"
          value={person}
          onChange={(value) => narrow("person", value)}
          all="Everybody"
          options={(people.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
        />
      </div>
      {audit.error !== null && (
        <ErrorAlert
          message={messageOf(audit.error, "Failed to load the audit")}
          onRetry={() => void audit.refetch()}
          isRetrying={audit.isFetching}
        />
      )}
      {audit.data === undefined && audit.error === null && <Coming />}
      {audit.data?.entries.length === 0 && (
        <EmptyState
          illustration="lamp"
          text="Nothing was done yet."
          help={
            isNarrowed
              ? "No act is of this kind and by this person."
              : "What administrators change and how orders go on is written down here."
          }
          action={
            isNarrowed && (
              <Button variant="default" onClick={() => setParams({}, { replace: true, state: toStay })}>
                Show all
              </Button>
            )
          }
        />
      )}
      {audit.data !== undefined && audit.data.entries.length > 0 && (
        <div className={classes.days} aria-busy={audit.isPlaceholderData}>
          {byDay(audit.data.entries).map(({ day, entries }) => (
            <section key={day} className={classes.day} aria-label={day}>
              <h2 className={classes.title}>{day}</h2>
              <ol className={classes.entries}>
                {entries.map((entry) => (
                  <AuditLine key={entry._id} entry={entry} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
      {audit.data !== undefined && (before !== undefined || audit.data.older !== null) && (
        <nav className={classes.pages} aria-label="Pages of the audit">
          {before !== undefined && (
            <Button component={PrefetchLink} to={addressFrom(undefined)} variant="default">
              Newest
            </Button>
          )}
          {audit.data.older !== null && (
            <Button component={PrefetchLink} to={addressFrom(audit.data.older)} variant="default">
              Older
            </Button>
          )}
        </nav>
      )}
    </>
  );
}

const pluralOf: Record<(typeof auditedEntities)[number], string> = {
  order: "Orders",
  product: "Products",
  brand: "Brands",
  category: "Categories",
  user: "Users",
  picture: "Pictures",
};

/** The entries under the days of the reader's own calendar. */
function byDay(entries: readonly AuditEntry[]): { day: string; entries: AuditEntry[] }[] {
  const days: { day: string; entries: AuditEntry[] }[] = [];
  for (const entry of entries) {
    const day = new Date(entry.at).toLocaleDateString("en-US", { dateStyle: "full" });
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

function Coming() {
  return (
    <div data-screen-coming className={classes.entries}>
      {Array.from({ length: 20 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
        <Skeleton key={index} height="52px" />
      ))}
    </div>
  );
}
