import { IconCopy } from "@tabler/icons-react";
import classes from "./copy-button.module.css";
import { notify } from "./notify.ts";

type CopyButtonProps = {
  value: string;
  /** What is copied, as it stands in a sentence: "order id". */
  name: string;
  /** Only the sign, where the name stands beside it. */
  isIcon?: boolean;
};

/** Puts a value on the clipboard and says so. */
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
