import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { SignedIn } from "@shop/shared/account/account";
import { lazyRules } from "../../lib/lazy-rules.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { fieldErrorsOf, hasCode, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import { notify } from "../../ui/notify.ts";
import { useShop } from "../../ui/shop-identity.ts";
import { AccountFields } from "./account-fields.tsx";
import classes from "./form-panel.module.css";

const rules = lazyRules("account-rules", () => import("./account-rules.ts").then((rules) => rules.registerRules));

type OwnerFormProps = {
  /** Whether the code of the server has to be shown. */
  isCodeNeeded: boolean;
  onSignedIn: (signedIn: SignedIn) => void;
};

/** The form that makes the account of a shop's owner. */
export function OwnerForm({ isCodeNeeded, onSignedIn }: OwnerFormProps) {
  const { passwordMin } = useShop();
  const form = useForm({
    initialValues: { code: "", name: "", email: "", password: "", confirmation: "" },
    validate: ({ code: _code, ...values }) => rules.check({ ...values, passwordMin }),
    enhanceGetInputProps: validateOnBlur,
  });
  const oneAtATime = useOneAtATime();
  const make = trpc.setup.makeOwner.useMutation({
    onSuccess: onSignedIn,
    onError: (error) => {
      const message = messageOf(error, "The account could not be made");
      notify.error(message);
      form.setErrors({
        ...fieldErrorsOf(error),
        ...(hasCode(error, "FORBIDDEN") && isCodeNeeded && { code: message }),
      });
      focusFirstError(form, form.errors);
    },
  });
  return (
    <form
      noValidate
      className={classes.fields}
      onFocus={rules.preload}
      onSubmit={form.onSubmit(
        ({ confirmation: _same, ...owner }) =>
          oneAtATime(() => make.mutateAsync({ ...owner, email: owner.email.trim() })),
        (errors) => focusFirstError(form, errors),
      )}
    >
      {isCodeNeeded && (
        <TextInput
          label="Code"
          description="The server has printed it at its start. It stands in its log."
          placeholder="ABCD-EFGH-JKLM"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          {...form.getInputProps("code")}
        />
      )}
      <AccountFields passwordMin={passwordMin} fieldOf={(name) => form.getInputProps(name)} />
      <Button type="submit" fullWidth aria-disabled={make.isPending || undefined}>
        {make.isPending ? "One moment…" : "Make this shop mine"}
      </Button>
    </form>
  );
}
