import { IconArrowLeft } from "@tabler/icons-react";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import classes from "./back-link.module.css";

/** The link above a heading to the list that the screen belongs to. Customers load it too, so it does without Mantine. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <PrefetchLink to={to} className={classes.back}>
      <IconArrowLeft size={18} aria-hidden="true" />
      {label}
    </PrefetchLink>
  );
}
