import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { TermLists } from "../../features/browse/term-lists.tsx";
import { homePath } from "../../lib/paths.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import classes from "./term-page.module.css";

/** All categories and brands: where the menu leads without scripts. */
export function BrowsePage() {
  const { title, path } = pages.browse;
  return (
    <div className={classes.page}>
      <PageMeta meta={plainMeta(title, path)} />
      <Breadcrumbs above={[{ name: "Home", path: homePath }]} here={title} />
      <PageHeading>{title}</PageHeading>
      <div className={classes.lists}>
        <TermLists />
      </div>
    </div>
  );
}
