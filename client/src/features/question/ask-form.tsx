import "@mantine/core/styles/Input.layer.css";
import { Button, Textarea } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { askQuestionSchema } from "@shop/shared/question/question";
import { questionLength } from "@shop/shared/shop";
import { useEffect, useRef, useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import classes from "./question.module.css";

type AskFormProps = { productId: string; email: string };

/** The form for a question about a product. A failed request keeps the text. */
export function AskForm({ productId, email }: AskFormProps) {
  const [isSent, setSent] = useState(false);
  if (isSent) return <Sent email={email} onMore={() => setSent(false)} />;
  return <QuestionForm productId={productId} email={email} onSent={() => setSent(true)} />;
}

function QuestionForm({ productId, email, onSent }: AskFormProps & { onSent: () => void }) {
  const form = useForm({
    initialValues: { text: "" },
    validate: schemaResolver(askQuestionSchema, { sync: true }),
    enhanceGetInputProps: validateOnBlur,
  });
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const ask = trpc.question.ask.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.question.mine.invalidate(), utils.question.own.invalidate()]);
      onSent();
    },
  });
  return (
    <form
      noValidate
      className={classes.form}
      aria-labelledby="ask-question"
      onSubmit={form.onSubmit(
        ({ text }) => oneAtATime(() => ask.mutateAsync({ productId, text })),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <Textarea
        label="Your question"
        description="Please leave out names, addresses and numbers of orders: others will read it."
        rows={4}
        maxLength={questionLength}
        required
        {...form.getInputProps("text")}
      />
      {ask.isError && <ErrorAlert message={messageOf(ask.error, "Your question was not sent. Please try again.")} />}
      <Button type="submit" aria-disabled={ask.isPending || undefined}>
        {ask.isPending ? "Sending…" : "Send question"}
      </Button>
      <p className={classes.hint}>
        We answer by e-mail to {email}. Then question and answer are shown here, without your name.
      </p>
    </form>
  );
}

/** What happens next. It takes the focus, because the button that sent the question is gone. */
function Sent({ email, onMore }: { email: string; onMore: () => void }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <div className={classes.form}>
      <p ref={words} className={classes.sent} role="status" tabIndex={-1}>
        Thank you, we have your question. The answer comes by e-mail to {email}.
      </p>
      <Button variant="default" onClick={onMore}>
        Ask another question
      </Button>
    </div>
  );
}
