import { useSearchParams } from "react-router-dom";
import { z } from "zod";

const daySchema = z.iso.date().optional().catch(undefined);

/** The days of a report, as the address has them; what is no day there is ignored. */
export function useReportSpan() {
  const [params, setParams] = useSearchParams();
  const read = (name: "from" | "to") => daySchema.parse(params.get(name) ?? undefined);
  const [from, to] = [read("from"), read("to")];
  const isBackwards = from !== undefined && to !== undefined && from > to;
  return {
    span: isBackwards ? {} : { ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
    params,
    set: (name: string, value: string | undefined) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === undefined) after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      ),
  };
}
