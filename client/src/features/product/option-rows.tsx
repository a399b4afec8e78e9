import type { ProductGroup } from "@shop/shared/catalog/catalog";
import { chooseParam, type OptionRow, type OptionValue, optionRows } from "@shop/shared/catalog/variant-choice";
import { pathOf } from "@shop/shared/page/pages";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { productPath } from "../../lib/paths.ts";
import { toStay } from "../../ui/navigation-focus.ts";
import { PrefetchLink, ShopLink } from "../../ui/prefetch-link.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { Swatch } from "../../ui/swatch.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./option-rows.module.css";

type OptionRowsProps = {
  group: ProductGroup;
  productId: string;
  /** The places of the options that are not chosen yet. */
  open: readonly number[];
  /** The option that must be chosen first; another number each time that it is asked for. */
  asked: { place: number; times: number } | undefined;
};

/** The options of a product. Each value is a link to its variant, so that it works before and without scripts. */
export function OptionRows({ group, productId, open, asked }: OptionRowsProps) {
  const hasGuide = useShop().infoPages?.some(({ slug }) => slug === group.sizeGuide) === true;
  const rows = optionRows(group, productId, open);
  return (
    <div className={classes.options}>
      {rows.map((row) => (
        <Row
          key={row.name}
          row={row}
          open={open}
          askedTimes={asked?.place === row.place ? asked.times : 0}
          guidePath={hasGuide && isSize(row) ? pathOf("info", { slug: group.sizeGuide ?? "" }) : undefined}
        />
      ))}
    </div>
  );
}

/** Colors need no guide. */
const isSize = ({ values }: OptionRow) => values.every(({ swatch }) => swatch === "");

type RowProps = { row: OptionRow; open: readonly number[]; askedTimes: number; guidePath: string | undefined };

function Row({ row, open, askedTimes, guidePath }: RowProps) {
  const id = useId();
  const radios = useRef<HTMLDivElement>(null);
  const chosen = row.values.find(({ isChosen }) => isChosen);
  const isMissing = askedTimes > 0 && chosen === undefined;
  useEffect(() => {
    if (askedTimes > 0) radios.current?.querySelector("a")?.focus();
  }, [askedTimes]);
  return (
    <div className={classes.row} data-missing={isMissing || undefined}>
      <p className={classes.legend} id={id}>
        <span>{row.name}</span>
        {chosen !== undefined && <span className={classes.chosen}>{chosen.label}</span>}
        {guidePath !== undefined && (
          <ShopLink to={guidePath} className={classes.guide}>
            Size guide
          </ShopLink>
        )}
      </p>
      <div
        ref={radios}
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        className={classes.values}
        onKeyDown={moveByArrows}
      >
        {row.values.map((value, n) => (
          <Value
            key={value.label}
            value={value}
            path={pathTo(
              value,
              open.filter((place) => place !== row.place),
            )}
            isInTabOrder={chosen === undefined ? n === 0 : value.isChosen}
          />
        ))}
      </div>
      {isMissing && (
        <p id={`${id}-missing`} className={classes.missing} role="alert">
          {requestFor(row.name)}
        </p>
      )}
    </div>
  );
}

/** `Select a size`; of a name such as `US size`, the capitals stay. */
function requestFor(name: string): string {
  const isWord = /^\p{Lu}?\p{Ll}/u.test(name);
  const inSentence = isWord ? name.charAt(0).toLowerCase() + name.slice(1) : name;
  return `Select ${/^[aeio]/i.test(inSentence) ? "an" : "a"} ${inSentence}`;
}

/** The address of a value's variant, with what is still to be chosen there. */
function pathTo({ target }: OptionValue, open: readonly number[]): string {
  const path = productPath(target._id);
  return open.length === 0 ? path : `${path}?${chooseParam}=${open.join(",")}`;
}

function Value({ value, path, isInTabOrder }: { value: OptionValue; path: string; isInTabOrder: boolean }) {
  const { label, swatch, isChosen, state } = value;
  return (
    <PrefetchLink
      to={path}
      state={toStay}
      preventScrollReset
      role="radio"
      aria-checked={isChosen}
      tabIndex={isInTabOrder ? 0 : -1}
      className={swatch === "" ? classes.value : classes.swatch}
      data-state={state}
      title={swatch === "" ? undefined : label}
    >
      {swatch === "" ? label : <Swatch swatch={swatch} />}
      <VisuallyHidden>
        {swatch === "" ? "" : label}
        {state === "sold-out" && ", sold out"}
        {state === "missing" && ", not with what else is chosen"}
      </VisuallyHidden>
    </PrefetchLink>
  );
}

const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrow keys go to the next value and choose it, Space chooses: as in a group of radio buttons. */
function moveByArrows(event: KeyboardEvent<HTMLDivElement>): void {
  const links = [...event.currentTarget.querySelectorAll("a")];
  const place = links.findIndex((link) => link.matches(":focus"));
  const step = event.key === " " ? 0 : steps[event.key];
  if (place === -1 || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const next = links[(place + step + links.length) % links.length];
  next?.focus();
  next?.click();
}
