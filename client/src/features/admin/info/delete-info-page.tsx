import { Button } from "@mantine/core";
import type { InfoPageDetail } from "@shop/shared/page/info-page-edit";
import { pages } from "@shop/shared/page/pages";
import { useNavigate } from "react-router-dom";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { notify } from "../../../ui/notify.ts";

/** Deletes a page of the owner's own after a question. */
export function DeleteInfoPage({ page: { slug, title } }: { page: InfoPageDetail }) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const deletion = trpc.admin.infoPages.delete.useMutation({
    onSuccess: ({ message }) => {
      notify.success(message);
      void utils.admin.infoPages.invalidate();
      void utils.info.invalidate();
      void navigate(pages.infoPageList.path, { replace: true });
    },
    onError: (error) => notify.error(messageOf(error, "The page was not deleted")),
  });
  const remove = async () => {
    const isSure = await ask({
      question: "Delete this page?",
      about: title,
      consequence: "Links to it lead to nothing any more. This cannot be undone.",
      yes: "Delete",
      isDanger: true,
    });
    if (isSure) deletion.mutate({ slug });
  };
  return (
    <>
      <Button
        w="fit-content"
        variant="default"
        aria-disabled={deletion.isPending || undefined}
        onClick={() => void remove()}
      >
        Delete the page
      </Button>
      {dialog}
    </>
  );
}
