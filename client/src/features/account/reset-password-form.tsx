import "@mantine/core/styles/Input.layer.css";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { lazyRules } from "../../lib/lazy-rules.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { fieldErrorsOf, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import { notify } from "../../ui/notify.ts";
import { useShop } from "../../ui/shop-identity.ts";
import { StateAlert } from "../../ui/state-alert.tsx";
import classes from "./form-panel.module.css";
import { PasswordField } from "./password-field.tsx";

const rules = lazyRules("account-rules", () => import("./account-rules.ts").then((rules) => rules.resetPasswordRules));

const failed = "The password could not be changed";

type ResetPasswordFormProps = { email: string; code: string; onReset: (email: string) => void };

/** Sets a new password with a code. E-mail and code are filled in when the link of the mail was opened. */
export function ResetPasswordForm({ email, code, onReset }: ResetPasswordFormProps) {
  const { passwordMin } = useShop();
  const form = useForm({
    initialValues: { email, code, password: "", confirmation: "" },
    validate: (values) => rules.check({ ...values, passwordMin }),
    enhanceGetInputProps: validateOnBlur,
  });
  const oneAtATime = useOneAtATime();
  const reset = trpc.account.resetPassword.useMutation({
    onSuccess: (_done, { email }) => {
      notify.withdrawErrors();
      onReset(email);
    },
    onError: (error) => {
      notify.error(messageOf(error, failed));
      const errors = fieldErrorsOf(error);
      form.setErrors(errors);
      focusFirstError(form, errors);
    },
  });
  const { password, confirmation, ...typed } = form.values;
  const isReady = typed.email.trim() !== "" && typed.code.trim() !== "" && password !== "" && password === confirmation;

  return (
    <form
      noValidate
      className={classes.fields}
      onFocus={rules.preload}
      onSubmit={form.onSubmit(
        ({ confirmation: _same, ...values }) =>
          oneAtATime(() => reset.mutateAsync({ ...values, email: values.email.trim() })),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps("email")} />
      <TextInput
        label="Code"
        description="Eight digits, from the mail."
        inputWrapperOrder={["label", "input", "description", "error"]}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        {...form.getInputProps("code")}
      />
      <PasswordField
        label="New Password"
        description={`At least ${passwordMin} characters.`}
        autoComplete="new-password"
        required
        {...form.getInputProps("password")}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        required
        {...form.getInputProps("confirmation")}
      />
      {/* No alert: the toast announces the same message. */}
      {reset.isError && <StateAlert tone="danger">{messageOf(reset.error, failed)}</StateAlert>}
      <Button type="submit" fullWidth disabled={!isReady} aria-disabled={reset.isPending || undefined}>
        {reset.isPending ? "Saving…" : "Set New Password"}
      </Button>
    </form>
  );
}
