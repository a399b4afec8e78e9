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
import type { FormEvent, ReactNode } from "react";
import { CategoryChoices } from "./category-choices.tsx";
import { Choice } from "./facet-choice.tsx";
import classes from "./facet-panel.module.css";
import { type Listing, ratingText, withoutChoice } from "./listing.ts";

/** Further values are behind a summary. */
const shownAtOnce = 8;

export type FacetPanelProps = {
  /** Id of the form. */
  id: string;
  listing: Listing;
  facets: Facets;
  onChange: (changes: Partial<ProductQuery>) => void;
};

/** The filters of a list with the number of products of each value. A form that browsers without scripts submit. */
export function FacetPanel({ id, listing, facets, onChange }: FacetPanelProps) {
  const { query, fixed, toPath } = listing;
  const { brand, category, price, attribute, rating, inStock } = query;
  const own = price.find((text) => !priceBands().some((band) => band === text));
  const bands = price.filter((text) => text !== own);

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
      aria-label="Filters"
      action={toPath({ ...withoutChoice(listing), keyword: "", sort: "relevance" })}
      onSubmit={submit}
    >
      {query.keyword !== "" && <input type="hidden" name="keyword" value={query.keyword} />}
      {query.collection !== "" && fixed !== "collection" && (
        <input type="hidden" name="collection" value={query.collection} />
      )}
      {fixed !== "category" && (
        <CategoryChoices
          values={facets.category}
          chosen={category}
          shownAtOnce={shownAtOnce}
          onChange={(chosen) => onChange({ category: chosen })}
        />
      )}
      {fixed !== "brand" && (
        <Choices
          {...{ title: "Brand", name: "brand", values: facets.brand, chosen: brand }}
          onChange={(chosen) => onChange({ brand: chosen })}
        />
      )}
      <Choices
        {...{ title: "Price", name: "price", values: facets.price, chosen: bands, labelOf: priceRangeLabel }}
        onChange={(chosen) => onChange({ price: own === undefined ? chosen : [...chosen, own] })}
      >
        <PriceFields key={own} own={own} />
      </Choices>
      {facets.attributes?.map(({ name, values }) => (
        <Choices
          key={name}
          {...{ title: name, name: "attribute", values: values.map((each) => toChoice(name, each)), chosen: attribute }}
          labelOf={(choice) => parseAttributeChoice(choice)?.value ?? choice}
          onChange={(chosen) => onChange({ attribute: chosen })}
        />
      ))}
      <RatingChoice values={facets.rating} rating={rating} onChange={(step) => onChange({ rating: step })} />
      {(facets.inStock.count > 0 || inStock) && (
        <fieldset className={classes.group}>
          <legend className={classes.title}>Availability</legend>
          <Choice
            {...{ type: "checkbox", name: "inStock", value: "true", label: "In stock", count: facets.inStock }}
            isChosen={inStock}
            onToggle={() => onChange({ inStock: !inStock })}
          />
        </fieldset>
      )}
      <Button type="submit" className={classes.submit ?? ""}>
        Show products
      </Button>
    </form>
  );
}

const toChoice = (name: string, facet: FacetValue) => ({ ...facet, value: attributeChoice(name, facet.value) });

type ChoicesProps = {
  title: string;
  name: string;
  values: FacetValue[];
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
  const choice = (facet: FacetValue) => (
    <Choice
      key={facet.value}
      {...{ type: "checkbox", name, value: facet.value, label: labelOf(facet.value), count: facet }}
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
