import { Textarea } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { infoTextLength } from "@shop/shared/page/info-page-edit";
import { InsertImage } from "./insert-image.tsx";
import classes from "./text-columns.module.css";

type MarkdownFieldProps = {
  form: {
    getValues: () => { text: string };
    setFieldValue: (field: "text", text: string) => void;
    getInputProps: (field: "text") => GetInputPropsReturnType;
  };
};

/** The text of a page or an article in Markdown, with a button that puts an image into it. */
export function MarkdownField({ form }: MarkdownFieldProps) {
  const { length } = form.getValues().text;
  return (
    <>
      <Textarea
        className={classes.markdown ?? ""}
        label="Text"
        description={`Written in Markdown: # Heading, **bold**, - list, [link](https://example.com). ${length.toLocaleString("en-US")} of ${infoTextLength.toLocaleString("en-US")} characters`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        rows={22}
        maxLength={infoTextLength}
        required
        {...form.getInputProps("text")}
      />
      <InsertImage form={form} />
    </>
  );
}
