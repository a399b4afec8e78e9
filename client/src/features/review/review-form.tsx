import "@mantine/core/styles/Input.layer.css";
import { Button, NativeSelect, Textarea } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { createReviewSchema, type OwnReview } from "@shop/shared/review/review";
import { commentLength, ratingWords, reviewPhotosMax } from "@shop/shared/shop";
import { IconChevronDown } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { hasCode, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { focusFirstError, validateOnBlur } from "../../lib/validate-on-blur.ts";
import { notify } from "../../ui/notify.ts";
import { PhotoField } from "../../ui/photos/photo-field.tsx";
import classes from "./review-form.module.css";

type ReviewFormProps = {
  productId: string;
  /** The review to change; a new one without it. */
  own?: OwnReview;
  /** Called after the review is stored and the queries are invalidated, and when a change is given up. */
  onDone: () => void;
};

/** Review form for a signed-in customer. A failed request keeps the input. */
export function ReviewForm({ productId, own, onDone }: ReviewFormProps) {
  const form = useForm({
    initialValues: { rating: own === undefined ? "" : String(own.rating), comment: own?.comment ?? "" },
    validate: (values) => ({
      ...schemaResolver(createReviewSchema, { sync: true })({ ...values, rating: Number(values.rating) }),
      ...(values.rating === "" ? { rating: "Please choose a rating" } : {}),
    }),
    enhanceGetInputProps: validateOnBlur,
  });
  const [photos, setPhotos] = useState<readonly string[]>(own?.photos ?? []);
  const [isUploading, setUploading] = useState(false);
  const oneAtATime = useOneAtATime();
  const save = useSave({
    productId,
    own,
    onDone: () => {
      form.reset();
      setPhotos([]);
      onDone();
    },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that opened the form is gone.
    if (own !== undefined) heading.current?.focus();
  }, [own]);
  const { rating, comment } = form.values;
  const isReady = rating !== "" && comment.trim() !== "" && !isUploading;

  return (
    <form
      noValidate
      className={classes.form}
      aria-labelledby="write-review-title"
      onSubmit={form.onSubmit(
        (values) =>
          oneAtATime(() => save.send({ rating: Number(values.rating), comment: values.comment, photos: [...photos] })),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <h3 id="write-review-title" ref={heading} tabIndex={-1} className={classes.title}>
        {own === undefined ? "Write a Review" : "Edit your review"}
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
      <PhotoField of="review" max={reviewPhotosMax} photos={photos} onChange={setPhotos} onBusy={setUploading} />
      <div className={classes.buttons}>
        <Button
          className={classes.submit ?? ""}
          type="submit"
          disabled={!isReady}
          aria-disabled={save.isPending || undefined}
        >
          {save.isPending ? "Submitting…" : own === undefined ? "Submit" : "Save"}
        </Button>
        {own !== undefined && (
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

/** Creates the review, or changes the customer's own. */
function useSave({ productId, own, onDone }: Omit<ReviewFormProps, "own"> & { own: OwnReview | undefined }) {
  const utils = trpc.useUtils();
  const onSuccess = async ({ message }: { message: string }) => {
    notify.withdrawErrors();
    notify.success(message);
    await Promise.all([utils.catalog.invalidate(), utils.review.invalidate()]);
    onDone();
  };
  const create = trpc.review.create.useMutation({
    onSuccess,
    onError: (error) => {
      notify.error(messageOf(error, "Failed to create review"));
      // Reviewed in another tab: that review takes the place of the form.
      if (hasCode(error, "ALREADY_REVIEWED")) void utils.review.invalidate();
    },
  });
  const edit = trpc.review.edit.useMutation({
    onSuccess,
    onError: (error) => notify.error(messageOf(error, "Your review was not changed. Please try again.")),
  });
  type Review = { rating: number; comment: string; photos: string[] };
  return {
    isPending: create.isPending || edit.isPending,
    send: (review: Review) =>
      own === undefined
        ? create.mutateAsync({ productId, ...withoutNoPhotos(review) })
        : edit.mutateAsync({ reviewId: own._id, ...review }),
  };
}

/** As servers of the previous release read it. */
function withoutNoPhotos<Review extends { photos: string[] }>({ photos, ...review }: Review) {
  return { ...review, ...(photos.length === 0 ? {} : { photos }) };
}
