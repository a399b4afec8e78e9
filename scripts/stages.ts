import { type Command, runCommand } from "./run-command.ts";

type Outcome = { name: string; result: "passed" | "failed" | "not run"; ms: number };

/** The stages of a test command, of which every one runs that can run. */
export type Stages = {
  /** Runs one stage and prints its output when it ends; gives whether it passed. */
  run: (name: string, command: Command) => Promise<boolean>;
  /** Records stages that cannot run because an earlier one failed, such as tests of a build that does not exist. */
  skip: (...names: string[]) => void;
  /** Prints how every stage ended; gives the exit code of the command, 1 when one did not pass. */
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
      const outcome: Outcome = { name, result: isPassed ? "passed" : "failed", ms: Date.now() - stageStartedAt };
      outcomes.push(outcome);
      console.log(`\n${output}\n${describe(outcome)}\n`);
      return isPassed;
    },
    skip: (...names) => {
      for (const name of names) outcomes.push({ name, result: "not run", ms: 0 });
    },
    summarize: () => {
      for (const outcome of outcomes) console.log(describe(outcome));
      console.log(`Total: ${seconds(Date.now() - startedAt)}`);
      return outcomes.every(({ result }) => result === "passed") ? 0 : 1;
    },
  };
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;

function describe({ name, result, ms }: Outcome): string {
  return result === "not run" ? `${name} not run` : `${name} ${result} after ${seconds(ms)}`;
}
