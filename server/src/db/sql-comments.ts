import type pg from "pg";

/** Request ids that cannot end a comment or a string. */
const safeId = /^[\w.:=+@-]{1,64}$/;
/** PostgreSQL truncates longer connection names. */
const nameLengthMax = 63;

/**
 * Shows in `pg_stat_activity` for which request a connection works. Unprepared
 * statements carry the request's id in a comment. A transaction carries it in
 * the connection's name, which is set together with BEGIN and also covers its
 * prepared statements. Prepared statements outside a transaction stay
 * unmarked, because another text would be another plan.
 */
export function tagStatements(client: pg.PoolClient, name: string, holder: () => string | undefined): void {
  const { connection } = client;
  const tag = (text: string) => {
    const id = holder();
    if (id === undefined || !safeId.test(id)) return text;
    const tagged = `${text} /*request='${id}'*/`;
    if (!/^begin\b/i.test(text)) return tagged;
    return `${tagged}; set local application_name = '${`${name} ${id}`.slice(0, nameLengthMax)}'`;
  };
  const query = connection.query.bind(connection);
  connection.query = (text) => query(tag(text));
  const parse = connection.parse.bind(connection);
  connection.parse = (statement, more) => {
    const isPrepared = Boolean(statement.name);
    parse(isPrepared ? statement : { ...statement, text: tag(statement.text) }, more);
  };
}
