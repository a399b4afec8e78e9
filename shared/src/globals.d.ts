/** What browsers and Node both have; their own types declare more. */
declare class URL {
  constructor(address: string);
  static canParse(address: string): boolean;
  readonly hostname: string;
}
