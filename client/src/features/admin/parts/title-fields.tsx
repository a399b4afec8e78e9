import { Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { normalized } from "@shop/shared/normalized";
import { infoTitleLength } from "@shop/shared/page/info-page-edit";
import { useShop } from "../../../ui/shop-identity.ts";

type TitleFieldsProps<Values extends { title: string; slug: string }> = {
  form: UseFormReturnType<Values>;
  titleLength: number;
  /** The path at an address. */
  toPath: (slug: string) => string;
};

/** The address that a title suggests: "Our story" is at our-story. */
function slugOf(title: string): string {
  const plain = normalized(title, "NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]+/g, "-").slice(0, infoTitleLength);
  return words.replaceAll(/^-|-$/g, "");
}

/** The title of something new with a page, and its address, which follows the title until it is typed. */
export function TitleFields<Values extends { title: string; slug: string }>({
  form,
  titleLength,
  toPath,
}: TitleFieldsProps<Values>) {
  const { origin } = useShop();
  const { title, slug } = form.getValues();
  const slugInput = form.getInputProps("slug");
  return (
    <>
      <TextInput
        label="Title"
        autoComplete="off"
        maxLength={titleLength}
        required
        data-autofocus
        {...form.getInputProps("title")}
        onChange={({ currentTarget: { value } }) => {
          const isSuggested = slug === slugOf(title);
          form.setValues((now) => ({ ...now, title: value, ...(isSuggested ? { slug: slugOf(value) } : {}) }));
        }}
      />
      <TextInput
        label="Address"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={infoTitleLength}
        required
        {...slugInput}
      />
      <Text fz="xs" c="dimmed" mt={-8} style={{ overflowWrap: "anywhere" }}>
        {origin}
        {toPath(slug === "" ? "…" : slug)}
      </Text>
    </>
  );
}
