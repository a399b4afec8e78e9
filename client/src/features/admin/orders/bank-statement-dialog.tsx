import { Button, Checkbox, FileButton, Flex, Group, Stack, Text } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import type { BankStatement, StatementColumns, StatementLine } from "@shop/shared/order/bank-statement";
import { useRef, useState } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { StatementColumnFields } from "./statement-columns.tsx";
import { useStatementRecords } from "./use-statement-records.ts";

type BankStatementDialogProps = { isOpen: boolean; onClose: () => void };

/** Reads a bank's statement and records the transfers in it that somebody has looked at. */
export function BankStatementDialog({ isOpen, onClose }: BankStatementDialogProps) {
  return (
    <Dialog title="Bank statement" size="48rem" hasCloseButton isOpen={isOpen} onClose={onClose}>
      <Statement onClose={onClose} />
    </Dialog>
  );
}

function Statement({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const reset = useRef<() => void>(null);
  const read = trpc.admin.orders.readStatement.useMutation();
  const ask = (text: string, columns?: StatementColumns) =>
    read.mutate({ text, ...(columns === undefined ? {} : { columns }) });
  return (
    <Stack gap="md">
      <Text>
        Choose the CSV file of your bank. You see first which orders its lines pay, by the reference and the amount, and
        record those that you choose. A line that was recorded before is not recorded again.
      </Text>
      <FileButton
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        inputProps={{ "aria-label": "File of your bank" }}
        resetRef={reset}
        onChange={async (file) => {
          // The same file can be chosen again.
          reset.current?.();
          if (file === null) return;
          const content = decode(await file.arrayBuffer());
          setText(content);
          ask(content);
        }}
      >
        {(props) => (
          <Button {...props} variant="default" mr="auto" data-autofocus aria-disabled={read.isPending || undefined}>
            {read.isPending ? "Reading…" : "Choose a file"}
          </Button>
        )}
      </FileButton>
      {read.isError && <ErrorAlert message={messageOf(read.error, "The file could not be read. Please try again.")} />}
      {read.data !== undefined && !read.isPending && (
        <>
          <StatementColumnFields statement={read.data} onChange={(columns) => ask(text, columns)} />
          <Lines key={read.submittedAt} statement={read.data} onClose={onClose} />
        </>
      )}
    </Stack>
  );
}

/** Banks write UTF-8, or Windows-1252, in which some bytes of theirs are no UTF-8. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function Lines({ statement, onClose }: { statement: BankStatement; onClose: () => void }) {
  const { lines, columns, others } = statement;
  const [showsAll, setShowsAll] = useState(false);
  const { chosen, choose, problems, recorded, isRecording, record } = useStatementRecords(lines);
  if (columns === null) return <Text>Which column has the amounts? Please choose it.</Text>;
  const matched = lines.filter(({ match }) => match.is !== "none");
  const unmatched = lines.length - matched.length;
  const shown = showsAll ? lines : matched;
  return (
    <>
      <Text role="status">
        {countOf(lines.length, "line has", "lines have")} money that has come in
        {others > 0 && `, ${countOf(others, "other line", "other lines")}`}.{" "}
        {matched.length === 0 ? "None of them is for an order." : `${matched.length} of them are for an order.`}
      </Text>
      {shown.length > 0 && (
        <DividedList>
          {shown.map((line) => (
            <Line
              key={line.line}
              line={line}
              isChosen={chosen.has(line.line)}
              isRecorded={recorded.has(line.line)}
              problem={problems.get(line.line)}
              onChoose={(isChosen) => choose(line.line, isChosen)}
            />
          ))}
        </DividedList>
      )}
      {unmatched > 0 && !showsAll && (
        <Button variant="subtle" mr="auto" onClick={() => setShowsAll(true)}>
          Show {countOf(unmatched, "line", "lines")} without an order
        </Button>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button disabled={chosen.size === 0} aria-disabled={isRecording || undefined} onClick={record}>
          {isRecording ? "Recording…" : recordLabel(chosen.size)}
        </Button>
      </DialogButtons>
    </>
  );
}

const countOf = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

const recordLabel = (count: number) =>
  count === 0 ? "Record transfers" : `Record ${countOf(count, "transfer", "transfers")}`;

type LineProps = {
  line: StatementLine;
  isChosen: boolean;
  isRecorded: boolean;
  problem: string | undefined;
  onChoose: (isChosen: boolean) => void;
};

function Line({ line, isChosen, isRecorded, problem, onChoose }: LineProps) {
  const { day, amount, text, match } = line;
  const words = wordsOf(line, isRecorded);
  const canChoose = !isRecorded && match.is !== "none" && match.is !== "recorded";
  return (
    <Flex component="li" gap="sm" py="sm" align="flex-start">
      {canChoose ? (
        <Checkbox
          checked={isChosen}
          onChange={({ currentTarget: { checked } }) => onChoose(checked)}
          aria-label={`${formatMoney(amount)} of ${day}: ${words}`}
          mt={2}
        />
      ) : (
        <span style={{ width: 20, flex: "none" }} />
      )}
      <Stack gap={2} flex={1} miw={0} style={{ overflowWrap: "anywhere" }}>
        <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
          <Text fw={600} {...(match.is === "none" && { c: "dimmed" })}>
            {words}
          </Text>
          <Text fw={600} style={{ whiteSpace: "nowrap" }}>
            {formatMoney(amount)}
          </Text>
        </Group>
        <Text fz="xs" lh="xs" c="dimmed" lineClamp={2}>
          {day === "" ? text : `${day} · ${text}`}
        </Text>
        {problem !== undefined && (
          <Text fz="xs" lh="xs" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </Stack>
    </Flex>
  );
}

/** What a line is, in words. */
function wordsOf({ match }: StatementLine, isRecorded: boolean): string {
  if (match.is === "none") return "For no order";
  const { _id, customer, totalPrice } = match.order;
  const order = `order ${_id.slice(-5)} of ${customer}`;
  if (isRecorded) return `Recorded for ${order}`;
  switch (match.is) {
    case "pays":
      return `Pays ${order}`;
    case "differs":
      return `For ${order}, whose total is ${formatMoney(totalPrice)}`;
    case "paid":
      return `For ${order}, which is paid already`;
    case "cancelled":
      return `For ${order}, which was cancelled`;
    case "recorded":
      return `Recorded before for ${order}`;
    case "perhaps":
      return `Perhaps ${order}: name and amount agree, the reference is missing`;
  }
}
