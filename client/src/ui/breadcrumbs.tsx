import classes from "./breadcrumbs.module.css";
import { PrefetchLink } from "./prefetch-link.tsx";

type BreadcrumbsProps = {
  /** The pages above this one, from Home on. */
  above: readonly { name: string; path: string }[];
  /** The name of this page. */
  here: string;
  /** Whether phones show only the pages above, because something stands beside them. */
  isShortOnPhones?: boolean;
};

/** The path from Home to this page. */
export function Breadcrumbs({ above, here, isShortOnPhones = false }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb" className={classes.breadcrumbs} data-short={isShortOnPhones || undefined}>
      <ol className={classes.steps}>
        {above.map(({ name, path }) => (
          <li key={path} className={classes.step}>
            <PrefetchLink to={path} className={classes.link}>
              {name}
            </PrefetchLink>
          </li>
        ))}
        <li className={classes.here} aria-current="page">
          {here}
        </li>
      </ol>
    </nav>
  );
}
