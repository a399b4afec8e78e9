import { Button } from "@mantine/core";
import {
  attributeChoice,
  type ProductQuery,
  parseAttributeChoice,
  parsePriceRange,
  priceBands,
  priceRangeLabel,
} from "@shop/shared/catalog/product-address";
import type { Facets, FacetValue } from "@shop/shared/catalog/product-query";
import { currencySign } from "@shop/shared/currency";
import { type FormEvent, type ReactNode, useState } from "react";
import { CategoryChoices } from "./category-choices.tsx";
import { colorSwatch } from "./color-swatch.ts";
import { Choice } from "./facet-choice.tsx";
import { type FacetGroup, groupKey, keepOrder, orderFacets } from "./facet-order.ts";
import classes from "./facet-panel.module.css";
import { type Listing, ratingText, withoutChoice } from "./listing.ts";

/** Further values are behind a summary. */
const shownAtOnce = 8;

export type FacetPanelProps = {
  /** Id of the form. */
  id: string;
  /** What it is called, beside other filters. */
  label?: string;
  listing: Listing;
  facets: Facets;
  onChange: (changes: Partial<ProductQuery>) => void;
};

/** The filters of a list with the number of products of each value. A form that browsers without scripts submit. */
export function FacetPanel({ id, label = "Filters", listing, facets, onChange }: FacetPanelProps) {
  const { query, fixed, toPath } = listing;
  const { bands } = pricesOf(query);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = ["minPrice", "maxPrice"].map((name) => String(form.get(name)).trim()).join("-");
    onChange({ price: parsePriceRange(typed) === undefined ? bands : [...bands, typed] });
  }
  return (
    <form
      id={id}
      className={classes.panel}
      aria-label={label}
      action={toPath({ ...withoutChoice(listing), keyword: "", sort: "relevance" })}
      onSubmit={submit}
    >
      {query.keyword !== "" && <input type="hidden" name="keyword" value={query.keyword} />}
      {query.collection !== "" && fixed !== "collection" && (
        <input type="hidden" name="collection" value={query.collection} />
      )}
      {useGroups(facets).map((group) => (
        <Group key={groupKey(group)} group={group} listing={listing} facets={facets} onChange={onChange} />
      ))}
      <Button type="submit" className={classes.submit ?? ""}>
        Show products
      </Button>
    </form>
  );
}

/** A price range of one's own, and those that the shop offers. */
function pricesOf({ price }: ProductQuery): { own: string | undefined; bands: string[] } {
  const own = price.find((text) => !priceBands().some((band) => band === text));
  return { own, bands: price.filter((text) => text !== own) };
}

/** The groups of filters, which keep their places while the list is narrowed. */
function useGroups(facets: Facets): FacetGroup[] {
  const [shown, setShown] = useState<readonly string[]>([]);
  const groups = keepOrder(orderFacets(facets), shown);
  const added = groups.map(groupKey).filter((key) => !shown.includes(key));
  if (added.length > 0) setShown([...shown, ...added]);
  return groups;
}

type GroupProps = Omit<FacetPanelProps, "id" | "label"> & { group: FacetGroup };

function Group({ group, listing, facets, onChange }: GroupProps) {
  const { query, fixed } = listing;
  if (group.kind === "attribute")
    return <AttributeChoices name={group.name} query={query} facets={facets} onChange={onChange} />;
  if (group.kind === "category")
    return (
      fixed !== "category" && (
        <CategoryChoices
          values={facets.category}
          chosen={query.category}
          shownAtOnce={shownAtOnce}
          onChange={(category) => onChange({ category })}
        />
      )
    );
  if (group.kind === "brand")
    return (
      fixed !== "brand" && (
        <Choices
          {...{ title: "Brand", name: "brand", values: facets.brand, chosen: query.brand }}
          onChange={(brand) => onChange({ brand })}
        />
      )
    );
  if (group.kind === "price") return <PriceChoices query={query} facets={facets} onChange={onChange} />;
  if (group.kind === "rating")
    return <RatingChoice values={facets.rating} rating={query.rating} onChange={(rating) => onChange({ rating })} />;
  return <StockChoice query={query} facets={facets} onChange={onChange} />;
}

type PartProps = Pick<FacetPanelProps, "facets" | "onChange"> & { query: ProductQuery };

function PriceChoices({ query, facets, onChange }: PartProps) {
  const { own, bands } = pricesOf(query);
  return (
    <Choices
      {...{ title: "Price", name: "price", values: facets.price, chosen: bands, labelOf: priceRangeLabel }}
      onChange={(chosen) => onChange({ price: own === undefined ? chosen : [...chosen, own] })}
    >
      <SaleChoice query={query} facets={facets} onChange={onChange} />
      <PriceFields key={own} own={own} />
    </Choices>
  );
}

