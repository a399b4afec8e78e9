import { type Command, runCommand } from "./run-command.ts";

type Outcome = { name: string; result: "passed" | "failed" | "not run"; ms: number; output?: string };

/** The lines of a failed stage that the summary repeats, because stages in parallel end in any order. */
const repeatedLines = 200;

/** The stages of a test command, of which every one runs that can run. */
export type Stages = {
  /** Runs one stage and prints its output when it ends; gives whether it passed. */
  run: (name: string, command: Command) => Promise<boolean>;
  /** Records stages that cannot run because an earlier one failed, such as tests of a build that does not exist. */
  skip: (...names: string[]) => void;
  /** Prints the ends of failed stages and how every stage ended; gives the exit code of the command, 1 when one did not pass. */
  summarize: () => number;
};

export function openStages(): Stages {
  const startedAt = Date.now();
  const outcomes: Outcome[] = [];
  return {
    run: async (name, command) => {
      const stageStartedAt = Date.now();
      console.log(`${name} …`);
      const { isPassed, output } = await runCommand(command);
      const outcome: Outcome = {
        name,
        result: isPassed ? "passed" : "failed",
        ms: Date.now() - stageStartedAt,
        output,
      };
      outcomes.push(outcome);
      console.log(`\n${output}\n${describe(outcome)}\n`);
      return isPassed;
    },
    skip: (...names) => {
      for (const name of names) outcomes.push({ name, result: "not run", ms: 0 });
    },
    summarize: () => {
      for (const outcome of outcomes) if (outcome.result === "failed") console.log(endOf(outcome));
      for (const outcome of outcomes) console.log(describe(outcome));
      console.log(`Total: ${seconds(Date.now() - startedAt)}`);
      return outcomes.every(({ result }) => result === "passed") ? 0 : 1;
    },
  };
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;

function endOf({ name, output = "" }: Outcome): string {
  const lines = output.trimEnd().split("\n");
  return `\nThe end of ${name}:\n\n${lines.slice(-repeatedLines).join("\n")}\n`;
}

function describe({ name, result, ms }: Outcome): string {
  return result === "not run" ? `${name} not run` : `${name} ${result} after ${seconds(ms)}`;
}
