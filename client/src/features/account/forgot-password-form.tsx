import "@mantine/core/styles/Input.layer.css";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { lazyRules } from "../../lib/lazy-rules.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import { notify } from "../../ui/notify.ts";
import { StateAlert } from "../../ui/state-alert.tsx";
import type { AccountState } from "./account-state.ts";
import classes from "./form-panel.module.css";

const failed = "The code could not be requested";

const rules = lazyRules("account-rules", () => import("./account-rules.ts").then((rules) => rules.forgotPasswordRules));

type ForgotPasswordFormProps = { email: string; onRequested: (state: AccountState) => void };

/** Asks for a code for a new password. The answer does not tell whether there is an account. */
export function ForgotPasswordForm({ email, onRequested }: ForgotPasswordFormProps) {
  const form = useForm({
    initialValues: { email },
    validate: rules.check,
    enhanceGetInputProps: validateOnBlur,
  });
  const oneAtATime = useOneAtATime();
  const request = trpc.account.requestPasswordReset.useMutation({
    onSuccess: ({ message }, { email }) => {
      notify.withdrawErrors();
      onRequested({ email, done: message });
    },
    onError: (error) => notify.error(messageOf(error, failed)),
  });

  return (
    <form
      noValidate
      className={classes.fields}
      onFocus={rules.preload}
      onSubmit={form.onSubmit(
        (values) => oneAtATime(() => request.mutateAsync({ email: values.email.trim() })),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps("email")} />
      {/* No alert: the toast announces the same message. */}
      {request.isError && <StateAlert tone="danger">{messageOf(request.error, failed)}</StateAlert>}
      <Button
        type="submit"
        fullWidth
        disabled={form.values.email.trim() === ""}
        aria-disabled={request.isPending || undefined}
      >
        {request.isPending ? "Sending…" : "Send a Code"}
      </Button>
    </form>
  );
}
