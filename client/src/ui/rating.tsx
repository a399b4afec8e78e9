import { ratingLabel, reviewCount, toStars } from "@shop/shared/review/rating";
import classes from "./rating.module.css";

const wholeStar =
  "10 1.6 12.29 7.44 18.56 7.82 13.71 11.81 15.29 17.88 10 14.5 4.71 17.88 6.29 11.81 1.44 7.82 7.71 7.44";
const leftHalf = "10 1.6 10 14.5 4.71 17.88 6.29 11.81 1.44 7.82 7.71 7.44";
const positions = [0, 1, 2, 3, 4];

/** SVG path of a star at one of the five positions. */
function starAt(position: number, points: string): string {
  const numbers = points.split(" ").map(Number);
  const moved = numbers.map((number, index) =>
    index % 2 === 0 ? Number((number + position * 20).toFixed(2)) : number,
  );
  return `M${moved.join(" ")}z`;
}

const whole = positions.map((position) => starAt(position, wholeStar));
const half = positions.map((position) => starAt(position, leftHalf));

/** Stars for a rating from 0 to 5, with the number of reviews if given. */
export function Rating({ value, count }: { value: unknown; count?: number }) {
  const stars = toStars(value);
  const filled = [...whole.slice(0, stars.full), ...(stars.half === 1 ? half.slice(stars.full, stars.full + 1) : [])];
  return (
    <span className={classes.rating}>
      {/* Two paths for five stars, because a page shows dozens of ratings. */}
      <svg className={classes.stars} viewBox="0 0 100 20" role="img" aria-label={ratingLabel(value)}>
        <path className={classes.empty} d={whole.slice(stars.full).join("")} />
        <path className={classes.full} d={filled.join("")} />
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
