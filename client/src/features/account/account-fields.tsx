import "@mantine/core/styles/Input.layer.css";
import { TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { PasswordField } from "./password-field.tsx";

type AccountFieldsProps = {
  passwordMin: number;
  fieldOf: (name: "name" | "email" | "password" | "confirmation") => GetInputPropsReturnType;
};

/** The fields of a new account, with the password twice. */
export function AccountFields({ passwordMin, fieldOf }: AccountFieldsProps) {
  return (
    <>
      <TextInput label="Name" autoComplete="name" required {...fieldOf("name")} />
      <TextInput label="Email" type="email" autoComplete="username" required {...fieldOf("email")} />
      <PasswordField
        label="Password"
        description={`At least ${passwordMin} characters.`}
        autoComplete="new-password"
        required
        {...fieldOf("password")}
      />
      <PasswordField label="Confirm Password" autoComplete="new-password" required {...fieldOf("confirmation")} />
    </>
  );
}
