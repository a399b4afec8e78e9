import { Button, NativeSelect, Stack } from "@mantine/core";
import { imageSchema } from "@shop/shared/catalog/admin-catalog";
import type { GroupDetail, VariantDetail } from "@shop/shared/catalog/product-group";
import { variantLabel } from "@shop/shared/catalog/variant-name";
import { imageLength } from "@shop/shared/shop";
import { useState } from "react";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { ImageField } from "../parts/image-field.tsx";

type VariantImageDialogProps = {
  group: GroupDetail;
  variant: VariantDetail;
  onClose: () => void;
  onSave: (image: string, variants: VariantDetail[]) => void;
};

/** Asks for the image of a variant, and whether it is that of others as well: of all of its color, say. */
export function VariantImageDialog({ group, variant, onClose, onSave }: VariantImageDialogProps) {
  const [image, setImage] = useState(variant.image);
  const [error, setError] = useState<string>();
  const sets = setsOf(group, variant);
  const [chosen, setChosen] = useState("own");
  const variants = sets.find(({ value }) => value === chosen)?.variants ?? [variant];
  return (
    <Dialog title={`Image of ${variantLabel(group.options, variant.values)}`} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const problem = imageSchema.safeParse(image).error?.issues[0]?.message;
          if (problem === undefined) onSave(image.trim(), variants);
          else setError(problem);
        }}
      >
        <Stack gap="md">
          <ImageField
            label="Image"
            alt=""
            maxLength={imageLength}
            value={image}
            onChange={(address) => {
              setImage(address);
              setError(undefined);
            }}
            error={error}
          />
          <NativeSelect
            label="It is the image of"
            data={sets.map(({ value, label }) => ({ value, label }))}
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** The variants that can share an image: this one, those with its value of an option, all. */
function setsOf({ options, variants }: GroupDetail, variant: VariantDetail) {
  const withSame = options.flatMap(({ name, values }, place) => {
    const value = variant.values[place];
    const same = variants.filter((each) => each.values[place] === value);
    const label = `All of ${name} ${values[value ?? -1]?.label ?? ""}`;
    return same.length > 1 && same.length < variants.length
      ? [{ value: `option ${place}`, label, variants: same }]
      : [];
  });
  return [
    { value: "own", label: "This variant alone", variants: [variant] },
    ...withSame,
    { value: "all", label: `All ${variants.length} variants`, variants },
  ];
}
