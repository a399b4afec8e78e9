import { Button, Group, Text } from "@mantine/core";
import classes from "./editable-cell.module.css";
import type { CellProblem } from "./use-cell-draft.ts";

type CellProblemProps = {
  id: string;
  problem: CellProblem;
  /** The stored and the typed value, as the cell shows them. */
  stored: string;
  mine: string;
  onSave: () => void;
  onRestore: () => void;
};

/** Why a typed value is not saved, and what can be done about it. */
export function CellProblemBox({ id, problem, stored, mine, onSave, onRestore }: CellProblemProps) {
  return (
    <>
      <div role="alert">
        <Text id={id}>{textOf(problem, stored, mine)}</Text>
        {problem.kind !== "wrong" && (
          <Text className={classes.keys ?? ""} fz="xs" c="dimmed" mt={4}>
            Enter saves {mine}, Escape keeps {stored}.
          </Text>
        )}
      </div>
      <Group gap="xs" mt="xs" justify="flex-end">
        <Button variant="default" onClick={onRestore}>
          Keep {stored}
        </Button>
        {problem.kind !== "wrong" && (
          <Button onClick={onSave}>{problem.kind === "conflict" ? `Save ${mine}` : "Try again"}</Button>
        )}
      </Group>
    </>
  );
}

function textOf(problem: CellProblem, stored: string, mine: string): string {
  if (problem.kind === "wrong") return problem.text;
  if (problem.kind === "failed") return `Not saved: ${problem.text}`;
  return `Someone else changed this to ${stored} meanwhile. You typed ${mine}.`;
}
