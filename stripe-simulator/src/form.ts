/** A value of a form: text, or what brackets name within it. */
export type FormValue = string | FormObject | FormValue[];
export type FormObject = { [name: string]: FormValue };

/** Reads a form whose names have brackets, such as `metadata[order_id]` and `expand[0]`. */
export function readForm(text: string): FormObject {
  const root: FormObject = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [head = "", ...rest] = name.split("[").map((part) => part.replace(/\]$/, ""));
    put(root, [head, ...rest], value);
  }
  return root;
}

function put(target: FormObject, [name = "", ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const isList = rest.length === 1 && /^\d*$/.test(rest[0] ?? "");
  const known = target[name];
  if (isList) {
    target[name] = [...(Array.isArray(known) ? known : []), value];
    return;
  }
  const inner: FormObject = typeof known === "object" && !Array.isArray(known) ? known : {};
  target[name] = inner;
  put(inner, rest, value);
}
