import "@mantine/core/styles/Fieldset.layer.css";
import { Fieldset, type FieldsetProps } from "@mantine/core";

/** Fields that belong together, under their name. */
export function FieldGroup(props: FieldsetProps) {
  return (
    <Fieldset variant="unstyled" mx={0} miw={0} styles={{ legend: { marginBottom: 8, fontWeight: 500 } }} {...props} />
  );
}
