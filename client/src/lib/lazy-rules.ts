import type { FormErrors } from "@mantine/form";
import { loadChunk } from "./load-chunk.ts";

type Rules<Values> = (values: Values) => FormErrors;

/** Rules of a form in a chunk of their own, so that a screen does not wait for the library of schemas. */
export type LazyRules<Values> = {
  /** For the `validate` of a form. Without the rules, which could not be loaded, the server alone decides. */
  check: (values: Values) => FormErrors | Promise<FormErrors>;
  /** Loads the rules before they are needed: for the `onFocus` of a form, so that nobody who only reads loads them. */
  preload: () => void;
};

/** The rules in the module with this file name. */
export function lazyRules<Values>(name: string, load: () => Promise<Rules<Values>>): LazyRules<Values> {
  let rules: Rules<Values> | undefined;
  let loading: Promise<Rules<Values>> | undefined;
  const open = async () => {
    loading ??= loadChunk(name, load);
    try {
      rules = await loading;
    } catch {
      loading = undefined;
    }
  };
  return {
    check: (values) => rules?.(values) ?? open().then(() => rules?.(values) ?? {}),
    preload: () => void open(),
  };
}
