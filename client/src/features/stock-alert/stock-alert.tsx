import "@mantine/core/styles/Input.layer.css";
import { Button, TextInput } from "@mantine/core";
import { emailLength } from "@shop/shared/shop";
import { IconBell, IconCircleCheck } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./stock-alert.module.css";

type StockAlertProps = {
  productId: string;
  /** The e-mail of the signed-in customer; `undefined` for guests. */
  email: string | undefined;
};

/** Asks for a mail when a sold-out product is back. A customer who waits for it already can take that back. */
export function StockAlert({ productId, email }: StockAlertProps) {
  const mine = trpc.stockAlert.mine.useQuery({ productId }, { ...cachedBriefly, enabled: email !== undefined });
  const [requested, setRequested] = useState<string>();
  const waiting = mine.data?.email;
  if (email !== undefined && mine.isPending) return <Skeleton height="9rem" />;
  return (
    <section className={classes.alert} aria-labelledby="stock-alert">
      <h2 id="stock-alert" className={classes.title}>
        <IconBell size={20} aria-hidden="true" />
        Tell me when it is back
      </h2>
      {waiting !== undefined ? (
        <Waiting productId={productId} email={waiting} />
      ) : requested !== undefined ? (
        <p className={classes.done} role="status">
          <IconCircleCheck className={classes.check} size={20} aria-hidden="true" />
          <span>{requested}</span>
        </p>
      ) : (
        <RequestForm productId={productId} email={email} onRequested={setRequested} />
      )}
    </section>
  );
}

function Waiting({ productId, email }: { productId: string; email: string }) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const cancel = trpc.stockAlert.cancel.useMutation({
    onSuccess: () => utils.stockAlert.mine.setData({ productId }, null),
  });
  return (
    <>
      <p className={classes.done} role="status">
        <IconCircleCheck className={classes.check} size={20} aria-hidden="true" />
        <span>We write to {email} as soon as it is back.</span>
      </p>
      {cancel.isError && <ErrorAlert message={messageOf(cancel.error, "That did not work. Please try again.")} />}
      <Button
        variant="default"
        aria-disabled={cancel.isPending || undefined}
        onClick={() => oneAtATime(() => cancel.mutateAsync({ productId }))}
      >
        Do not write to me
      </Button>
    </>
  );
}

type RequestFormProps = StockAlertProps & { onRequested: (message: string) => void };

function RequestForm({ productId, email = "", onRequested }: RequestFormProps) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(email);
  const [error, setError] = useState<string>();
  const request = trpc.stockAlert.request.useMutation({
    onSuccess: async ({ isConfirmed, message }) => {
      if (isConfirmed) await utils.stockAlert.mine.invalidate({ productId });
      else onRequested(message);
    },
    // It may be in stock again.
    onError: () => void utils.catalog.product.invalidate({ id: productId }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    // The server has the last word about addresses.
    const isAddress = /^\S+@\S+\.\S+$/.test(typed.trim());
    setError(isAddress ? undefined : typed.trim() === "" ? "Email is required" : "Email is not valid");
    if (isAddress) oneAtATime(() => request.mutateAsync({ productId, email: typed.trim() }));
    else field.current?.focus();
  }
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <TextInput
        ref={field}
        className={classes.field ?? ""}
        type="email"
        label="Email"
        description="One mail, and nothing else."
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="email"
        maxLength={emailLength}
        required
        value={typed}
        error={error}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setError(undefined);
        }}
      />
      {request.isError && <ErrorAlert message={messageOf(request.error, "That did not work. Please try again.")} />}
      <Button type="submit" aria-disabled={request.isPending || undefined}>
        {request.isPending ? "Sending…" : "Tell me"}
      </Button>
    </form>
  );
}
