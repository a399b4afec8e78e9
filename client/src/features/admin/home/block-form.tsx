import "../../../ui/mantine-styles.ts";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type HomeBlock, type HomeBlockKind, imageSides, rowSources } from "@shop/shared/page/home-layout";
import {
  blockTextLength,
  blockTitleLength,
  buttonLabelLength,
  categoryBlockSchema,
  headlineBlockSchema,
  headlineTextLength,
  reviewsBlockSchema,
  rowBlockSchema,
  storyBlockSchema,
  storyTextLength,
  textBlockSchema,
} from "@shop/shared/page/home-layout-edit";
import type { ReactNode } from "react";
import type { z } from "zod";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { ImageFields } from "../parts/image-fields.tsx";
import { kindWords, sourceWords } from "./block-words.ts";
import { FeaturedForm } from "./featured-form.tsx";
import { TermsForm } from "./terms-form.tsx";

type Block<Kind extends HomeBlockKind> = Extract<HomeBlock, { kind: Kind }>;

type BlockFormProps = {
  block: HomeBlock;
  isNew: boolean;
  isOpen: boolean;
  onClose: () => void;
  onDone: (block: HomeBlock) => void;
};

/** Asks for what a block of Home says and shows. */
export function BlockForm({ block, ...rest }: BlockFormProps) {
  switch (block.kind) {
    case "featured":
      return <FeaturedForm block={block} {...rest} />;
    case "categories":
    case "brands":
      return <TermsForm block={block} {...rest} />;
    case "headline":
      return (
        <Frame block={block} schema={headlineBlockSchema} {...rest}>
          {(form) => <HeadlineFields form={form} />}
        </Frame>
      );
    case "row":
      return (
        <Frame block={block} schema={rowBlockSchema} {...rest}>
          {(form) => <RowFields form={form} />}
        </Frame>
      );
    case "story":
      return (
        <Frame block={block} schema={storyBlockSchema} {...rest}>
          {(form) => <StoryFields form={form} />}
        </Frame>
      );
    case "category":
      return (
        <Frame block={block} schema={categoryBlockSchema} {...rest}>
          {(form) => <CategoryField {...form.getInputProps("id")} />}
        </Frame>
      );
    case "reviews":
      return (
        <Frame block={block} schema={reviewsBlockSchema} {...rest}>
          {(form) => <TitleField {...form.getInputProps("title")} />}
        </Frame>
      );
    case "text":
      return (
        <Frame block={block} schema={textBlockSchema} {...rest}>
          {(form) => <TextField max={blockTextLength} {...form.getInputProps("text")} />}
        </Frame>
      );
    default:
      return null;
  }
}

type FrameProps<Values extends HomeBlock> = Omit<BlockFormProps, "block"> & {
  block: Values;
  schema: z.ZodType<HomeBlock, Values>;
  children: (form: UseFormReturnType<Values>) => ReactNode;
};

function Frame<Values extends HomeBlock>({
  block,
  schema,
  isNew,
  isOpen,
  onClose,
  onDone,
  children,
}: FrameProps<Values>) {
  const { name } = kindWords[block.kind];
  return (
    <FormDialog
      title={isNew ? `Add: ${name}` : name}
      initialValues={block}
      schema={schema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={async (values) => onDone(schema.parse(values))}
      saveLabel={isNew ? "Add" : "Done"}
      size="36rem"
    >
      {children}
    </FormDialog>
  );
}

type InputProps = ReturnType<UseFormReturnType<HomeBlock>["getInputProps"]>;

function TitleField(props: InputProps) {
  return <TextInput label="Title" autoComplete="off" maxLength={blockTitleLength} required data-autofocus {...props} />;
}

function TextField({ max, ...props }: InputProps & { max: number }) {
  return (
    <Textarea
      label="Text"
      description="Written in Markdown: # Heading, **bold**, - list, [link](https://example.com)."
      inputWrapperOrder={["label", "input", "description", "error"]}
      autosize
      minRows={5}
      maxRows={14}
      maxLength={max}
      required
      {...props}
    />
  );
}

/** The words of a button and where it leads. */
function ButtonFields({ label, to }: { label: InputProps; to: InputProps }) {
  return (
    <>
      <TextInput label="Button" autoComplete="off" maxLength={buttonLabelLength} {...label} />
      <TextInput
        label="The button leads to"
        description="A path of your shop, such as /products or /collection/winter, or another site with https://"
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={300}
        {...to}
      />
    </>
  );
}

function HeadlineFields({ form }: { form: UseFormReturnType<Block<"headline">> }) {
  return (
    <>
      <TitleField {...form.getInputProps("title")} />
      <Textarea
        label="Words below it"
        autosize
        minRows={2}
        maxLength={headlineTextLength}
        {...form.getInputProps("text")}
      />
      <ImageFields image={form.getInputProps("image")} alt={form.getInputProps("imageAlt")} />
      <ButtonFields label={form.getInputProps("label")} to={form.getInputProps("to")} />
    </>
  );
}

function StoryFields({ form }: { form: UseFormReturnType<Block<"story">> }) {
  return (
    <>
      <TitleField {...form.getInputProps("title")} />
      <TextField max={storyTextLength} {...form.getInputProps("text")} />
      <ImageFields image={form.getInputProps("image")} alt={form.getInputProps("imageAlt")} />
      <NativeSelect
        label="The image stands"
        data={imageSides.map((side) => ({ value: side, label: side === "left" ? "on the left" : "on the right" }))}
        {...form.getInputProps("side")}
      />
      <ButtonFields label={form.getInputProps("label")} to={form.getInputProps("to")} />
    </>
  );
}

function CategoryField(props: InputProps) {
  const menu = trpc.catalog.menu.useQuery(undefined, cachedBriefly);
  const categories = (menu.data?.categories ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <NativeSelect
      label="Category"
      description="It shows the image and the description of the category, which you change under Categories."
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={[{ value: "", label: "The first one of the menu with a description" }, ...categories]}
      data-autofocus
      {...props}
    />
  );
}

function RowFields({ form }: { form: UseFormReturnType<Block<"row">> }) {
  const menu = trpc.catalog.menu.useQuery(undefined, cachedBriefly);
  const collections = (menu.data?.collections ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <>
      <TitleField {...form.getInputProps("title")} />
      <NativeSelect
        label="Which products"
        data={rowSources.map((source) => ({ value: source, label: sourceWords[source] }))}
        {...form.getInputProps("source")}
      />
      {form.getValues().source === "collection" && (
        <NativeSelect
          label="Collection"
          description={collections.length === 0 ? "There is no collection that customers see yet." : undefined}
          data={[{ value: "", label: "Choose one" }, ...collections]}
          required
          {...form.getInputProps("collectionId")}
        />
      )}
    </>
  );
}
