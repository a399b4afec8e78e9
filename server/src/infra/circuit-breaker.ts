/** So many faults in a row let a service rest for so long, in milliseconds. */
export type BreakerSettings = { faultsMax: number; restMs: number };

/** Keeps callers from a service that fails again and again. After the rest one fault more lets it rest anew. */
export class CircuitBreaker {
  readonly #settings: BreakerSettings;
  #faults = 0;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(settings: BreakerSettings) {
    this.#settings = settings;
  }

  /** Whether the service is to be left alone. */
  get isResting(): boolean {
    return performance.now() < this.#restsUntil;
  }

  /** Notes an answer. Returns whether there were faults before it. */
  noteSuccess(): boolean {
    const hadFaults = this.#faults > 0;
    this.#faults = 0;
    return hadFaults;
  }

  noteFault(): void {
    this.#faults += 1;
    if (this.#faults >= this.#settings.faultsMax) this.#restsUntil = performance.now() + this.#settings.restMs;
  }
}
