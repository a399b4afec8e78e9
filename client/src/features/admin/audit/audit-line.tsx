import type { AuditEntry, Changes } from "@shop/shared/audit";
import { formatMoney, toWire } from "@shop/shared/money";
import { IconArrowRight } from "@tabler/icons-react";
import { editPath, orderPath } from "../../../lib/paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Timestamp } from "../../../ui/timestamp.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import classes from "./audit-list.module.css";

/** One thing that was done: when, by whom, to what, and what it changed. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const { at, by, act, changes } = entry;
  return (
    <li className={classes.entry}>
      <Timestamp time={at} className={classes.time}>
        {new Date(at).toLocaleTimeString("en-US", { timeStyle: "short" })}
      </Timestamp>
      <div className={classes.what}>
        <p>
          <strong>{by?.name ?? "The shop"}</strong> {verbOf(act, by !== null)} <Subject entry={entry} />
        </p>
        <ChangeList changes={changes} />
      </div>
    </li>
  );
}

/** What was done, as a verb in a sentence. Orders' steps are states: they are marked, and money arrives. */
function verbOf(act: AuditEntry["act"], isPerson: boolean): string {
  switch (act) {
    case "paid":
      return isPerson ? "paid" : "received the payment of";
    case "paid again":
      return isPerson ? "paid once more for" : "received a second payment of";
    case "refunded":
      return isPerson ? "refunded" : "recorded a refund of";
    case "refund requested":
      return "requested a refund of";
    case "refund failed":
      return "could not refund";
    case "matter opened":
      return "opened a matter of";
    case "resolved":
      return "resolved a matter of";
    case "processed":
      return "began to process";
    default:
      return act;
  }
}

function Subject({ entry: { by, act, entity, entityId, subject } }: { entry: AuditEntry }) {
  if (entity === "order") {
    return (
      <>
        <PrefetchLink to={orderPath(entityId)}>order {entityId.slice(-5)}</PrefetchLink>
        {by?.name !== subject && ` of ${subject}`}
      </>
    );
  }
  const isThere = act !== "deleted" && entity !== "picture";
  return (
    <>
      {entity} {isThere ? <PrefetchLink to={editPath(entity, entityId)}>{subject}</PrefetchLink> : <em>{subject}</em>}
    </>
  );
}

function ChangeList({ changes }: { changes: Changes }) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return null;
  return (
    <dl className={classes.changes}>
      {fields.map(([field, [before, after]]) => (
        <div key={field}>
          <dt>{labelOf(field)}</dt>
          <dd>
            <VisuallyHidden>from </VisuallyHidden>
            <del>{textOf(field, before)}</del>
            <IconArrowRight size={14} role="img" aria-label="to" />
            <ins>{textOf(field, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `countInStock` as people read it: "Count in stock". */
function labelOf(field: string): string {
  const words = field
    .replace(/(Cents|Id)$/, "")
    .replaceAll(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start}`.toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(field: string, value: Changes[string][0]): string {
  if (value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number" && field.endsWith("Cents")) return formatMoney(toWire(value));
  const text = String(value);
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`;
}
