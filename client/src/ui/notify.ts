import { useSyncExternalStore } from "react";

/** A short message at the top right. */
export type Toast = { id: number; kind: "success" | "error"; text: string };

const limit = 5;
let toasts: Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(kind: Toast["kind"], text: string): void {
  lastId += 1;
  // The same text again takes the old one's place and begins its time anew.
  const others = toasts.filter((toast) => toast.text !== text);
  change([{ id: lastId, kind, text }, ...others].slice(0, limit));
}

/** Tells people how an action ended. The newest message stands on top. */
export const notify = {
  success: (text: string) => show("success", text),
  error: (text: string) => show("error", text),
  /** Takes failures back that no longer matter, because the next try has succeeded. */
  withdrawErrors: () => change(toasts.filter(({ kind }) => kind !== "error")),
};

/** Takes a message away. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The messages to show, newest first. */
export function useToasts(): Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}
