import { type Command, runCommand } from "./run-command.ts";

type Outcome = { name: string; result: "passed" | "failed" | "not run"; ms: number };

const outcomes: Outcome[] = [];

/** Runs one stage and prints its output when it ends; gives whether it passed. Later stages run either way. */
export async function runStage(name: string, command: Command): Promise<boolean> {
  const startedAt = Date.now();
  console.log(`${name} …`);
  const { isPassed, output } = await runCommand(command);
  const outcome: Outcome = { name, result: isPassed ? "passed" : "failed", ms: Date.now() - startedAt };
  outcomes.push(outcome);
  console.log(`\n${output}\n${sentence(outcome)}\n`);
  return isPassed;
}

/** Records stages that cannot run because an earlier one failed, such as tests of a build that does not exist. */
export function skipStages(...names: string[]): void {
  for (const name of names) outcomes.push({ name, result: "not run", ms: 0 });
}

/** Prints how every stage ended; gives the exit code of the command. */
export function summarize(startedAt: number): number {
  for (const outcome of outcomes) console.log(sentence(outcome));
  console.log(`${seconds(Date.now() - startedAt)} altogether`);
  return outcomes.every(({ result }) => result === "passed") ? 0 : 1;
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;
const sentence = ({ name, result, ms }: Outcome) =>
  `${name} ${result}${result === "not run" ? "" : ` after ${seconds(ms)}`}`;
