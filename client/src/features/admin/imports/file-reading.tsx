import { NativeSelect, SimpleGrid } from "@mantine/core";
import {
  type ImportDelimiter,
  type ImportDetail,
  type ImportEncoding,
  type ImportKind,
  importDelimiters,
  importEncodings,
  importKinds,
} from "@shop/shared/catalog/import";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";
import { delimiterNames, encodingNames, kindNames } from "./import-words.ts";

/** How the file is read: what it is about, its encoding and what separates its cells. The columns are read anew with each choice. */
export function FileReading({ found: { _id: id, kind, encoding, delimiter } }: { found: ImportDetail }) {
  const utils = trpc.useUtils();
  const read = trpc.admin.imports.readAs.useMutation({
    onSuccess: (changed) => {
      utils.admin.imports.byId.setData({ id }, changed);
      void utils.admin.imports.rows.invalidate();
    },
    onError: (error) => notify.error(messageOf(error, "The file could not be read so")),
  });
  const now: { kind: ImportKind; encoding: ImportEncoding; delimiter: ImportDelimiter } = {
    kind,
    encoding: importEncodings.find((each) => each === encoding) ?? "utf-8",
    delimiter: importDelimiters.find((each) => each === delimiter) ?? ",",
  };
  const choose = (change: Partial<typeof now>) => {
    if (!read.isPending) read.mutate({ id, ...now, ...change });
  };
  const wanted = read.isPending ? read.variables : now;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
      <NativeSelect
        label="The file has"
        description="What its rows are about"
        inputWrapperOrder={["label", "input", "description"]}
        value={wanted.kind ?? kind}
        onChange={({ currentTarget }) =>
          choose({ kind: importKinds.find((each) => each === currentTarget.value) ?? now.kind })
        }
        data={importKinds.map((value) => ({ value, label: kindNames[value].file }))}
      />
      <NativeSelect
        label="Encoding"
        description="Change it where letters look wrong"
        inputWrapperOrder={["label", "input", "description"]}
        value={wanted.encoding}
        onChange={({ currentTarget }) =>
          choose({ encoding: importEncodings.find((each) => each === currentTarget.value) ?? now.encoding })
        }
        data={importEncodings.map((value) => ({ value, label: encodingNames[value] }))}
      />
      <NativeSelect
        label="Separator"
        description="What stands between two cells"
        inputWrapperOrder={["label", "input", "description"]}
        value={wanted.delimiter}
        onChange={({ currentTarget }) =>
          choose({ delimiter: importDelimiters.find((each) => each === currentTarget.value) ?? now.delimiter })
        }
        data={importDelimiters.map((value) => ({ value, label: delimiterNames[value] }))}
      />
    </SimpleGrid>
  );
}
