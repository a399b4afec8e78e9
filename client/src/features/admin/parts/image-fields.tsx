import { TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { imageAltLength } from "@shop/shared/page/upload-schema";
import { ImageField } from "./image-field.tsx";

type ImageFieldsProps = { image: GetInputPropsReturnType; alt: GetInputPropsReturnType };

/** An uploaded image, and what it shows. */
export function ImageFields({ image, alt }: ImageFieldsProps) {
  return (
    <>
      <ImageField label="Image" alt="" maxLength={80} isUploadOnly {...image} />
      <TextInput
        label="What the image shows"
        description="For customers who cannot see it. Empty if it only decorates."
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        maxLength={imageAltLength}
        {...alt}
      />
    </>
  );
}
