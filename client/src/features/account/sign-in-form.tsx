import "@mantine/core/styles/Input.layer.css";
import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { type SignedIn, signInSchema } from "@shop/shared/account";
import { useRef } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import { notify } from "../../ui/notify.ts";
import { StateAlert } from "../../ui/state-alert.tsx";
import classes from "./form-panel.module.css";
import { PasswordField } from "./password-field.tsx";

type SignInFormProps = {
  /** The e-mail to begin with. */
  email: string;
  onEmailChange: (email: string) => void;
  onSignedIn: (signedIn: SignedIn) => void;
};

/** Sign-in form. After a failed attempt the values stay and the password is selected. */
export function SignInForm({ email: initialEmail, onEmailChange, onSignedIn }: SignInFormProps) {
  const password = useRef<HTMLInputElement>(null);
  const form = useForm({
    initialValues: { email: initialEmail, password: "" },
    onValuesChange: ({ email }) => onEmailChange(email),
    validate: schemaResolver(signInSchema, { sync: true }),
    enhanceGetInputProps: validateOnBlur,
  });
  const oneAtATime = useOneAtATime();
  const signIn = trpc.account.signIn.useMutation({
    onSuccess: (signedIn) => {
      notify.withdrawErrors();
      onSignedIn(signedIn);
    },
    onError: (error) => {
      notify.error(messageOf(error, "Login failed"));
      password.current?.focus();
      password.current?.select();
    },
  });
  const { email, password: typed } = form.values;
  const isReady = email.trim() !== "" && typed !== "";

  return (
    <form
      noValidate
      className={classes.fields}
      onSubmit={form.onSubmit(
        (values) => oneAtATime(() => signIn.mutateAsync({ ...values, email: values.email.trim() })),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps("email")} />
      <PasswordField
        ref={password}
        label="Password"
        autoComplete="current-password"
        required
        {...form.getInputProps("password")}
      />
      {/* No alert: the toast announces the same message. */}
      {signIn.isError && <StateAlert tone="danger">{messageOf(signIn.error, "Login failed")}</StateAlert>}
      <Button type="submit" fullWidth disabled={!isReady} aria-disabled={signIn.isPending || undefined}>
        {signIn.isPending ? "Signing In…" : "Sign In"}
      </Button>
    </form>
  );
}
