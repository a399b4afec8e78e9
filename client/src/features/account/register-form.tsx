import "@mantine/core/styles/Input.layer.css";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { passwordWeakness, registerSchema, type SignedIn } from "@shop/shared/account";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { byZod } from "../../lib/zod-form.ts";
import { notify } from "../../ui/notify.ts";
import { useShop } from "../../ui/shop-identity.ts";
import classes from "./form-pane.module.css";
import { PasswordField } from "./password-field.tsx";

export const mismatch = "Passwords do not match";

/** Name, e-mail and a password twice. */
export function RegisterForm({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => void }) {
  const { passwordMin } = useShop();
  const form = useForm({
    initialValues: { name: "", email: "", password: "", confirmation: "" },
    validate: (values) => {
      const weakness = passwordWeakness(values.password, passwordMin);
      return {
        ...byZod(registerSchema)(values),
        ...(values.password === "" || weakness === null ? {} : { password: weakness }),
        ...(values.confirmation === values.password ? {} : { confirmation: mismatch }),
      };
    },
    validateInputOnBlur: true,
  });
  const register = trpc.account.register.useMutation({
    onSuccess: onSignedIn,
    onError: (error) => notify.error(messageOf(error, "Registration failed")),
  });
  const { name, email, password, confirmation } = form.values;
  const isReady = name.trim() !== "" && email.trim() !== "" && password !== "" && password === confirmation;

  return (
    <form
      noValidate
      className={classes.fields}
      onSubmit={form.onSubmit(
        ({ confirmation: _same, ...person }) => {
          if (!register.isPending) register.mutate({ ...person, email: person.email.trim() });
        },
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus(),
      )}
    >
      <TextInput label="Name" autoComplete="name" required withAsterisk={false} {...form.getInputProps("name")} />
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        {...form.getInputProps("email")}
      />
      <PasswordField
        label="Password"
        description={`At least ${passwordMin} characters. Anything may be in it.`}
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...form.getInputProps("password")}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...form.getInputProps("confirmation")}
      />
      <Button type="submit" fullWidth disabled={!isReady} aria-disabled={register.isPending || undefined}>
        {register.isPending ? "Registering…" : "Register"}
      </Button>
    </form>
  );
}
