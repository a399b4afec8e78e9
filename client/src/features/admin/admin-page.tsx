import { plainMeta } from "@shop/shared/page-data";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./admin-page.module.css";

type AdminPageProps = {
  title: string;
  /** Its own address. */
  path: string;
  /** The list that it belongs to. */
  back?: { to: string; label: string };
  /** What can be done here, beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** The frame of a screen of the admin: title, way back, actions, contents. */
export function AdminPage({ title, path, back, actions, children }: AdminPageProps) {
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
