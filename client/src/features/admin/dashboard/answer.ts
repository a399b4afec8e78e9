/** The part of a query's result that the panels of the dashboard use. */
export type Answer<Data> = {
  data: Data | undefined;
  error: unknown;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};
