import { Button } from "@mantine/core";
import type { Product } from "@shop/shared/catalog/catalog";
import { fullName } from "@shop/shared/catalog/variant-name";
import type { ReactNode } from "react";
import { productPath } from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { ProductPrice } from "../../ui/product-price.tsx";
import { Rating } from "../../ui/rating.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./comparison.module.css";

type Compared = Omit<Product, "reviews">;

type ComparisonProps = { products: Compared[]; onRemove: (id: string) => void };

/** Products side by side. Rows in which they differ stand out. On small screens the table scrolls behind its first column. */
export function Comparison({ products, onRemove }: ComparisonProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keyboard too
    <section className={classes.scroll} aria-label="Products side by side" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td className={classes.name} />
            {products.map(({ _id, image, ...product }) => {
              const name = fullName(product.name, product.variant);
              return (
                <th key={_id} scope="col" className={classes.product}>
                  <ProductImage image={image} alt="" sizes="192px" className={classes.image ?? ""} />
                  <PrefetchLink to={productPath(_id)}>{name}</PrefetchLink>
                  <Button variant="subtle" size="xs" aria-label={`Remove ${name}`} onClick={() => onRemove(_id)}>
                    Remove
                  </Button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rowsOf(products).map(({ name, cells }) => {
            const differs = products.length > 1 && new Set(cells.map(({ text }) => text)).size > 1;
            return (
              <tr key={name} className={classes.row} data-differs={differs || undefined}>
                <th scope="row" className={classes.name}>
                  {name}
                  {differs && <VisuallyHidden> different</VisuallyHidden>}
                </th>
                {cells.map(({ id, text, shown }) => (
                  <td key={id}>{shown ?? (text === "" ? "–" : text)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function rowsOf(products: Compared[]) {
  const row = (name: string, cellOf: (product: Compared) => { text: string; shown?: ReactNode }) => ({
    name,
    cells: products.map((product) => ({ id: product._id, ...cellOf(product) })),
  });
  const names = [...new Set(products.flatMap(({ attributes = [] }) => attributes.map(({ name }) => name)))];
  return [
    row("Price", (product) => ({
      text: String(product.discount?.price ?? product.price),
      shown: <ProductPrice prices={product} />,
    })),
    row("Rating", ({ rating, numReviews }) => ({
      text: `${rating} ${numReviews}`,
      shown: <Rating value={rating} count={numReviews} />,
    })),
    row("Availability", ({ countInStock }) => ({ text: countInStock > 0 ? "In Stock" : "Out Of Stock" })),
    row("Brand", ({ brand }) => ({ text: brand })),
    ...names.map((name) => row(name, ({ attributes = [] }) => ({ text: valuesOf(attributes, name) }))),
  ];
}

function valuesOf(attributes: NonNullable<Compared["attributes"]>, wanted: string): string {
  return attributes.flatMap(({ name, value, unit }) => (name === wanted ? [`${value} ${unit}`.trim()] : [])).join(", ");
}
