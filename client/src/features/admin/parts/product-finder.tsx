import { Button, Group, Text, TextInput } from "@mantine/core";
import { fullName } from "@shop/shared/catalog/variant-name";
import { messageOf } from "../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import { DividedList } from "./divided-list.tsx";
import classes from "./product-finder.module.css";

/** How many found products are offered. */
const offeredMax = 8;

type Found = { _id: string; name: string; variant?: string; image: string; isDraft?: boolean };

type ProductFinderProps<Product extends Found> = {
  search: string;
  onSearch: (search: string) => void;
  /** What was asked for last. */
  asked: string;
  /** `undefined` until there is an answer. */
  found: readonly Product[] | undefined;
  failure: unknown;
  isLooking: boolean;
  onRetry: () => void;
  placeholder: string;
  /** What they are added to. */
  from: string;
  /** Those that are not offered again. */
  chosen: readonly { _id: string }[];
  onAdd: (product: Product) => void;
};

/** A search for products to add to a choice. The caller asks for them. */
export function ProductFinder<Product extends Found>({
  search,
  onSearch,
  asked,
  found,
  failure,
  isLooking,
  onRetry,
  placeholder,
  from,
  chosen,
  onAdd,
}: ProductFinderProps<Product>) {
  const rows = asked === "" ? [] : (found ?? []);
  const offered = rows.filter(({ _id }) => !chosen.some((product) => product._id === _id)).slice(0, offeredMax);
  return (
    <>
      <TextInput
        type="search"
        label="Find products to add"
        placeholder={placeholder}
        autoComplete="off"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        // Enter would save the whole form.
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      {asked !== "" && failure !== undefined && found === undefined && (
        <ErrorAlert
          message={messageOf(failure, "Failed to look for products")}
          onRetry={onRetry}
          isRetrying={isLooking}
        />
      )}
      {asked !== "" && found !== undefined && offered.length === 0 && (
        <Text role="status" c="dimmed">
          {rows.length === 0 ? `No product found for “${asked}”.` : `All that were found are in ${from}.`}
        </Text>
      )}
      {offered.length > 0 && (
        <DividedList>
          {offered.map((product) => {
            const { _id, variant = "", image, isDraft = false } = product;
            const name = fullName(product.name, variant);
            return (
              <Group component="li" key={_id} gap="sm" py="xs" wrap="nowrap">
                <ProductImage image={image} alt="" sizes="48px" of={{ name }} className={classes.image ?? ""} />
                <Text flex={1} miw={0} className={classes.name ?? ""}>
                  {name} {isDraft && <span className={classes.note}>not on sale</span>}
                </Text>
                <Button variant="default" aria-label={`Add ${name}`} onClick={() => onAdd(product)}>
                  Add
                </Button>
              </Group>
            );
          })}
        </DividedList>
      )}
    </>
  );
}
