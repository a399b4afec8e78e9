import type { ReactNode } from "react";
import { CardExtrasContext } from "../../ui/card-extras.ts";
import { SaveHeart } from "./save-heart.tsx";

/** Puts a heart on the card of each product, with which it is saved. */
export function CardExtras({ children }: { children: ReactNode }) {
  return <CardExtrasContext value={heartOf}>{children}</CardExtrasContext>;
}

const heartOf = ({ _id, name }: { _id: string; name: string }) => <SaveHeart productId={_id} name={name} isOnCard />;
