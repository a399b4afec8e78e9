import { normalized } from "../normalized.ts";

/** States and provinces by country, as `code name`, where addresses and taxes name them. */
const regions: Readonly<Record<string, string>> = {
  AU: `ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,SA South Australia,
TAS Tasmania,VIC Victoria,WA Western Australia`,
  CA: `AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,
NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon`,
  US: `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,
DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,
LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,
NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,
OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,
TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming`,
};

/** Other countries whose addresses have a state, province or prefecture. */
const withRegion = ["AE", "AR", "BR", "CN", "ID", "IN", "IT", "JP", "KR", "MX", "MY", "NG", "PH", "TH", "VE"];

/** Whether addresses in a country have a state or province. */
export function hasRegion(country: string | null): boolean {
  return country !== null && (Object.hasOwn(regions, country) || withRegion.includes(country));
}

/** The states or provinces of a country that are known by name, with their codes. */
export function regionsOf(country: string | null): { code: string; name: string }[] {
  const listed = country === null ? undefined : regions[country];
  return (listed ?? "")
    .split(/,\s*/)
    .filter((entry) => entry !== "")
    .map((entry) => {
      const end = entry.indexOf(" ");
      return { code: entry.slice(0, end), name: entry.slice(end + 1) };
    });
}

/** The code of a state or province by its code or name; what is neither stays as it is. Null for none. */
export function regionCodeOf(country: string | null, region: string): string | null {
  const text = region.trim();
  if (text === "") return null;
  const plain = (name: string) => normalized(name, "NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const known = regionsOf(country).find(({ code, name }) => plain(code) === plain(text) || plain(name) === plain(text));
  return known?.code ?? text;
}
