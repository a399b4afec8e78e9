/**
 * What a migration must not do, because the release before it goes on serving
 * while it runs and after it has run, and because people buy meanwhile. A rule
 * may be broken where the author knows better and says why, in a comment right
 * before the statement: `-- safe because …`.
 */
type Rule = {
  /** What the statement looks like, in lower case and without comments and quotes. */
  found: RegExp;
  unless?: (statement: string, file: MigrationFile) => boolean;
  /** What is wrong with it, and what to do instead. */
  sentence: string;
};

type MigrationFile = {
  isOutside: boolean;
  madeTables: Set<string>;
  statements: { text: string; hasReason: boolean }[];
};

const outsideMark = /^\s*-- outside a transaction\b/;
const reason = /--[ \t]*safe because(?:[ \t]+\S+){3,}/i;

const tableOf = (statement: string) =>
  /^(?:alter table|create (?:unique )?index .*? on)\s+(?:if exists )?(?:only )?(?:public\.)?(\w+)/.exec(
    statement,
  )?.[1] ?? "";
/** Nobody can be using a table that the same file makes. */
const isNew = (statement: string, { madeTables }: MigrationFile) => madeTables.has(tableOf(statement));
const volatile = /\bdefault\s+\(?(gen_random_uuid|uuidv[47]|random|clock_timestamp|timeofday|nextval)\b/;

const rules: Rule[] = [
  {
    found: /^drop (table|view|materialized view|schema|type|function|procedure|routine|trigger|sequence|extension)\b/,
    sentence:
      "The release before may still use what is dropped; drop it in a release after the one that stopped using it.",
  },
  {
    found:
      /^alter table .*\bdrop (column )?(if exists )?(?!constraint\b|not null\b|default\b|identity\b|expression\b|column\b|if\b)\w+/,
    unless: isNew,
    sentence: "The release before still reads the column; drop it in a release after the one that stopped using it.",
  },
  { found: /^alter .*\brename\b/, sentence: "The release before knows the old name only; add the new one beside it." },
  {
    found: /^alter table .*\balter (column )?\w+ drop default\b/,
    unless: isNew,
    sentence: "The release before relies on the default when it inserts.",
  },
  {
    found: /^alter table .*\balter (column )?\w+ (set data )?type\b/,
    unless: isNew,
    sentence: "A changed type rewrites the table while nobody can use it; add a column of the new type beside it.",
  },
  {
    found: /^alter type\b/,
    sentence: "The release before does not know the changed type; use text with a check.",
  },
  {
    found: /^alter table .*\bset not null\b/,
    unless: isNew,
    sentence:
      "Every row is looked at while nobody can use the table, and the release before may still write nulls; validate a check instead.",
  },
  {
    found:
      /^alter table .*\badd (column )?(if not exists )?(?!constraint\b|primary\b|unique\b|foreign\b|check\b)\w+ .*\bnot null\b/,
    unless: (statement, file) => isNew(statement, file) || /\b(default|generated)\b/.test(statement),
    sentence: "The release before inserts rows without the new column; give it a default or let it be null.",
  },
  {
    found:
      /^alter table .*\badd (column )?.*(\b(small|big)?serial\b|\bgenerated always as (?!identity)|\bgenerated .* as identity)/,
    unless: isNew,
    sentence:
      "The column is worked out for every row while nobody can use the table; add it empty and fill it in small steps.",
  },
  {
    found: new RegExp(`^alter table .*\\badd .*${volatile.source}`),
    unless: isNew,
    sentence:
      "A default that differs from row to row rewrites the table while nobody can use it; set it after the column was added.",
  },
  {
    found: /^alter table .*\badd (constraint \w+ )?(foreign key|check)\b/,
    unless: (statement, file) => isNew(statement, file) || /\bnot valid\b/.test(statement),
    sentence:
      "Every row is checked while nobody can write; add the constraint NOT VALID, and validate it in a migration of its own.",
  },
  {
    found: /^alter table .*\badd (constraint \w+ )?(unique|primary key|exclude)\b/,
    unless: (statement, file) => isNew(statement, file) || /\busing index\b/.test(statement),
    sentence:
      "The index is built while nobody can use the table; build it concurrently, then add the constraint USING INDEX.",
  },
  {
    found: /^alter table .*\bvalidate constraint\b/,
    unless: (_statement, { statements }) => statements.every(({ text }) => /\bvalidate constraint\b/.test(text)),
    sentence: "Validate a constraint in a migration of its own: other statements keep their locks until it is done.",
  },
  {
    found: /^create (unique )?index (?!concurrently\b)/,
    unless: isNew,
    sentence: "Nobody can write while the index is built; build it concurrently, in a migration outside a transaction.",
  },
  {
    found: /^(create (unique )?index|drop index) concurrently\b/,
    unless: (_statement, { isOutside }) => isOutside,
    sentence: 'PostgreSQL does this outside a transaction only: begin the file with "-- outside a transaction".',
  },
  {
    found: /^create (unique )?index concurrently (?!if not exists \w)|^drop index concurrently (?!if exists )/,
    sentence:
      "It may be done already when a migration that broke off runs again: say IF NOT EXISTS, or IF EXISTS, and the name.",
  },
  {
    found: /^drop index (?!concurrently\b)/,
    sentence: "Nobody can use the table until everybody is out of it; drop the index concurrently.",
  },
  {
    found: /^(update|delete|merge|truncate)\b/,
    sentence:
      "Rows that are written together are locked together, however many they are; let the shop do it in small steps, or say why they are few.",
  },
  {
    found: /^(lock|vacuum|cluster|reindex)\b/,
    sentence: "Nobody can use the table meanwhile.",
  },
];

/** Statements that may run a second time. */
const repeatable =
  /^(create (unique )?index concurrently if not exists|drop index concurrently if exists|alter table \S+ validate constraint)\b/;

/** What is wrong with a migration, a sentence for each fault. */
export function faultsOf(sql: string): string[] {
  const file = read(sql);
  return file.statements.flatMap((statement) => {
    if (statement.hasReason) return [];
    const { text } = statement;
    const broken = rules.filter(({ found, unless }) => found.test(text) && unless?.(text, file) !== true);
    const sentences = broken.map(({ sentence }) => sentence);
    if (file.isOutside && sentences.length === 0 && !repeatable.test(text)) {
      sentences.push(
        "Outside a transaction stands only what can be done twice: indexes built and dropped concurrently, constraints validated.",
      );
    }
    return sentences.map((sentence) => `${text.slice(0, 80)}: ${sentence}`);
  });
}

function read(sql: string): MigrationFile {
  const statements = split(sql).map((part) => ({ text: plain(part), hasReason: reason.test(part) }));
  const madeTables = new Set(
    statements.flatMap(
      ({ text }) => /^create (?:unlogged )?table (?:if not exists )?(?:public\.)?(\w+)/.exec(text)?.[1] ?? [],
    ),
  );
  return { isOutside: outsideMark.test(sql), madeTables, statements: statements.filter(({ text }) => text !== "") };
}

/** Parts of SQL that a semicolon cannot end, or that a comment cannot begin in. */
const whole = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;/g;

function split(sql: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: found, index } of sql.matchAll(whole)) {
    if (found !== ";") continue;
    parts.push(sql.slice(from, index));
    from = index + 1;
  }
  return [...parts, sql.slice(from)];
}

/** One statement in lower case and on one line, without comments, quotes around names, and what texts and bodies say. */
function plain(statement: string): string {
  return statement
    .replace(whole, (found) => (/^(--|\/\*)/.test(found) ? " " : "''"))
    .replaceAll('"', "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
