import type { FastifyBaseLogger } from "fastify";
import { toLoggable } from "../domain/base/errors.ts";

type Step = () => Promise<unknown>;

/**
 * Ends the process on a signal, an uncaught error or `end`. Runs the steps in
 * the reverse order of their addition.
 */
export class Shutdown {
  /** Set once the application has a log. */
  log: FastifyBaseLogger | undefined;
  readonly #steps: Step[] = [];
  #isEnding = false;

  constructor() {
    process.on("SIGINT", () => this.end(0));
    process.on("SIGTERM", () => this.end(0));
    // The process's state is unknown after an uncaught error: open requests are answered, and a new process is started.
    const giveUp = (error: unknown) => {
      if (this.log === undefined) complain("The shop gives up.", error);
      else this.log.fatal({ err: error }, "the shop gives up");
      this.end(1);
    };
    process.on("unhandledRejection", giveUp);
    process.on("uncaughtException", giveUp);
  }

  /** Whether the shutdown has begun. Nothing may be opened then. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Adds a step of the shutdown. */
  add(step: Step): void {
    this.#steps.push(step);
  }

  /** Runs the steps once and exits with this code, or with 1 when a step fails. */
  end(code: number): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    void this.#close(code).then((outcome) => process.exit(outcome));
  }

  async #close(code: number): Promise<number> {
    let outcome = code;
    for (const step of this.#steps.reverse()) {
      try {
        await step();
      } catch (error) {
        // A failed step must not keep the next ones, such as stopping a database, from running.
        complain("The shop could not stop cleanly.", error);
        outcome = 1;
      }
    }
    return outcome;
  }
}

function complain(what: string, error: unknown): void {
  process.stderr.write(`${what} ${toLoggable(error).message}\n`);
}
