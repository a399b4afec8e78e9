import "@mantine/core/styles/Switch.layer.css";
import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { type PagePlace, pagePlaces } from "@shop/shared/page/info-page";
import { fillInMark, type InfoPageDetail, infoTitleLength, saveInfoPageSchema } from "@shop/shared/page/info-page-edit";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { EditFrame } from "../parts/edit-frame.tsx";
import { EditSkeleton } from "../parts/edit-skeleton.tsx";
import { MarkdownField } from "../parts/markdown-field.tsx";
import classes from "../parts/text-columns.module.css";
import { TextPreview } from "../parts/text-preview.tsx";
import { type Saved, useEditForm } from "../parts/use-edit-form.ts";
import { DeleteInfoPage } from "./delete-info-page.tsx";
import { placeWords } from "./place-words.ts";

/** The edit screen of one of the shop's own pages. */
export function InfoPageEdit({ slug }: { slug: string }) {
  const record = trpc.admin.infoPages.bySlug.useQuery({ slug }, cachedForEditing);
  if (record.data !== undefined) return <InfoPageForm key={slug} record={record.data} />;
  if (!record.isError) return <EditSkeleton fields={3} />;
  return (
    <ErrorAlert
      message={messageOf(record.error, "Failed to load page")}
      onRetry={() => void record.refetch()}
      isRetrying={record.isFetching}
    />
  );
}

type Fields = { title: string; text: string; isShown: boolean; place?: PagePlace };

const labels: Record<keyof Fields, string> = {
  title: "Title",
  text: "Text",
  isShown: "Shown in the shop",
  place: "Link",
};

function toSaved({ title, text, isShown, place, version, updatedAt }: InfoPageDetail): Saved<Fields> {
  return { values: { title, text, isShown, place }, version, updatedAt: updatedAt ?? "" };
}

function InfoPageForm({ record }: { record: InfoPageDetail }) {
  const { slug } = record;
  const utils = trpc.useUtils();
  const save = trpc.admin.infoPages.save.useMutation({
    onSuccess: (saved) => {
      utils.admin.infoPages.bySlug.setData({ slug }, saved);
      void utils.admin.infoPages.list.invalidate();
      void utils.info.invalidate();
    },
  });
  const edit = useEditForm<Fields>({
    saved: toSaved(record),
    schema: saveInfoPageSchema,
    save: async (values, { version }) => toSaved(await save.mutateAsync({ slug, ...values, version })),
    load: async () => toSaved(await utils.admin.infoPages.bySlug.fetch({ slug }, { staleTime: 0 })),
    done: "Page updated",
    failure: "Update failed",
  });
  const { text, place } = edit.form.getValues();
  const open = text.split(fillInMark).length - 1;
  return (
    <div className={classes.columns}>
      <div className={classes.form}>
        <EditFrame edit={edit} labels={labels} isUnsaved={record.isStarting}>
          <TextInput
            label={labels.title}
            autoComplete="off"
            maxLength={infoTitleLength}
            required
            {...edit.form.getInputProps("title")}
          />
          <MarkdownField form={edit.form} />
          {record.isOwn && (
            <NativeSelect
              label={labels.place}
              data={pagePlaces.map((place) => ({ value: place, label: placeWords[place] }))}
              {...edit.form.getInputProps("place")}
            />
          )}
          <Switch
            label={labels.isShown}
            description={
              open === 0
                ? place === "none"
                  ? "Customers then find it where a text or a menu links to it."
                  : "Every page of the shop then links to it."
                : `${open} ${open === 1 ? "place is" : "places are"} still to be filled in. Look for “${fillInMark} …]”.`
            }
            {...edit.form.getInputProps("isShown", { type: "checkbox" })}
          />
        </EditFrame>
        {record.isOwn && <DeleteInfoPage page={record} />}
      </div>
      <TextPreview text={text} />
    </div>
  );
}
