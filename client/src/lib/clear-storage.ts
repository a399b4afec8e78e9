/**
 * Empties all that the browser keeps for this shop, and tells every store to
 * look again, the way other tabs are told.
 */
export function clearStorage(): void {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      storage().clear();
    } catch {
      // Where the browser allows no storage there is nothing to empty.
    }
  }
  window.dispatchEvent(new StorageEvent("storage"));
}
