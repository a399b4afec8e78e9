import type { AdminQuestion } from "@shop/shared/question/question";
import { useState } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { AnswerForm } from "../parts/answer-form.tsx";
import { useQuestionCallbacks } from "./use-question-acts.ts";

type AnswerQuestionFormProps = { question: AdminQuestion; about: string; onClose: () => void };

/** The shop's answer to a question. The first one goes to the customer by mail. */
export function AnswerQuestionForm({ question, about, onClose }: AnswerQuestionFormProps) {
  const { _id: id, answer, hidden } = question;
  // Of the answer that was there when the form opened: another one that comes meanwhile is not overwritten.
  const [version] = useState(question.version);
  const callbacks = useQuestionCallbacks(onClose);
  const save = trpc.admin.questions.answer.useMutation(callbacks);
  const remove = trpc.admin.questions.removeAnswer.useMutation(callbacks);
  return (
    <AnswerForm
      about={about}
      answer={answer?.text ?? null}
      description={whatHappens(answer !== null, hidden !== null)}
      rows={4}
      saveLabel={answer === null ? "Send answer" : "Save answer"}
      save={{ isPending: save.isPending, run: (text) => save.mutateAsync({ id, text, version }) }}
      remove={{ isPending: remove.isPending, run: () => remove.mutateAsync({ id, version }) }}
      onClose={onClose}
    />
  );
}

function whatHappens(isAnswered: boolean, isHidden: boolean): string {
  if (isAnswered) return isHidden ? "The customer has had it by mail." : "Everybody sees it. No further mail is sent.";
  return isHidden
    ? "The customer gets it by mail, and nobody else sees it."
    : "The customer gets it by mail, and everybody sees it on the product’s page.";
}
