import { createContext, type ReactNode } from "react";

/** What stands on the card of a product besides the product itself. Provided by the app. */
export const CardExtrasContext = createContext<(product: { _id: string; name: string }) => ReactNode>(() => null);
