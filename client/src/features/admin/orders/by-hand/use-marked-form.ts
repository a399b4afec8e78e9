import { useEffect, useRef } from "react";

/** A form whose first marked field takes the focus, once for each time that it was refused. */
export function useMarkedForm(refusals: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);
  return form;
}
