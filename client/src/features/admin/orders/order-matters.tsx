import { Button } from "@mantine/core";
import type { Matter, MatterRecord } from "@shop/shared/matter";
import type { Order } from "@shop/shared/order";
import { IconAlertTriangle } from "@tabler/icons-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useFocusOnNext } from "../../../lib/use-focus-on-next.ts";
import { Minute } from "../../../ui/minute.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Price } from "../../../ui/price.tsx";
import { loadModal } from "./load-modal.ts";
import { matterHelp, matterTitle } from "./matter-words.ts";
import classes from "./order-matters.module.css";

const ResolveModal = lazy(loadModal(() => import("./resolve-modal.tsx").then((modal) => modal.ResolveModal)));

/** Why the order waits for a person and the way to let it go on; below, what was resolved before. */
export function OrderMatters({ order }: { order: Order }) {
  const id = useId();
  const money = trpc.admin.orders.money.useQuery({ id: order._id }, cachedBriefly);
  const [chosen, setChosen] = useState<Matter | null>(null);
  const [isResolving, setResolving] = useState(false);
  const section = useRef<HTMLElement>(null);
  const open = order.matters;
  useFocusOnNext(section, open.length);
  const records = money.data?.matters ?? [];
  const resolved = records.filter(({ _id, resolution }) => resolution !== null && open.every((one) => one._id !== _id));
  if (open.length === 0 && records.length === 0) return null;

  return (
    <Panel
      component="section"
      isPlain
      ref={(element) => {
        section.current = element;
      }}
      className={classes.matters ?? ""}
      data-open={open.length > 0 || undefined}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <h2 id={id} className={classes.title}>
        {open.length > 0 ? "Open matters" : "No open matters"}
      </h2>
      {open.length > 0 && (
        <ul className={classes.list}>
          {open.map((matter) => (
            <OpenMatter
              key={matter._id}
              matter={matter}
              detail={records.find(({ _id }) => _id === matter._id)?.detail ?? null}
              onResolve={() => {
                setChosen(matter);
                setResolving(true);
              }}
            />
          ))}
        </ul>
      )}
      {resolved.length > 0 && <ResolvedMatters matters={resolved} />}
      <Suspense>
        {chosen !== null && (
          <ResolveModal
            order={order}
            matter={chosen}
            isOpen={isResolving}
            onClose={() => setResolving(false)}
            otherwise={section}
          />
        )}
      </Suspense>
    </Panel>
  );
}

type OpenMatterProps = { matter: Matter; detail: string | null; onResolve: () => void };

function OpenMatter({ matter, detail, onResolve }: OpenMatterProps) {
  const id = useId();
  return (
    <li className={classes.matter}>
      <div className={classes.head}>
        <h3 id={id} className={classes.name}>
          <IconAlertTriangle size={20} aria-hidden="true" />
          {matterTitle(matter.kind)}
        </h3>
        {matter.amount !== null && <Price amount={matter.amount} className={classes.amount ?? ""} />}
      </div>
      <p className={classes.help}>{matterHelp(matter)}</p>
      <p className={classes.about}>
        Since <Minute time={matter.openedAt} />
        {detail !== null && ` · The payment provider says: ${detail}`}
      </p>
      <Button variant="default" className={classes.button ?? ""} aria-describedby={id} onClick={onResolve}>
        Resolve
      </Button>
    </li>
  );
}

function ResolvedMatters({ matters }: { matters: readonly MatterRecord[] }) {
  return (
    <details className={classes.more}>
      <summary>Resolved matters ({matters.length})</summary>
      <ul className={classes.resolved}>
        {matters.map(({ _id, kind, amount, openedAt, resolution }) => (
          <li key={_id} className={classes.matter}>
            <div className={classes.head}>
              <h3 className={classes.name}>{matterTitle(kind)}</h3>
              {amount !== null && <Price amount={amount} className={classes.amount ?? ""} />}
            </div>
            {resolution !== null && (
              <>
                <p className={classes.about}>
                  Opened <Minute time={openedAt} /> · Resolved <Minute time={resolution.at} /> by{" "}
                  {resolution.by ?? "the shop itself"}
                </p>
                {resolution.note !== "" && <p className={classes.note}>{resolution.note}</p>}
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
