import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { ReportSpan } from "@shop/shared/admin/sales-report";
import { IconDownload } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";

type ReportFrameProps<Report> = {
  title: string;
  /** The choice of what is counted, before that of the days. */
  choice?: ReactNode;
  report: Pick<UseQueryResult<Report, unknown>, "data" | "error" | "isPending" | "isError" | "isFetching" | "refetch">;
  /** The address of the same report as CSV. */
  csv: string;
  onDay: (name: "from" | "to", day: string | undefined) => void;
  /** What the figures mean. */
  note: string;
  children: (report: Report) => ReactNode;
};

/** A report with the choice of its days, its states of loading and failure, and its file. */
export function ReportFrame<Report extends { span: ReportSpan }>({
  title,
  choice,
  report,
  csv,
  onDay,
  note,
  children,
}: ReportFrameProps<Report>) {
  const { data } = report;
  return (
    <AdminPanel title={title}>
      <Stack gap="md">
        <Group align="end" gap="md">
          {choice}
          <DayField label="From" value={data?.span.from} max={data?.span.to} onChange={(day) => onDay("from", day)} />
          <DayField label="To" value={data?.span.to} min={data?.span.from} onChange={(day) => onDay("to", day)} />
          <Button
            component="a"
            variant="default"
            href={csv}
            download
            leftSection={<IconDownload size={18} aria-hidden="true" />}
          >
            Download as CSV
          </Button>
        </Group>
        {report.isPending && <Skeleton height="16rem" />}
        {report.isError && (
          <ErrorAlert
            message={messageOf(report.error, "Failed to load the report")}
            onRetry={() => void report.refetch()}
            isRetrying={report.isFetching}
          />
        )}
        {data !== undefined && children(data)}
        <Text c="dimmed" fz="sm">
          {note}
        </Text>
      </Stack>
    </AdminPanel>
  );
}

type DayFieldProps = {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
};

function DayField({ label, value = "", min, max, onChange }: DayFieldProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      min={min}
      max={max}
      onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
    />
  );
}
