import { Day } from "./day.tsx";
import classes from "./shop-answer.module.css";

type ShopAnswerProps = { at: string; text: string; isEdited?: boolean };

/** What the shop answered to a review or a question. */
export function ShopAnswer({ at, text, isEdited = false }: ShopAnswerProps) {
  return (
    <div className={classes.answer}>
      <p className={classes.head}>
        <strong>Answer of the shop</strong>
        <span className={classes.when}>
          <Day time={at} />
          {isEdited && ", edited"}
        </span>
      </p>
      <p className={classes.text}>{text}</p>
    </div>
  );
}
