import { isDeepStrictEqual } from "node:util";

/** Makes something of a value, and anew whenever the value is another one. `onReplaced` gets what was made before. */
export function memoByValue<Value, Made>(
  read: () => Value,
  make: (value: Value) => Made,
  onReplaced: (made: Made) => void = () => undefined,
): () => Made {
  let last: { value: Value; made: Made } | undefined;
  return () => {
    const value = read();
    if (last !== undefined && (last.value === value || isDeepStrictEqual(last.value, value))) return last.made;
    if (last !== undefined) onReplaced(last.made);
    last = { value, made: make(value) };
    return last.made;
  };
}
