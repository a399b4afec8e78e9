import { Badge } from "@mantine/core";
import type { WaitingOrders } from "@shop/shared/order/order-filter";
import { useEffect, useRef } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { usePermissions } from "../parts/use-permissions.ts";
import classes from "./admin-nav.module.css";
import type { Place } from "./places.ts";
import { usePlaces } from "./use-places.ts";

type PlaceLinksProps = {
  /** The name of the current screen's place. */
  current: string;
  /** Whether names are shown at any width. */
  hasNames?: boolean;
};

/** The links of the navigation in their groups, with how much work waits behind them. */
export function PlaceLinks({ current, hasNames = false }: PlaceLinksProps) {
  const groups = usePlaces();
  const may = usePermissions();
  const { data: waiting } = trpc.admin.orders.waiting.useQuery(undefined, {
    ...cachedBriefly,
    enabled: may("orders.read"),
  });
  const questions = trpc.admin.questions.waiting.useQuery(undefined, {
    ...cachedBriefly,
    enabled: may("reviews.write"),
  });
  return (
    <div className={classes.groups} data-names={hasNames || undefined}>
      {groups.map(({ name, places }) => (
        <div key={name}>
          {name !== "" && (
            <p className={classes.group} aria-hidden="true">
              <span className={classes.name}>{name}</span>
            </p>
          )}
          <ul className={classes.list} aria-label={name === "" ? "Start" : name}>
            {places.map((place) => (
              <PlaceLink
                key={place.to}
                place={place}
                isCurrent={place.name === current}
                count={place.counts === "questions" ? (questions.data?.open ?? 0) : countOf(place, waiting)}
              />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function countOf({ counts }: Place, waiting: WaitingOrders | undefined): number {
  if (counts === undefined || waiting === undefined) return 0;
  if (counts === "messages") return waiting.messages;
  return waiting["to-confirm"] + waiting["to-process"] + waiting["to-ship"] + waiting["to-deliver"];
}

function PlaceLink({ place, isCurrent, count }: { place: Place; isCurrent: boolean; count: number }) {
  const { name, to, Icon } = place;
  const line = useRef<HTMLLIElement>(null);
  // In a low window the last places are out of sight.
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    <li ref={line}>
      <PrefetchLink to={to} className={classes.link} title={name} {...(isCurrent && { "aria-current": "page" })}>
        <Icon size={20} aria-hidden="true" />
        <span className={classes.name}>{name}</span>
        {count > 0 && (
          <Badge className={classes.count ?? ""} size="sm" variant="light" color="gray">
            {count > 999 ? "999+" : count}
            <VisuallyHidden> waiting</VisuallyHidden>
          </Badge>
        )}
      </PrefetchLink>
    </li>
  );
}
