import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { SignedIn } from "@shop/shared/account/account";
import { lazyRules } from "../../lib/lazy-rules.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { fieldErrorsOf, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import { notify } from "../../ui/notify.ts";
import { useShop } from "../../ui/shop-identity.ts";
import { AccountFields } from "./account-fields.tsx";
import classes from "./form-panel.module.css";

const rules = lazyRules("account-rules", () => import("./account-rules.ts").then((rules) => rules.registerRules));

/** Registration form with a repeated password. `onSignedIn` receives the new session. */
export function RegisterForm({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => void }) {
  const { passwordMin } = useShop();
  const form = useForm({
    initialValues: { name: "", email: "", password: "", confirmation: "" },
    validate: (values) => rules.check({ ...values, passwordMin }),
    enhanceGetInputProps: validateOnBlur,
  });
  const oneAtATime = useOneAtATime();
  const register = trpc.account.register.useMutation({
    onSuccess: (signedIn) => {
      notify.withdrawErrors();
      onSignedIn(signedIn);
    },
    onError: (error) => {
      notify.error(messageOf(error, "Registration failed"));
      const errors = fieldErrorsOf(error);
      form.setErrors(errors);
      focusFirstError(form, errors);
    },
  });
  const { name, email, password, confirmation } = form.values;
  const isReady = name.trim() !== "" && email.trim() !== "" && password !== "" && password === confirmation;

  return (
    <form
      noValidate
      className={classes.fields}
      onFocus={rules.preload}
      onSubmit={form.onSubmit(
        ({ confirmation: _same, ...account }) =>
          oneAtATime(() => register.mutateAsync({ ...account, email: account.email.trim() })),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <AccountFields passwordMin={passwordMin} fieldOf={(name) => form.getInputProps(name)} />
      <Button type="submit" fullWidth disabled={!isReady} aria-disabled={register.isPending || undefined}>
        {register.isPending ? "Registering…" : "Register"}
      </Button>
    </form>
  );
}
