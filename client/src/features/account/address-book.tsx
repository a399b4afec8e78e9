import { Button } from "@mantine/core";
import type { AddressBook as Book, SavedAddress } from "@shop/shared/account/address";
import type { ShippingAddress } from "@shop/shared/cart/cart";
import { addressesMax } from "@shop/shared/shop";
import { useRef, useState } from "react";
import { addressText, blankAddress } from "../../lib/address-text.ts";
import { bookRules, toShippingAddress } from "../../lib/address-values.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { useSelling } from "../../lib/selling.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError } from "../../lib/validate-on-blur.ts";
import { AddressFields, useAddressForm } from "../../ui/address-fields.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { notify } from "../../ui/notify.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./address-book.module.css";

/** The saved addresses of the customer, to add, edit, delete, and to choose the default one. */
export function AddressBook() {
  const book = trpc.account.addresses.list.useQuery(undefined, cachedBriefly);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className={classes.book} aria-labelledby="addresses">
      <h2 id="addresses" ref={heading} tabIndex={-1} className={classes.title}>
        Addresses
      </h2>
      {book.data !== undefined ? (
        <Listed book={book.data} onEnded={() => heading.current?.focus()} />
      ) : book.isError ? (
        <ErrorAlert
          message={messageOf(book.error, "Failed to load your addresses")}
          onRetry={() => void book.refetch()}
          isRetrying={book.isFetching}
        />
      ) : (
        <Skeleton height="6rem" />
      )}
    </section>
  );
}

/** Callbacks of a change of the address book. */
function useChanges(onEnded: () => void) {
  const utils = trpc.useUtils();
  return (done: string) => ({
    onSuccess: (book: Book) => {
      utils.account.addresses.list.setData(undefined, book);
      notify.withdrawErrors();
      notify.success(done);
      onEnded();
    },
    onError: (error: unknown) => notify.error(messageOf(error, "That did not work. Please try again.")),
  });
}

function Listed({ book, onEnded }: { book: Book; onEnded: () => void }) {
  const [open, setOpen] = useState<"new" | string>();
  const oneAtATime = useOneAtATime();
  const changes = useChanges(() => {
    setOpen(undefined);
    onEnded();
  });
  const save = trpc.account.addresses.save.useMutation(changes("Address saved"));
  const change = trpc.account.addresses.change.useMutation(changes("Address saved"));
  const makeDefault = trpc.account.addresses.makeDefault.useMutation(changes("Default address changed"));
  const remove = trpc.account.addresses.remove.useMutation(changes("Address deleted"));
  const close = () => {
    setOpen(undefined);
    onEnded();
  };
  return (
    <>
      {book.saved.length === 0 && open !== "new" && (
        <p className={classes.none}>No addresses yet. Your default address is filled in when you order.</p>
      )}
      {book.saved.length > 0 && (
        <ul className={classes.list}>
          {book.saved.map((address) => (
            <li key={address._id} className={classes.item}>
              {open === address._id ? (
                <AddressForm
                  initial={address}
                  isSaving={change.isPending}
                  onSave={(values) => oneAtATime(() => change.mutateAsync({ id: address._id, ...values }))}
                  onCancel={close}
                />
              ) : (
                <Line
                  address={address}
                  onEdit={() => setOpen(address._id)}
                  onMakeDefault={() => oneAtATime(() => makeDefault.mutateAsync({ id: address._id }))}
                  onRemove={() => oneAtATime(() => remove.mutateAsync({ id: address._id }))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {open === "new" && (
        <AddressForm
          initial={blankAddress}
          isSaving={save.isPending}
          onSave={(values) => oneAtATime(() => save.mutateAsync(values))}
          onCancel={close}
        />
      )}
      {open !== "new" &&
        (book.saved.length < addressesMax ? (
          <Button variant="default" onClick={() => setOpen("new")}>
            Add an address
          </Button>
        ) : (
          <p className={classes.none}>You can save at most {addressesMax} addresses.</p>
        ))}
    </>
  );
}

type LineProps = { address: SavedAddress; onEdit: () => void; onMakeDefault: () => void; onRemove: () => void };

function Line({ address, onEdit, onMakeDefault, onRemove }: LineProps) {
  const id = `address-${address._id}`;
  return (
    <>
      <p id={id} className={classes.address}>
        {addressText(address)}
        {address.isDefault && <span className={classes.default}>Default</span>}
      </p>
      <div className={classes.actions}>
        <Button variant="default" size="sm" aria-describedby={id} onClick={onEdit}>
          Edit
        </Button>
        {!address.isDefault && (
          <Button variant="default" size="sm" aria-describedby={id} onClick={onMakeDefault}>
            Make default
          </Button>
        )}
        <Button variant="default" size="sm" aria-describedby={id} onClick={onRemove}>
          Delete
        </Button>
      </div>
    </>
  );
}

type AddressFormProps = {
  initial: ShippingAddress;
  isSaving: boolean;
  onSave: (address: ShippingAddress) => void;
  onCancel: () => void;
};

function AddressForm({ initial, isSaving, onSave, onCancel }: AddressFormProps) {
  const rules = bookRules(useSelling());
  const form = useAddressForm(initial, rules);
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(
        (values) => onSave(toShippingAddress(values, rules)),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <AddressFields form={form} pairClass={classes.form} rules={rules} />
      <div className={classes.actions}>
        <Button type="submit" aria-disabled={isSaving || undefined}>
          {isSaving ? "Saving…" : "Save address"}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
