/** How long nobody asks an instance for anything until its jobs rest, in milliseconds. */
const restAfterMs = 10_000;

/** How long the first request after a rest waits for what the instance has missed, in milliseconds. */
const wakeMs = 500;

/**
 * Whether somebody asks this instance for something. As long as nobody does, its jobs rest between two rounds, so that an
 * idle instance costs its database next to nothing; another one that is asked does their work meanwhile.
 */
export class Activity {
  #askedAt: number;
  /** Requests that are not answered to their end, such as streams. */
  #open = 0;
  #waking: Promise<void> | undefined;
  #wake: () => Promise<unknown> = async () => undefined;

  /** @param now the time in milliseconds, of any beginning */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.#askedAt = now();
  }

  get isResting(): boolean {
    return this.#open === 0 && this.now() - this.#askedAt > restAfterMs;
  }

  /** What is to be done before the first request after a rest is answered. */
  onWake(wake: () => Promise<unknown>): void {
    this.#wake = wake;
  }

  /**
   * Notes a request; `end` is to be called when it is answered to its end. After a rest, it and those that come meanwhile
   * wait for the result, at most half a second.
   */
  begin(): Promise<void> | undefined {
    if (this.isResting) {
      this.#waking = this.#wakeSoon().finally(() => {
        this.#waking = undefined;
      });
    }
    this.#askedAt = this.now();
    this.#open += 1;
    return this.#waking;
  }

  end(): void {
    this.#open -= 1;
    this.#askedAt = this.now();
  }

  async #wakeSoon(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => {
      timer = setTimeout(done, wakeMs);
    });
    try {
      await Promise.race([this.#wake(), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
