import "@mantine/core/styles/Input.layer.css";
import { Button, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { SignedIn } from "@shop/shared/account/account";
import { useEffect, useRef, useState } from "react";
import { lazyRules } from "../../lib/lazy-rules.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { hasCode, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import { notify } from "../../ui/notify.ts";
import { StateAlert } from "../../ui/state-alert.tsx";
import classes from "./form-panel.module.css";
import { PasswordField } from "./password-field.tsx";

const rules = lazyRules("account-rules", () => import("./account-rules.ts").then((rules) => rules.signInRules));

type SignInFormProps = {
  /** The e-mail to begin with. */
  email: string;
  onEmailChange: (email: string) => void;
  onSignedIn: (signedIn: SignedIn) => void;
};

/**
 * Sign-in form. After a failed attempt the values stay and the last one is selected. For an administrator with a second
 * factor a code follows.
 */
export function SignInForm({ email: initialEmail, onEmailChange, onSignedIn }: SignInFormProps) {
  const last = useRef<HTMLInputElement>(null);
  const [isAskedForCode, askForCode] = useState(false);
  const form = useForm({
    initialValues: { email: initialEmail, password: "", code: "" },
    onValuesChange: ({ email }) => onEmailChange(email),
    validate: rules.check,
    enhanceGetInputProps: validateOnBlur,
  });
  const oneAtATime = useOneAtATime();
  const signIn = trpc.account.signIn.useMutation({
    onSuccess: (signedIn) => {
      notify.withdrawErrors();
      onSignedIn(signedIn);
    },
    onError: (error) => {
      if (hasCode(error, "SECOND_FACTOR_REQUIRED")) return askForCode(true);
      notify.error(messageOf(error, "Login failed"));
      last.current?.focus();
      last.current?.select();
    },
  });
  useEffect(() => {
    if (isAskedForCode) last.current?.focus();
  }, [isAskedForCode]);
  const { email, password, code } = form.values;
  const isReady = email.trim() !== "" && password !== "" && (!isAskedForCode || code.trim() !== "");

  return (
    <form
      noValidate
      className={classes.fields}
      onFocus={rules.preload}
      onSubmit={form.onSubmit(
        (values) => oneAtATime(() => signIn.mutateAsync(toInput(values, isAskedForCode))),
        (errors) => focusFirstError(form, errors),
      )}
    >
      {isAskedForCode ? (
        <>
          <Text>
            Please enter the code that your authenticator app shows, or one of your recovery codes. Or sign in with your
            passkey below.
          </Text>
          <TextInput
            key="code"
            ref={last}
            label="Code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...form.getInputProps("code")}
          />
        </>
      ) : (
        <>
          {/* "webauthn" must be the last word: the browser suggests passkeys here. */}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username webauthn"
            required
            {...form.getInputProps("email")}
          />
          <PasswordField
            ref={last}
            label="Password"
            autoComplete="current-password"
            required
            {...form.getInputProps("password")}
          />
        </>
      )}
      {/* No alert: the toast announces the same message. */}
      {signIn.isError && !hasCode(signIn.error, "SECOND_FACTOR_REQUIRED") && (
        <StateAlert tone="danger">{messageOf(signIn.error, "Login failed")}</StateAlert>
      )}
      <Button type="submit" fullWidth disabled={!isReady} aria-disabled={signIn.isPending || undefined}>
        {signIn.isPending ? "Signing In…" : "Sign In"}
      </Button>
      {isAskedForCode && (
        <Button
          variant="subtle"
          fullWidth
          onClick={() => {
            askForCode(false);
            form.reset();
            signIn.reset();
          }}
        >
          Use another account
        </Button>
      )}
    </form>
  );
}

function toInput({ email, code, ...values }: { email: string; password: string; code: string }, hasCode: boolean) {
  return { ...values, email: email.trim(), ...(hasCode ? { code } : {}) };
}
