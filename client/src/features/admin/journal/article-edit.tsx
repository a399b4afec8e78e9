import { Textarea, TextInput } from "@mantine/core";
import {
  type ArticleDetail,
  articleFieldsSchema,
  articleSummaryLength,
  articleTitleLength,
} from "@shop/shared/page/journal-edit";
import { pathOf } from "@shop/shared/page/pages";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { EditFrame } from "../parts/edit-frame.tsx";
import { EditSkeleton } from "../parts/edit-skeleton.tsx";
import { ImageFields } from "../parts/image-fields.tsx";
import { MarkdownField } from "../parts/markdown-field.tsx";
import classes from "../parts/text-columns.module.css";
import { TextPreview } from "../parts/text-preview.tsx";
import { type EditForm, type Saved, useEditForm } from "../parts/use-edit-form.ts";
import { ViewInShop } from "../parts/view-in-shop.tsx";
import { PublishArticle } from "./publish-article.tsx";

/** The edit screen of an article. */
export function ArticleEdit({ id }: { id: string }) {
  const record = trpc.admin.journal.byId.useQuery({ id }, cachedForEditing);
  if (record.data !== undefined) return <ArticleForm record={record.data} />;
  if (!record.isError) return <EditSkeleton fields={4} />;
  return (
    <ErrorAlert
      message={messageOf(record.error, "Failed to load the article")}
      onRetry={() => void record.refetch()}
      isRetrying={record.isFetching}
    />
  );
}

/** The link to a published article. */
export function ViewArticle({ id }: { id: string }) {
  const { data } = trpc.admin.journal.byId.useQuery({ id }, cachedForEditing);
  return data?.state === "published" ? <ViewInShop path={pathOf("article", { slug: data.slug })} /> : null;
}

type Fields = { title: string; summary: string; image: string; imageAlt: string; text: string };

const labels: Record<keyof Fields, string> = {
  title: "Title",
  summary: "Summary",
  image: "Image",
  imageAlt: "What the image shows",
  text: "Text",
};

function toSaved({ title, summary, image, imageAlt, text, version, updatedAt }: ArticleDetail): Saved<Fields> {
  return { values: { title, summary, image, imageAlt, text }, version, updatedAt };
}

function ArticleForm({ record }: { record: ArticleDetail }) {
  const { _id: id } = record;
  const utils = trpc.useUtils();
  const save = trpc.admin.journal.save.useMutation({
    onSuccess: (saved) => {
      utils.admin.journal.byId.setData({ id }, saved);
      void utils.admin.journal.list.invalidate();
      void utils.journal.invalidate();
    },
  });
  const edit = useEditForm<Fields>({
    saved: toSaved(record),
    schema: articleFieldsSchema,
    save: async (values, { version }) => toSaved(await save.mutateAsync({ id, ...values, version })),
    load: async () => toSaved(await utils.admin.journal.byId.fetch({ id }, { staleTime: 0 })),
    done: "Article saved",
    failure: "The article was not saved",
  });
  return (
    <div className={classes.columns}>
      <div className={classes.form}>
        <EditFrame edit={edit} labels={labels}>
          <ArticleFields edit={edit} />
        </EditFrame>
        <PublishArticle article={record} isDirty={edit.isDirty} />
      </div>
      <TextPreview text={edit.form.getValues().text} />
    </div>
  );
}

function ArticleFields({ edit: { form } }: { edit: EditForm<Fields> }) {
  return (
    <>
      <TextInput
        label={labels.title}
        autoComplete="off"
        maxLength={articleTitleLength}
        required
        {...form.getInputProps("title")}
      />
      <Textarea
        label={labels.summary}
        description="For the list of articles, search engines and link previews. Without one, the first words of the text stand there."
        inputWrapperOrder={["label", "input", "description", "error"]}
        autosize
        minRows={2}
        maxLength={articleSummaryLength}
        {...form.getInputProps("summary")}
      />
      <ImageFields image={form.getInputProps("image")} alt={form.getInputProps("imageAlt")} />
      <MarkdownField form={form} />
    </>
  );
}
