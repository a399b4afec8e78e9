import "../../../ui/mantine-styles.ts";
import { Checkbox, type CheckboxGroupProps, SimpleGrid } from "@mantine/core";
import { type Permission, permissions, permissionWords, withImplied } from "@shop/shared/account/permissions";

type PermissionChoiceProps = Omit<CheckboxGroupProps, "value" | "onChange" | "children"> & {
  value?: Permission[];
  onChange?: (chosen: Permission[]) => void;
  /** Which are offered; all without it. */
  offered?: readonly Permission[];
};

/** Chooses permissions. What one implies is chosen with it. */
export function PermissionChoice({ value = [], onChange, offered = permissions, ...group }: PermissionChoiceProps) {
  const choose = (chosen: readonly string[]) =>
    onChange?.(withImplied(offered.filter((each) => chosen.includes(each))));
  return (
    <Checkbox.Group {...group} value={value} onChange={choose}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={4} mt="xs">
        {offered.map((permission) => (
          <Checkbox key={permission} value={permission} label={permissionWords[permission]} py={6} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
