import { imageAt, imageSet } from "@shop/shared/catalog/image";
import type { HomeReview } from "@shop/shared/page/home-layout";
import { productPath } from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { Rating } from "../../ui/rating.tsx";
import classes from "./review-tiles.module.css";
import { TitledBlock } from "./titled-block.tsx";

/** What customers have said of products. */
export function ReviewTiles({ title, reviews }: { title: string; reviews: readonly HomeReview[] }) {
  return (
    <TitledBlock title={title}>
      <ul className={classes.reviews}>
        {reviews.map(({ _id, name, rating, comment, photo, product }) => (
          <li key={_id} className={classes.review}>
            {photo !== undefined && (
              <img
                className={classes.photo}
                src={imageAt(photo, 640)}
                srcSet={imageSet(photo)}
                sizes="(min-width: 62em) 400px, 100vw"
                alt={`${product.name}, shown by ${name}`}
                loading="lazy"
              />
            )}
            <Rating value={rating} />
            <blockquote className={classes.comment}>{comment}</blockquote>
            <p className={classes.author}>{name}</p>
            <PrefetchLink to={productPath(product._id)} className={classes.product}>
              <ProductImage image={product.image} alt="" sizes="48px" of={product} className={classes.image ?? ""} />
              {product.name}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </TitledBlock>
  );
}
