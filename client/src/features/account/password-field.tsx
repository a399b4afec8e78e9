import "@mantine/core/styles/Input.layer.css";
import { TextInput, type TextInputProps } from "@mantine/core";
import { type FocusEvent, type KeyboardEvent, type Ref, useLayoutEffect, useRef, useState } from "react";
import classes from "./password-field.module.css";

type PasswordFieldProps = TextInputProps & { label: string; ref?: Ref<HTMLInputElement> };

/** A password with a Show/Hide button, and a hint while Caps Lock is on. */
export function PasswordField({ description, onBlur, ...props }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const caret = useRef<[number | null, number | null] | undefined>(undefined);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  const input = () => field.current?.querySelector("input") ?? undefined;

  useLayoutEffect(() => {
    // Browsers put the caret elsewhere when the kind of field changes.
    if (caret.current !== undefined) input()?.setSelectionRange(...caret.current);
    caret.current = undefined;
  });

  function toggle() {
    const present = input();
    if (present !== undefined) caret.current = [present.selectionStart, present.selectionEnd];
    setVisible(!isVisible);
  }

  return (
    <TextInput
      {...props}
      wrapperProps={{ ref: field }}
      type={isVisible ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      onKeyUp={watchCapsLock}
      onKeyDown={watchCapsLock}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setCapsLock(false);
        onBlur?.(event);
      }}
      description={
        <>
          <span className={classes.hint}>{description}</span>
          <span role="status" className={classes.capsLock}>
            {isCapsLock && "Caps Lock is on"}
          </span>
        </>
      }
      inputWrapperOrder={["label", "input", "description", "error"]}
      rightSectionWidth={72}
      rightSection={
        <button
          type="button"
          className={classes.toggle}
          aria-label={`${isVisible ? "Hide" : "Show"} ${props.label.toLowerCase()}`}
          aria-pressed={isVisible}
          // A press must not take the focus out of the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          {isVisible ? "Hide" : "Show"}
        </button>
      }
    />
  );
}