/** What is reduced; nothing where nothing is. */
function SaleChoice({ query: { onSale }, facets, onChange }: PartProps) {
  const count = facets.onSale ?? { count: 0, hasMore: false };
  if (count.count === 0 && !onSale) return null;
  return (
    <Choice
      {...{ type: "checkbox", name: "onSale", value: "true", label: "On sale", count }}
      isChosen={onSale}
      onToggle={() => onChange({ onSale: !onSale })}
    />
  );
}

function AttributeChoices({ name, query, facets, onChange }: PartProps & { name: string }) {
  const values = facets.attributes?.find((each) => each.name === name)?.values ?? [];
  return (
    <Choices
      {...{
        title: name,
        name: "attribute",
        values: values.map((each) => toChoice(name, each)),
        chosen: query.attribute,
      }}
      labelOf={(choice) => parseAttributeChoice(choice)?.value ?? choice}
      onChange={(attribute) => onChange({ attribute })}
    />
  );
}

function StockChoice({ query: { inStock }, facets, onChange }: PartProps) {
  if (facets.inStock.count === 0 && !inStock) return null;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>Availability</legend>
      <Choice
        {...{ type: "checkbox", name: "inStock", value: "true", label: "In stock", count: facets.inStock }}
        isChosen={inStock}
        onToggle={() => onChange({ inStock: !inStock })}
      />
    </fieldset>
  );
}

type AttributeValue = NonNullable<Facets["attributes"]>[number]["values"][number];

const toChoice = (name: string, facet: AttributeValue) => ({
  ...facet,
  value: attributeChoice(name, facet.value),
  swatch: colorSwatch(name, facet.value, facet.swatch),
});

type ChoicesProps = {
  title: string;
  name: string;
  values: (FacetValue & { swatch?: string | undefined })[];
  chosen: string[];
  labelOf?: (value: string) => string;
  onChange: (chosen: string[]) => void;
  children?: ReactNode;
};

/** Values of which any number can be chosen. Chosen ones are always in sight. */
function Choices({ title, name, values, chosen, labelOf = String, onChange, children }: ChoicesProps) {
  if (values.length === 0 && children === undefined) return null;
  const isAtOnce = ({ value }: FacetValue, place: number) => place < shownAtOnce || chosen.includes(value);
  const rest = values.filter((value, place) => !isAtOnce(value, place));
  const choice = (facet: ChoicesProps["values"][number]) => (
    <Choice
      key={facet.value}
      {...{ type: "checkbox", name, value: facet.value, label: labelOf(facet.value), count: facet }}
      swatch={facet.swatch}
      isChosen={chosen.includes(facet.value)}
      onToggle={() =>
        onChange(
          chosen.includes(facet.value) ? chosen.filter((each) => each !== facet.value) : [...chosen, facet.value],
        )
      }
    />
  );
  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>{title}</legend>
      {values.filter(isAtOnce).map(choice)}
      {rest.length > 0 && (
        <details className={classes.more}>
          <summary className={classes.summary}>{`${rest.length} more`}</summary>
          {rest.map(choice)}
        </details>
      )}
      {children}
    </fieldset>
  );
}

type RatingChoiceProps = { values: FacetValue[]; rating: number; onChange: (step: number) => void };

function RatingChoice({ values, rating, onChange }: RatingChoiceProps) {
  if (values.length === 0) return null;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>Rating</legend>
      {values.map((facet) => (
        <Choice
          key={facet.value}
          {...{ type: "radio", value: facet.value, label: ratingText(Number(facet.value)), count: facet }}
          name="rating"
          isChosen={rating === Number(facet.value)}
          onToggle={() => onChange(Number(facet.value))}
        />
      ))}
      <Choice
        {...{ type: "radio", name: "rating", value: "", label: "Any rating" }}
        isChosen={rating === 0}
        onToggle={() => onChange(0)}
      />
    </fieldset>
  );
}

/** A price range of one's own. */
function PriceFields({ own }: { own: string | undefined }) {
  const [min = "", max = ""] = own?.split("-") ?? [];
  const field = { type: "text", inputMode: "decimal", pattern: "\\d{1,9}(\\.\\d{1,3})?", autoComplete: "off" } as const;
  const title = "Such as 25 or 49.99";
  return (
    <div className={classes.prices}>
      <label className={classes.field}>
        From {currencySign()}
        <input {...field} title={title} name="minPrice" defaultValue={min} className={classes.price} />
      </label>
      <label className={classes.field}>
        To {currencySign()}
        <input {...field} title={title} name="maxPrice" defaultValue={max} className={classes.price} />
      </label>
      <Button type="submit" variant="default" className={classes.set ?? ""}>
        Set
      </Button>
    </div>
  );
}
