import { plainMeta } from "@shop/shared/page-data";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./desk-page.module.css";

type DeskPageProps = {
  title: string;
  /** Its own address. */
  path: string;
  /** The list that it belongs to. */
  back?: { to: string; label: string };
  /** What can be done here, beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** The frame of a screen of the desk: title, way back, actions, contents. */
export function DeskPage({ title, path, back, actions, children }: DeskPageProps) {
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta(title, path)} />
      <div className={classes.top}>
        <div className={classes.title}>
          {back !== undefined && (
            <PrefetchLink to={back.to} className={classes.back}>
              <IconArrowLeft size={18} aria-hidden="true" />
              {back.label}
            </PrefetchLink>
          )}
          <PageHeading>{title}</PageHeading>
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
