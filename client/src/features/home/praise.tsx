import type { HomeReview } from "@shop/shared/page/home-layout";
import { useId } from "react";
import { productPath } from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { Rating } from "../../ui/rating.tsx";
import classes from "./praise.module.css";

/** What customers have said of products. */
export function Praise({ title, reviews }: { title: string; reviews: readonly HomeReview[] }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <ul className={classes.reviews}>
        {reviews.map(({ _id, name, rating, comment, product }) => (
          <li key={_id} className={classes.review}>
            <Rating value={rating} />
            <blockquote className={classes.comment}>{comment}</blockquote>
            <p className={classes.author}>{name}</p>
            <PrefetchLink to={productPath(product._id)} className={classes.product}>
              <ProductImage image={product.image} alt="" sizes="48px" className={classes.image ?? ""} />
              {product.name}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
