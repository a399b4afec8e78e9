import "@mantine/core/styles/Input.layer.css";
import { Button, NativeSelect, Textarea } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { createReviewSchema } from "@shop/shared/review";
import { commentLength, ratingWords } from "@shop/shared/shop";
import { IconChevronDown } from "@tabler/icons-react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { hasCode, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import { notify } from "../../ui/notify.ts";
import classes from "./review-form.module.css";

type ReviewFormProps = {
  productId: string;
  /** Called after the review is stored and the queries are invalidated. */
  onCreated: () => void;
};

/** Review form for a signed-in customer. A failed request keeps the input. */
export function ReviewForm({ productId, onCreated }: ReviewFormProps) {
  const form = useForm({
    initialValues: { rating: "", comment: "" },
    validate: (values) => ({
      ...schemaResolver(createReviewSchema, { sync: true })({ ...values, rating: Number(values.rating) }),
      ...(values.rating === "" ? { rating: "Please choose a rating" } : {}),
    }),
    enhanceGetInputProps: validateOnBlur,
  });
  const oneAtATime = useOneAtATime();
  const utils = trpc.useUtils();
  const create = trpc.review.create.useMutation({
    onSuccess: async () => {
      form.reset();
      notify.withdrawErrors();
      notify.success("Review created successfully");
      await Promise.all([utils.catalog.invalidate(), utils.review.invalidate()]);
      onCreated();
    },
    onError: (error) => {
      notify.error(messageOf(error, "Failed to create review"));
      // Reviewed in another tab: that review takes the place of the form.
      if (hasCode(error, "ALREADY_REVIEWED")) void utils.review.invalidate();
    },
  });
  const { rating, comment } = form.values;
  const isReady = rating !== "" && comment.trim() !== "";

  return (
    <form
      noValidate
      className={classes.form}
      aria-labelledby="write-review"
      onSubmit={form.onSubmit(
        (values) =>
          oneAtATime(() => create.mutateAsync({ productId, rating: Number(values.rating), comment: values.comment })),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <h3 id="write-review" className={classes.title}>
        Write a Review
      </h3>
      <NativeSelect
        label="Rating"
        required
        rightSection={<IconChevronDown size={16} aria-hidden="true" />}
        data={[
          { value: "", label: "Select…" },
          ...ratingWords.map((word, index) => ({ value: String(index + 1), label: `${index + 1} - ${word}` })),
        ]}
        {...form.getInputProps("rating")}
      />
      <Textarea label="Comment" rows={4} maxLength={commentLength} required {...form.getInputProps("comment")} />
      <Button type="submit" disabled={!isReady} aria-disabled={create.isPending || undefined}>
        {create.isPending ? "Submitting…" : "Submit"}
      </Button>
    </form>
  );
}
