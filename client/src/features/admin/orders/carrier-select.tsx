import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { carrierName } from "@shop/shared/order/carriers";
import { carrierIds } from "@shop/shared/order/parcel";

const options = carrierIds.map((value) => ({ value, label: carrierName(value) }));

/** A choice of the carriers that the shop knows. */
export function CarrierSelect(props: Omit<NativeSelectProps, "data">) {
  return <NativeSelect {...props} data={options} />;
}
