import type pg from "pg";

/** What can end neither a comment nor a string. */
const harmless = /^[\w.:=+@-]{1,64}$/;
/** PostgreSQL cuts longer names of connections. */
const longestName = 63;

/**
 * Lets whoever looks at the database see for which request a connection works.
 * Statements that are planned anew each time carry the request's id in a
 * comment; a transaction carries it in the connection's name, from its beginning
 * to its end and without a round trip of its own, so that its prepared
 * statements show it too. Prepared statements outside of a transaction keep
 * their text, or each request would have them planned anew.
 */
export function tagStatements(client: pg.PoolClient, name: string, holder: () => string | undefined): void {
  const { connection } = client;
  const sign = (text: string) => {
    const id = holder();
    if (id === undefined || !harmless.test(id)) return text;
    const signed = `${text} /*request='${id}'*/`;
    if (!/^begin\b/i.test(text)) return signed;
    return `${signed}; set local application_name = '${`${name} ${id}`.slice(0, longestName)}'`;
  };
  const query = connection.query.bind(connection);
  connection.query = (text) => query(sign(text));
  const parse = connection.parse.bind(connection);
  connection.parse = (statement, more) => {
    const isPrepared = Boolean(statement.name);
    parse(isPrepared ? statement : { ...statement, text: sign(statement.text) }, more);
  };
}
