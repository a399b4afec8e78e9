import type { SignedIn } from "@shop/shared/account/account";
import { useSyncExternalStore } from "react";

const key = "userInfo";
const expirationKey = "expirationTime";

let cachedText: string | null = null;
let cached: SignedIn | null = null;

function isSignedIn(value: unknown): value is SignedIn {
  if (typeof value !== "object" || value === null) return false;
  const kinds = { _id: "string", name: "string", email: "string", isAdmin: "boolean" };
  return Object.entries(kinds).every(([field, kind]) => typeof Reflect.get(value, field) === kind);
}

function read(): SignedIn | null {
  let text: string | null = null;
  try {
    text = localStorage.getItem(key);
  } catch {
    return cached;
  }
  if (text !== cachedText) {
    cachedText = text;
    cached = parse(text);
  }
  return cached;
}

function parse(text: string | null): SignedIn | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isSignedIn(value) ? value : null;
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  window.addEventListener("pageshow", listener);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener("pageshow", listener);
  };
}

/**
 * The user stored in this browser, or `null`. It only decides what renders
 * first; the server authorizes every request.
 */
export function useSignedIn(): SignedIn | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

/** Stores the signed-in user, without a token. */
export function storeSignedIn(signedIn: SignedIn): void {
  cached = signedIn;
  const text = JSON.stringify(signedIn);
  try {
    localStorage.setItem(key, text);
    localStorage.setItem(expirationKey, String(signedIn.expirationTime));
    cachedText = text;
  } catch {
    // Without storage the user is held in memory until the page unloads.
  }
  window.dispatchEvent(new StorageEvent("storage"));
}

/** Replaces the stored user with the one that the server confirmed. Does nothing when no user is stored. */
export function replaceStoredSignedIn(confirmed: SignedIn): void {
  const stored = read();
  if (stored !== null && JSON.stringify(stored) !== JSON.stringify(confirmed)) storeSignedIn(confirmed);
}

/**
 * Calls `onChange` when another tab changes the stored session, with whether
 * the user is still the same. Returns the unsubscribe function.
 */
export function onSessionChangedInOtherTab(onChange: (isSameUser: boolean) => void): () => void {
  function handleStorage(event: StorageEvent): void {
    // Events dispatched by this tab have no storageArea; a cleared storage has no key.
    if (event.storageArea === null || (event.key !== null && event.key !== key)) return;
    const before = parse(event.oldValue)?._id;
    onChange(before !== undefined && before === read()?._id);
  }
  window.addEventListener("storage", handleStorage);
  return () => window.removeEventListener("storage", handleStorage);
}

/** Removes the stored user and all other stored data of the shop. */
export function clearSignedIn(): void {
  cached = null;
  cachedText = null;
  clearStorage();
}

/** Removes a stored session that expired before `now` (milliseconds). A session without an expiry stays. */
export function dropExpiredSession(now: number): void {
  let text: string | null = null;
  try {
    text = localStorage.getItem(expirationKey);
  } catch {
    return;
  }
  const time = text === null || text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isNaN(time) && time < now) clearSignedIn();
}

/** Clears local and session storage and dispatches a storage event, so that every store in this tab reads again. */
function clearStorage(): void {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      storage().clear();
    } catch {
      // The browser blocks storage, so nothing is stored.
    }
  }
  window.dispatchEvent(new StorageEvent("storage"));
}
