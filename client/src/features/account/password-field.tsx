import "@mantine/core/styles/Input.layer.css";
import { TextInput, type TextInputProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { type FocusEvent, type KeyboardEvent, type Ref, useLayoutEffect, useRef, useState } from "react";
import classes from "./password-field.module.css";

type PasswordFieldProps = TextInputProps & { label: string; ref?: Ref<HTMLInputElement> };

/** Password input with a Show/Hide button and a hint while Caps Lock is on. */
export function PasswordField({ description, onBlur, ref, ...props }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const inputRef = useMergedRef(input, ref);
  const caret = useRef<[number | null, number | null] | undefined>(undefined);
  const updateCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));

  useLayoutEffect(() => {
    const { current } = input;
    if (caret.current === undefined || current === null) return;
    // A changed input type resets the caret at the next layout. Layout is forced first so that the selection stays.
    current.getBoundingClientRect();
    current.setSelectionRange(...caret.current);
    caret.current = undefined;
  });

  function toggle() {
    const { current } = input;
    if (current !== null) caret.current = [current.selectionStart, current.selectionEnd];
    setVisible(!isVisible);
  }

  return (
    <TextInput
      {...props}
      ref={inputRef}
      type={isVisible ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      onKeyUp={updateCapsLock}
      onKeyDown={updateCapsLock}
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
          // Prevents the button from moving focus out of the input.
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          {isVisible ? "Hide" : "Show"}
        </button>
      }
    />
  );
}
