import { IconHeart, IconHeartFilled } from "@tabler/icons-react";
import { useEffect } from "react";
import { notify } from "../../ui/notify.ts";
import classes from "./save-button.module.css";
import { useSaved } from "./use-saved.ts";

export type SaveButtonProps = {
  productId: string;
  name: string;
  isGuest: boolean;
  /** On the image of a card, whose whole area is a link. */
  isOnCard?: boolean;
};

/** The heart that saves a product for later, and removes it again. */
export function SaveButton({ productId, name, isGuest, isOnCard = false }: SaveButtonProps) {
  const { ids, save, remove, refusal } = useSaved(isGuest);
  const isSaved = ids?.includes(productId) ?? false;
  useEffect(() => {
    if (refusal !== undefined) notify.error(refusal);
  }, [refusal]);
  const Heart = isSaved ? IconHeartFilled : IconHeart;
  return (
    <button
      type="button"
      className={classes.button}
      data-on-card={isOnCard || undefined}
      aria-label={`Save ${name} for later`}
      aria-pressed={isSaved}
      title={isSaved ? "Saved" : "Save for later"}
      onClick={() => (isSaved ? remove(productId) : save(productId))}
    >
      <Heart size={22} aria-hidden="true" />
    </button>
  );
}
