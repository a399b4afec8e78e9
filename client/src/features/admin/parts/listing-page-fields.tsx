import "@mantine/core/styles/NumberInput.layer.css";
import { NumberInput, Textarea, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { menuPositionSchema } from "@shop/shared/catalog/admin-catalog";
import { altLength, imageLength, menuPositionMax, termDescriptionLength } from "@shop/shared/shop";
import { z } from "zod";
import { ImageField } from "./image-field.tsx";

/** What brands, categories and collections have for a page and a place in the menu. An empty field is no position. */
export type ListingPage = { image: string; imageAlt: string; description: string; menuPosition: number | "" };

export const listingPageLabels: Record<keyof ListingPage, string> = {
  image: "Image",
  imageAlt: "What the image shows",
  description: "Description",
  menuPosition: "Position in the menu",
};

export const positionOrEmptySchema = z.union([z.literal(""), menuPositionSchema], {
  error: `Position in the menu must be a whole number from 1 to ${menuPositionMax}`,
});

type ListingPageFieldsProps = {
  values: Pick<ListingPage, "imageAlt" | "description"> & { name: string };
  inputProps: (field: keyof ListingPage) => GetInputPropsReturnType;
  /** Where the description is shown, and what a position means. */
  hints: { description: string; menuPosition: string };
};

/** The fields of a page that lists products. */
export function ListingPageFields({ values, inputProps, hints }: ListingPageFieldsProps) {
  const { name, imageAlt, description } = values;
  const length = `${description.length.toLocaleString("en-US")} of ${termDescriptionLength.toLocaleString("en-US")} characters`;
  return (
    <>
      <ImageField
        label={listingPageLabels.image}
        maxLength={imageLength}
        alt={imageAlt || name}
        {...inputProps("image")}
      />
      <TextInput
        label={listingPageLabels.imageAlt}
        description="Read aloud to those who do not see it. Empty if it only decorates."
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        maxLength={altLength}
        {...inputProps("imageAlt")}
      />
      <Textarea
        label={listingPageLabels.description}
        description={`${hints.description} ${length}`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        rows={4}
        maxLength={termDescriptionLength}
        {...inputProps("description")}
      />
      <NumberInput
        label={listingPageLabels.menuPosition}
        description={hints.menuPosition}
        inputWrapperOrder={["label", "input", "description", "error"]}
        min={1}
        max={menuPositionMax}
        step={1}
        clampBehavior="none"
        hideControls
        inputMode="numeric"
        {...inputProps("menuPosition")}
      />
    </>
  );
}
