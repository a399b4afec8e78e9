import { useSyncExternalStore } from "react";

const key = "deskShortcuts";
/** Where the browser allows no storage, the setting lasts until the page is left. */
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

/** Whether single keys are shortcuts; on by default. */
export function useShortcutSetting(): boolean {
  return useSyncExternalStore(subscribe, read);
}

/** Turns the shortcuts on or off in every tab; stored in the browser. */
export function setShortcuts(isOn: boolean): void {
  isOff = !isOn;
  try {
    localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    // `isOff` holds it for this page.
  }
  window.dispatchEvent(new StorageEvent("storage"));
}
