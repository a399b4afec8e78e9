import { useParams } from "react-router-dom";
import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { editPath, userListPath } from "../../../lib/paths.ts";

/** One user, to be changed by an administrator. */
export function UserEditPage() {
  const { id = "" } = useParams();
  return <DeskPage title="Edit user" path={editPath("user", id)} back={{ to: userListPath, label: "Users" }} />;
}
