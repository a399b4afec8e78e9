import { useSyncExternalStore } from "react";

const key = "deskShortcuts";
/** Where the browser allows no storage, the setting lasts as long as the page. */
let isOff = false;

function read(): boolean {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return !isOff;
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

/** Whether single keys are shortcuts. They are until somebody turns them off. */
export function useShortcutSetting(): boolean {
  return useSyncExternalStore(subscribe, read);
}

/** Turns the shortcuts on or off, in every tab and for as long as the browser keeps it. */
export function setShortcuts(isOn: boolean): void {
  isOff = !isOn;
  try {
    localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    // Kept for this page then.
  }
  window.dispatchEvent(new StorageEvent("storage"));
}
