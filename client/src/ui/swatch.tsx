import classes from "./swatch.module.css";

/** A color or an image that stands for a value of an option. Its name is next to it, for all who do not see it. */
export function Swatch({ swatch, isSmall = false }: { swatch: string; isSmall?: boolean }) {
  const style = swatch.startsWith("#") ? { backgroundColor: swatch } : { backgroundImage: `url("${swatch}")` };
  return <span className={classes.swatch} data-small={isSmall || undefined} style={style} aria-hidden="true" />;
}
