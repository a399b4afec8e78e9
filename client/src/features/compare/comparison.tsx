import { Button } from "@mantine/core";
import type { Product } from "@shop/shared/catalog/catalog";
import { fullName } from "@shop/shared/catalog/variant-name";
import { type ReactNode, useState } from "react";
import { productPath } from "../../lib/paths.ts";
import checkBox from "../../ui/check-box.module.css";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { ProductPrice } from "../../ui/product-price.tsx";
import { Rating } from "../../ui/rating.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import classes from "./comparison.module.css";

type Compared = Omit<Product, "reviews">;

type ComparisonProps = {
  products: Compared[];
  onAdd: (product: Compared) => void;
  onRemove: (id: string) => void;
};

/**
 * Products side by side. Rows in which they differ stand out, or are shown alone. Images and names stay in sight. On phones two
 * products are whole, and further ones are reached by scrolling.
 */
export function Comparison({ products, onAdd, onRemove }: ComparisonProps) {
  const [isOnlyDifferent, setOnlyDifferent] = useState(false);
  const rows = rowsOf(products);
  const shown = isOnlyDifferent ? rows.filter(({ differs }) => differs) : rows;
  return (
    <>
      {products.length > 1 && (
        <label className={classes.only}>
          <input
            type="checkbox"
            className={checkBox.box}
            checked={isOnlyDifferent}
            onChange={() => setOnlyDifferent(!isOnlyDifferent)}
          />
          Only differences
        </label>
      )}
      <section
        className={classes.scroll}
        data-many={products.length > 2 || undefined}
        aria-label="Products side by side"
        tabIndex={products.length > 2 ? 0 : undefined}
      >
        <table className={classes.table} data-count={products.length}>
          <ComparisonHead products={products} onAdd={onAdd} onRemove={onRemove} />
          <tbody>
            {shown.map(({ name, cells, differs }) => (
              <tr key={name} className={classes.row} data-differs={differs || undefined}>
                <th scope="row" className={classes.name}>
                  {name}
                  {differs && <VisuallyHidden> different</VisuallyHidden>}
                </th>
                {cells.map(({ id, text, shown: content }) => (
                  <td key={id}>{content ?? (text === "" ? "–" : text)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length === 0 && <p className={classes.same}>There is no difference in what we know of them.</p>}
    </>
  );
}

function ComparisonHead({ products, onAdd, onRemove }: ComparisonProps) {
  const named = products.map((product) => ({ product, name: fullName(product.name, product.variant) }));
  return (
    <thead>
      <tr>
        <td className={classes.name} />
        {named.map(({ product: { _id, image, category }, name }) => (
          <th key={_id} scope="col" className={classes.product}>
            <ProductImage image={image} alt="" sizes="96px" of={{ name, category }} className={classes.image ?? ""} />
            <PrefetchLink to={productPath(_id)}>{name}</PrefetchLink>
          </th>
        ))}
      </tr>
      <tr>
        <td className={classes.name} />
        {named.map(({ product, name }) => (
          <td key={product._id}>
            <div className={classes.actions}>
              <Button
                fullWidth
                disabled={product.countInStock === 0}
                aria-label={`Add To Cart: ${name}`}
                onClick={() => onAdd(product)}
              >
                Add To Cart
              </Button>
              <Button variant="subtle" size="xs" aria-label={`Remove ${name}`} onClick={() => onRemove(product._id)}>
                Remove
              </Button>
            </div>
          </td>
        ))}
      </tr>
    </thead>
  );
}

function rowsOf(products: Compared[]) {
  const row = (name: string, cellOf: (product: Compared) => { text: string; shown?: ReactNode }) => {
    const cells = products.map((product) => ({ id: product._id, ...cellOf(product) }));
    return { name, cells, differs: new Set(cells.map(({ text }) => text)).size > 1 };
  };
  const names = [...new Set(products.flatMap(({ attributes = [] }) => attributes.map(({ name }) => name)))];
  return [
    row("Price", (product) => ({
      text: String(product.discount?.price ?? product.price),
      shown: <ProductPrice prices={product} />,
    })),
    row("Rating", ({ rating, numReviews }) => ({
      text: `${rating} ${numReviews}`,
      shown: (
        <div className={classes.rating}>
          <Rating value={rating} count={numReviews} />
        </div>
      ),
    })),
    row("Availability", ({ countInStock }) => ({ text: countInStock > 0 ? "In Stock" : "Out Of Stock" })),
    row("Brand", ({ brand }) => ({ text: brand })),
    ...names.map((name) => row(name, ({ attributes = [] }) => ({ text: valuesOf(attributes, name) }))),
  ];
}

function valuesOf(attributes: NonNullable<Compared["attributes"]>, wanted: string): string {
  return attributes.flatMap(({ name, value, unit }) => (name === wanted ? [`${value} ${unit}`.trim()] : [])).join(", ");
}
