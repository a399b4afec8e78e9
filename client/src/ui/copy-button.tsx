import { IconCopy } from "@tabler/icons-react";
import classes from "./copy-button.module.css";
import { notify } from "./notify.ts";

type CopyButtonProps = {
  value: string;
  /** Name of the value within a sentence, such as "order id". */
  name: string;
  /** Icon only, with the name as accessible label. */
  isIcon?: boolean;
};

/** Copies a value to the clipboard and reports the result as a toast. */
export function CopyButton({ value, name, isIcon = false }: CopyButtonProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      notify.success(`${name.charAt(0).toUpperCase()}${name.slice(1)} copied`);
    } catch {
      notify.error(`The ${name} could not be copied`);
    }
  }
  return (
    <button
      type="button"
      className={classes.copy}
      aria-label={isIcon ? `Copy ${name}` : undefined}
      onClick={() => void copy()}
    >
      <IconCopy size={18} aria-hidden="true" />
      {!isIcon && ` Copy ${name}`}
    </button>
  );
}
