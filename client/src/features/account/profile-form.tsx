import "@mantine/core/styles/Input.layer.css";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { SignedIn } from "@shop/shared/account/account";
import { lazyRules } from "../../lib/lazy-rules.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { fieldErrorsOf, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import { notify } from "../../ui/notify.ts";
import { useShop } from "../../ui/shop-identity.ts";
import classes from "./form-panel.module.css";
import { PasswordField } from "./password-field.tsx";
import { useConfirmedIdentity } from "./use-confirmed-identity.tsx";

type ProfileFormProps = { user: SignedIn; onSaved: (signedIn: SignedIn) => void };

const rules = lazyRules("account-rules", () => import("./account-rules.ts").then((rules) => rules.profileRules));

/** Profile form. The password changes only when a new one is entered. */
export function ProfileForm({ user, onSaved }: ProfileFormProps) {
  const { passwordMin } = useShop();
  const form = useForm({
    initialValues: { name: user.name, email: user.email, password: "", confirmation: "" },
    validate: (values) => rules.check({ ...values, passwordMin }),
    enhanceGetInputProps: validateOnBlur,
  });
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const identity = useConfirmedIdentity("to change your email or password", form.values.password !== "");
  const update = trpc.account.updateProfile.useMutation({
    onSuccess: (signedIn) => {
      const saved = { name: signedIn.name, email: signedIn.email, password: "", confirmation: "" };
      form.setInitialValues(saved);
      form.setValues(saved);
      onSaved(signedIn);
      void utils.account.emailConfirmation.invalidate();
      notify.withdrawErrors();
      notify.success("Profile updated successfully");
    },
    onError: (error) => {
      if (identity.asksFor(error, () => submit())) return;
      notify.error(messageOf(error, "Update failed"));
      const errors = fieldErrorsOf(error);
      form.setErrors(errors);
      focusFirstError(form, errors);
    },
  });
  const submit = form.onSubmit(
    ({ name, email, password }) =>
      oneAtATime(() => update.mutateAsync({ name, email, ...(password === "" ? {} : { password }) })),
    (errors) => focusFirstError(form, errors),
  );

  return (
    <>
      <form noValidate className={classes.fields} onFocus={rules.preload} onSubmit={submit}>
        <TextInput label="Name" autoComplete="name" required {...form.getInputProps("name")} />
        <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps("email")} />
        <PasswordField
          label="New Password"
          description={`Leave empty to keep your current password. At least ${passwordMin} characters.`}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <PasswordField label="Confirm Password" autoComplete="new-password" {...form.getInputProps("confirmation")} />
        <Button type="submit" fullWidth disabled={!form.isDirty()} aria-disabled={update.isPending || undefined}>
          {update.isPending ? "Updating…" : "Update"}
        </Button>
      </form>
      {identity.dialog}
    </>
  );
}
