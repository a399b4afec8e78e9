/** A query's answer as the panes of Home take it. */
export type Answer<Data> = {
  data: Data | undefined;
  error: unknown;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};
