import "../../../ui/mantine-styles.ts";
import "@mantine/core/styles/List.layer.css";
import { Button, Flex, List, NativeSelect, SimpleGrid, Stack, Text } from "@mantine/core";
import {
  permissions,
  permissionWords,
  type Staff,
  type StaffInvitation,
  type StaffMember,
  type StaffRole,
} from "@shop/shared/account/permissions";
import { IconPlus, IconUserPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { Day } from "../../../ui/day.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { InvitationForm, RoleForm } from "./modals.ts";

/** Opens the dialog for the password if a refusal asks for it, and says so. */
type AsksFor = (error: unknown, act: () => void) => boolean;

type StaffListProps = { ownId: string | undefined; asksFor: AsksFor };

/** Who works in the shop, who is invited, and the roles. */
export function StaffList({ ownId, asksFor }: StaffListProps) {
  const staff = trpc.admin.staff.all.useQuery(undefined, cachedBriefly);
  if (staff.data !== undefined) return <Loaded staff={staff.data} ownId={ownId} asksFor={asksFor} />;
  if (!staff.isError) {
    return (
      <div data-screen-coming>
        <Skeleton height="24rem" />
      </div>
    );
  }
  return (
    <ErrorAlert
      message={messageOf(staff.error, "The staff could not be loaded")}
      onRetry={() => void staff.refetch()}
      isRetrying={staff.isFetching}
    />
  );
}

function Loaded({ staff, ownId, asksFor }: StaffListProps & { staff: Staff }) {
  const { members, invitations, roles } = staff;
  const utils = trpc.useUtils();
  const refresh = () => void utils.admin.staff.invalidate();
  // Another number gives each opening a form of its own.
  const [invitation, setInvitation] = useState({ isOpen: false, times: 0 });
  const [role, setRole] = useState<{ role: StaffRole | null; isOpen: boolean; times: number }>();
  const openRole = (edited: StaffRole | null) =>
    setRole((before) => ({ role: edited, isOpen: true, times: (before?.times ?? 0) + 1 }));
  return (
    <Stack gap={20}>
      <AdminPanel
        title="People"
        aside={
          <Button
            leftSection={<IconUserPlus size={18} aria-hidden="true" />}
            onClick={() => setInvitation(({ times }) => ({ isOpen: true, times: times + 1 }))}
          >
            Invite
          </Button>
        }
      >
        <DividedList>
          {members.map((member) => (
            <Member key={member._id} {...{ member, roles, asksFor }} isSelf={member._id === ownId} />
          ))}
          {invitations.map((invited) => (
            <Invited key={invited._id} invitation={invited} roles={roles} />
          ))}
        </DividedList>
      </AdminPanel>
      <Roles roles={roles} asksFor={asksFor} onEdit={openRole} />
      {invitation.times > 0 && (
        <InvitationForm
          key={`invitation ${invitation.times}`}
          {...{ roles, asksFor }}
          isOpen={invitation.isOpen}
          onClose={() => setInvitation({ ...invitation, isOpen: false })}
          onSent={() => {
            setInvitation({ ...invitation, isOpen: false });
            refresh();
          }}
        />
      )}
      {role !== undefined && (
        <RoleForm
          key={`role ${role.times}`}
          role={role.role}
          asksFor={asksFor}
          isOpen={role.isOpen}
          onClose={() => setRole({ ...role, isOpen: false })}
          onSaved={() => {
            setRole({ ...role, isOpen: false });
            refresh();
          }}
        />
      )}
    </Stack>
  );
}

function Line({ name, facts, children }: { name: string; facts: ReactNode; children?: ReactNode }) {
  return (
    <Flex component="li" wrap="wrap" justify="space-between" align="center" gap="sm" py="sm">
      <Stack gap={2} flex="1 1 14rem" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Text span fw={600}>
          {name}
        </Text>
        <Text span fz="xs" lh="xs" c="dimmed">
          {facts}
        </Text>
      </Stack>
      {children}
    </Flex>
  );
}

type MemberProps = { member: StaffMember; roles: StaffRole[]; isSelf: boolean; asksFor: AsksFor };

function Member({ member, roles, isSelf, asksFor }: MemberProps) {
  const utils = trpc.useUtils();
  const change = trpc.admin.staff.changeRole.useMutation({ onSettled: () => utils.admin.staff.invalidate() });
  const { ask, dialog } = useConfirm();
  const give = async (role: string) => {
    try {
      await change.mutateAsync({ id: member._id, role, version: member.version });
      notify.success(`${member.name} has another role now`);
    } catch (error) {
      if (asksFor(error, () => void give(role))) return;
      notify.error(messageOf(error, "The role was not changed"));
    }
  };
  const choose = async (role: string) => {
    const isSure = await ask({
      question: "Give another role?",
      about: `${member.name}: ${nameOf(roles, role)}`,
      consequence: `${isSelf ? "You are" : "They are"} signed out everywhere, and API keys that ${isSelf ? "you" : "they"} have made stop working.`,
      yes: "Give the role",
    });
    if (isSure) await give(role);
  };
  return (
    <Line name={isSelf ? `${member.name} (you)` : member.name} facts={member.email}>
      <NativeSelect
        aria-label={`Role of ${member.name}`}
        miw="11rem"
        value={member.role}
        disabled={change.isPending}
        data={[
          ...roles.map(({ _id, name }) => ({ value: _id, label: name })),
          ...(roles.some(({ _id }) => _id === member.role) ? [] : [{ value: member.role, label: "None" }]),
        ]}
        onChange={(event) => void choose(event.currentTarget.value)}
      />
      {dialog}
    </Line>
  );
}

function nameOf(roles: readonly StaffRole[], id: string): string {
  return roles.find(({ _id }) => _id === id)?.name ?? "None";
}

function Invited({ invitation, roles }: { invitation: StaffInvitation; roles: StaffRole[] }) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const revoke = trpc.admin.staff.revoke.useMutation({
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(messageOf(error, "The invitation was not taken back")),
    onSettled: () => utils.admin.staff.invalidate(),
  });
  const { _id: id, name, email, role, expiresAt } = invitation;
  return (
    <Line
      name={name}
      facts={
        <>
          {email} · invited as {nameOf(roles, role)}, open until <Day time={expiresAt} />
        </>
      }
    >
      <Button
        variant="default"
        aria-label={`Take back the invitation of ${name}`}
        aria-disabled={revoke.isPending || undefined}
        onClick={() => oneAtATime(() => revoke.mutateAsync({ id }))}
      >
        Take back
      </Button>
    </Line>
  );
}

