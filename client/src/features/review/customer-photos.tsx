import { allReviews, reviewsInput } from "@shop/shared/review/review-address";
import { keepListedMs } from "@shop/shared/shop";
import { useId } from "react";
import { trpc } from "../../lib/trpc.ts";
import { Thumbnails } from "../../ui/photos/photo-thumbnails.tsx";
import classes from "./customer-photos.module.css";

/** More are in the reviews themselves. */
const photosMax = 12;

/** The newest photos that customers sent with their reviews. Nothing where there are none, or they cannot be loaded. */
export function CustomerPhotos({ productId }: { productId: string }) {
  const id = useId();
  const input = reviewsInput(productId, { ...allReviews, photos: true });
  const { data } = trpc.review.list.useQuery(input, { staleTime: keepListedMs, retry: false });
  const photos = (data?.reviews ?? [])
    .flatMap(({ name, photos: own = [] }) => own.map((image) => ({ image, by: name })))
    .slice(0, photosMax);
  if (photos.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        Photos from customers
      </h3>
      <Thumbnails photos={photos} label="Photos from customers" isLarge />
    </section>
  );
}
