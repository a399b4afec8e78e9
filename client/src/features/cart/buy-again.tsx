import { Button } from "@mantine/core";
import { useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { cartPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";
import classes from "./buy-again.module.css";
import { buyItemsAgain, type EarlierLine, type Refilled } from "./buy-again-items.ts";
import { updateCart } from "./cart-store.ts";
import { fetchQuote } from "./use-quote.ts";

type State = { is: "idle" } | { is: "busy" } | { is: "failed"; error: unknown } | { is: "done"; refilled: Refilled };

/** Puts the lines of an order into the cart again, and says what is gone or fewer. */
export function BuyAgain({ lines }: { lines: readonly EarlierLine[] }) {
  const { client } = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const [state, setState] = useState<State>({ is: "idle" });

  async function buy(): Promise<void> {
    setState({ is: "busy" });
    try {
      const products = lines.map(({ product }) => ({ _id: product }));
      const { lines: quoted } = await fetchQuote(client, products);
      updateCart((cart) => {
        const refilled = buyItemsAgain(cart, lines, quoted);
        setState({ is: "done", refilled });
        return refilled.cart;
      });
    } catch (error) {
      setState({ is: "failed", error });
    }
  }

  return (
    <div className={classes.again}>
      <Button
        variant="default"
        fullWidth
        aria-disabled={state.is === "busy" || undefined}
        onClick={() => oneAtATime(buy)}
      >
        {state.is === "busy" ? "Adding…" : "Buy again"}
      </Button>
      <div role="status" className={classes.result}>
        {state.is === "done" && <Result {...state.refilled} all={lines.length} />}
        {state.is === "failed" && (
          <StateAlert tone="danger">{messageOf(state.error, "The items could not be added to your cart.")}</StateAlert>
        )}
      </div>
    </div>
  );
}

function Result({ gone, fewer, all }: Refilled & { all: number }) {
  const isEmpty = gone.length === all;
  return (
    <>
      {!isEmpty && (
        <p>
          {gone.length === 0 && fewer.length === 0
            ? "Everything is in your cart, at today’s prices."
            : "The rest is in your cart, at today’s prices."}
        </p>
      )}
      {(gone.length > 0 || fewer.length > 0) && (
        <ul className={classes.missing}>
          {gone.map((name) => (
            <li key={name}>{name} is not available any more</li>
          ))}
          {fewer.map(({ name, qty, wanted }) => (
            <li key={name}>
              {name}: only {qty} of {wanted} left
            </li>
          ))}
        </ul>
      )}
      {!isEmpty && <PrefetchLink to={cartPath}>View cart</PrefetchLink>}
    </>
  );
}
