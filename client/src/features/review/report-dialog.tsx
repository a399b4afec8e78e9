import "@mantine/core/styles/Input.layer.css";
import { Button, NativeSelect, Stack, Text, Textarea } from "@mantine/core";
import { type ReviewReason, reviewReasons, reviewReasonWords } from "@shop/shared/review/review-reasons";
import { reportWordsLength } from "@shop/shared/shop";
import { IconChevronDown } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { notify } from "../../ui/notify.ts";

type ReportDialogProps = { reviewId: string; productId: string; onClose: () => void };

/** Reports a review to the shop, with a reason. */
export function ReportDialog({ reviewId, productId, onClose }: ReportDialogProps) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const select = useRef<HTMLSelectElement>(null);
  const [reason, setReason] = useState<ReviewReason>();
  const [words, setWords] = useState("");
  const [isMissing, setMissing] = useState(false);
  const report = trpc.review.report.useMutation({
    onSuccess: ({ message }) => {
      notify.success(message);
      void utils.review.marks.invalidate({ productId });
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(reason === undefined);
    if (reason === undefined) select.current?.focus();
    else oneAtATime(() => report.mutateAsync({ reviewId, reason, words }));
  }
  return (
    <Dialog title="Report this review" onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text c="dimmed">Somebody of the shop looks at it. The author does not learn who reported it.</Text>
          <NativeSelect
            ref={select}
            label="What is wrong with it?"
            required
            data-autofocus
            rightSection={<IconChevronDown size={16} aria-hidden="true" />}
            value={reason ?? ""}
            error={isMissing ? "Please choose a reason" : undefined}
            onChange={({ currentTarget }) => {
              setReason(reviewReasons.find((each) => each === currentTarget.value));
              setMissing(false);
            }}
            data={[
              { value: "", label: "Select…" },
              ...reviewReasons.map((each) => ({ value: each, label: reviewReasonWords[each] })),
            ]}
          />
          <Textarea
            label="Anything else we should know? (optional)"
            rows={3}
            maxLength={reportWordsLength}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
          {report.isError && <ErrorAlert message={messageOf(report.error, "It was not reported. Please try again.")} />}
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={report.isPending || undefined}>
            {report.isPending ? "Sending…" : "Report"}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