type RolesProps = { roles: StaffRole[]; asksFor: AsksFor; onEdit: (role: StaffRole | null) => void };

function Roles({ roles, asksFor, onEdit }: RolesProps) {
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const deletion = trpc.admin.staff.deleteRole.useMutation({ onSettled: () => utils.admin.staff.invalidate() });
  const remove = async (role: StaffRole) => {
    try {
      notify.success((await deletion.mutateAsync({ id: role._id })).message);
    } catch (error) {
      if (asksFor(error, () => void remove(role))) return;
      notify.error(messageOf(error, "The role was not deleted"));
    }
  };
  const askAndRemove = async (role: StaffRole) => {
    const question = { question: "Delete this role?", about: role.name, consequence: "Nobody has it.", yes: "Delete" };
    if (await ask({ ...question, isDanger: true })) await remove(role);
  };
  return (
    <AdminPanel
      title="Roles"
      aside={
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => onEdit(null)}>
          New role
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="lg">
        {roles.map((role) => (
          <Role
            key={role._id}
            role={role}
            actions={
              !role.isBuiltIn && (
                <Flex gap="sm">
                  <Button variant="default" aria-label={`Change the role ${role.name}`} onClick={() => onEdit(role)}>
                    Change
                  </Button>
                  <Button
                    variant="default"
                    aria-label={`Delete the role ${role.name}`}
                    onClick={() => void askAndRemove(role)}
                  >
                    Delete
                  </Button>
                </Flex>
              )
            }
          />
        ))}
      </SimpleGrid>
      {dialog}
    </AdminPanel>
  );
}

function Role({ role: { name, permissions: permitted, members }, actions }: { role: StaffRole; actions: ReactNode }) {
  const missing = permissions.filter((each) => !permitted.includes(each));
  const isMost = missing.length < permitted.length / 2;
  const named = isMost ? missing : permitted;
  return (
    <Stack component="section" aria-label={name} gap={6} align="start">
      <Text fw={600}>
        {name}{" "}
        <Text span fz="xs" c="dimmed" fw={400}>
          {members === 1 ? "1 person" : `${members} people`}
        </Text>
      </Text>
      {isMost && <Text fz="xs">{missing.length === 0 ? "May do everything" : "May do everything, but not:"}</Text>}
      <List fz="xs" c="dimmed" spacing={2}>
        {named.map((permission) => (
          <List.Item key={permission}>{permissionWords[permission]}</List.Item>
        ))}
      </List>
      {actions}
    </Stack>
  );
}
