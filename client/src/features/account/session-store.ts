import type { SignedIn } from "@shop/shared/account";
import { useSyncExternalStore } from "react";

const key = "userInfo";
const expirationKey = "expirationTime";

let knownText: string | null = null;
let known: SignedIn | null = null;

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
    return known;
  }
  if (text !== knownText) {
    knownText = text;
    known = parse(text);
  }
  return known;
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
 * Who is signed in, as far as this browser knows; `null` for nobody. A hint
 * for what to show: the server decides each time what may be done.
 */
export function useSignedIn(): SignedIn | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

/** Keeps who has signed in, or what has changed of them. Never a token. */
export function keepSignedIn(signedIn: SignedIn): void {
  known = signedIn;
  const text = JSON.stringify(signedIn);
  try {
    localStorage.setItem(key, text);
    localStorage.setItem(expirationKey, String(signedIn.expirationTime));
    knownText = text;
  } catch {
    // Without storage the session lasts as long as this page.
  }
  window.dispatchEvent(new StorageEvent("storage"));
}

/** Puts right what this browser keeps of a session, once the server has said who it is. Signs nobody in. */
export function correctSignedIn(confirmed: SignedIn): void {
  const kept = read();
  if (kept !== null && JSON.stringify(kept) !== JSON.stringify(confirmed)) keepSignedIn(confirmed);
}

/**
 * Tells when another tab has changed the session: whether it is another
 * person's now, or nobody's. Ends with the returned function.
 */
export function watchOtherTabs(onChange: (isSameUser: boolean) => void): () => void {
  function look(event: StorageEvent): void {
    // Our own news carry no storage; a wipe carries no key.
    if (event.storageArea === null || (event.key !== null && event.key !== key)) return;
    const before = parse(event.oldValue)?._id;
    onChange(before !== undefined && before === read()?._id);
  }
  window.addEventListener("storage", look);
  return () => window.removeEventListener("storage", look);
}

/** Forgets who was signed in and everything else that this browser keeps of them. */
export function forgetSignedIn(): void {
  known = null;
  knownText = null;
  clearStorage();
}

/** At the start of the app: somebody whose time is over is signed out; without a time they stay. */
export function dropExpiredSession(now: number): void {
  let text: string | null = null;
  try {
    text = localStorage.getItem(expirationKey);
  } catch {
    return;
  }
  const time = text === null || text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isNaN(time) && time < now) forgetSignedIn();
}

/**
 * Empties all that the browser keeps for this shop, and tells every store to
 * look again, the way other tabs are told.
 */
function clearStorage(): void {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      storage().clear();
    } catch {
      // Where the browser allows no storage there is nothing to empty.
    }
  }
  window.dispatchEvent(new StorageEvent("storage"));
}
