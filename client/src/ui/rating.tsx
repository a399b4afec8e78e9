import { ratingLabel, toStars } from "@shop/shared/rating";
import classes from "./rating.module.css";

const star = "M10 1.6L12.29 7.44L18.56 7.82L13.71 11.81L15.29 17.88L10 14.5L4.71 17.88L6.29 11.81L1.44 7.82L7.71 7.44z";
const leftHalf = "M10 1.6L10 14.5L4.71 17.88L6.29 11.81L1.44 7.82L7.71 7.44z";

/** Stars for a rating from 0 to 5, with the number of reviews when it is known. */
export function Rating({ value, count }: { value: unknown; count?: number }) {
  const { full, half } = toStars(value);
  return (
    <span className={classes.rating}>
      <svg className={classes.stars} viewBox="0 0 100 20" role="img" aria-label={ratingLabel(value)}>
        {[0, 1, 2, 3, 4].map((index) => (
          <g key={index} transform={`translate(${index * 20} 0)`}>
            <path
              className={index < full ? classes.full : classes.empty}
              data-star={starKind(index, full, half)}
              d={star}
            />
            {index === full && half === 1 && <path className={classes.full} d={leftHalf} />}
          </g>
        ))}
      </svg>
      {count !== undefined && (
        <span className={classes.count}>
          <span className={classes.comma}>, </span>
          {reviewCount(count)}
        </span>
      )}
    </span>
  );
}

function starKind(index: number, full: number, half: number): "full" | "half" | "empty" {
  if (index < full) return "full";
  return index === full && half === 1 ? "half" : "empty";
}

/** `1 review`, `12 reviews`. */
export function reviewCount(count: number): string {
  return `${count} ${count === 1 ? "review" : "reviews"}`;
}
