import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import classes from "./password-field.module.css";

/** A password with a Show/Hide button, and a hint while Caps Lock is on. */
export function PasswordField({ description, ...props }: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  const label = typeof props.label === "string" ? props.label.toLowerCase() : "password";
  return (
    <PasswordInput
      {...props}
      visible={isVisible}
      onVisibilityChange={setVisible}
      onKeyUp={watchCapsLock}
      onKeyDown={watchCapsLock}
      description={isCapsLock ? "Caps Lock is on" : description}
      inputWrapperOrder={["label", "input", "description", "error"]}
      rightSectionWidth={72}
      visibilityToggleIcon={({ reveal }) => <span className={classes.toggle}>{reveal ? "Hide" : "Show"}</span>}
      visibilityToggleButtonProps={{
        "aria-label": `${isVisible ? "Hide" : "Show"} ${label}`,
        "aria-pressed": isVisible,
        tabIndex: 0,
        className: classes.button ?? "",
      }}
    />
  );
}
