import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { SignedIn } from "@shop/shared/account/account";
import { useEffect, useRef, useState } from "react";
import { lazyRules } from "../../lib/lazy-rules.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { fieldErrorsOf, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import { notify } from "../../ui/notify.ts";
import { Panel } from "../../ui/panel.tsx";
import classes from "./form-panel.module.css";

const rules = lazyRules("account-rules", () => import("./account-rules.ts").then((rules) => rules.guestRules));

type GuestCheckoutProps = { onBegun: (signedIn: SignedIn) => void };

/** The way into the checkout without an account: a button that unfolds two fields. */
export function GuestCheckout({ onBegun }: GuestCheckoutProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel component="section" className={classes.panel} aria-labelledby="guest-checkout">
      <div className={classes.words}>
        <h2 id="guest-checkout" className={classes.title}>
          Buy without an account
        </h2>
        <p className={classes.more}>We send you a link with which you can see your order at any time.</p>
      </div>
      {isOpen ? (
        <GuestForm onBegun={onBegun} />
      ) : (
        <Button fullWidth onClick={() => setOpen(true)}>
          Continue with email
        </Button>
      )}
    </Panel>
  );
}

function GuestForm({ onBegun }: GuestCheckoutProps) {
  const first = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: { name: "", email: "" },
    validate: rules.check,
    enhanceGetInputProps: validateOnBlur,
  });
  const oneAtATime = useOneAtATime();
  const begin = trpc.account.continueAsGuest.useMutation({
    onSuccess: (signedIn) => {
      notify.withdrawErrors();
      onBegun(signedIn);
    },
    onError: (error) => {
      notify.error(messageOf(error, "This did not work. Please try again."));
      const errors = fieldErrorsOf(error);
      form.setErrors(errors);
      focusFirstError(form, errors);
    },
  });
  useEffect(() => first.current?.focus(), []);
  const { name, email } = form.values;
  const isReady = name.trim() !== "" && email.trim() !== "";
  return (
    <form
      noValidate
      className={classes.fields}
      onFocus={rules.preload}
      onSubmit={form.onSubmit(
        (values) => oneAtATime(() => begin.mutateAsync({ ...values, email: values.email.trim() })),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <TextInput ref={first} label="Your name" autoComplete="name" required {...form.getInputProps("name")} />
      <TextInput
        label="Your email"
        type="email"
        autoComplete="email"
        description="For the receipt and the link to your order."
        inputWrapperOrder={["label", "input", "description", "error"]}
        required
        {...form.getInputProps("email")}
      />
      <Button type="submit" fullWidth disabled={!isReady} aria-disabled={begin.isPending || undefined}>
        {begin.isPending ? "One moment…" : "Continue"}
      </Button>
    </form>
  );
}
