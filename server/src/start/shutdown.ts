import type { FastifyBaseLogger } from "fastify";
import { toLoggable } from "../domain/errors.ts";

type Step = () => Promise<unknown>;

/**
 * A process up to its last closed connection. It ends by a signal, by what
 * nobody caught, or when it is told to; whatever was opened is closed, what
 * came last first.
 */
export class Shutdown {
  /** Where it tells what happens, from the moment there is a log. */
  log: FastifyBaseLogger | undefined;
  readonly #steps: Step[] = [];
  #isEnding = false;

  constructor() {
    process.on("SIGINT", () => this.end(0));
    process.on("SIGTERM", () => this.end(0));
    // What nobody waited for may have left anything half done: requests at work are answered, then a new process takes over.
    const giveUp = (error: unknown) => {
      if (this.log === undefined) complain("The shop gives up.", error);
      else this.log.fatal({ err: error }, "the shop gives up");
      this.end(1);
    };
    process.on("unhandledRejection", giveUp);
    process.on("uncaughtException", giveUp);
  }

  /** Whether the process is on its way out, and nothing more should be opened. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Has a step taken at the end. */
  add(step: Step): void {
    this.#steps.push(step);
  }

  /** Closes everything, once, and ends the process with this code, or with 1 when something did not close. */
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
        // The next steps matter as much: the last one may be to stop a database.
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
