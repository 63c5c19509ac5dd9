import { connect } from 'node:net';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { cut, type Source, type SourceAccess, type SourceLimits } from './source';

const tablesSql = `
  select table_name as name, table_comment as comment, table_type = 'VIEW' as isView from information_schema.tables
  where table_schema = database() order by table_name limit 5000`;
const columnsSql = `
  select column_name as name, column_type as type, column_comment as comment, column_key = 'PRI' as isKey,
    is_nullable = 'NO' as isRequired, coalesce(character_maximum_length, numeric_precision) as length,
    numeric_scale as scale
  from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position limit 1000`;

export async function openMysql(access: SourceAccess, limits: SourceLimits): Promise<Source> {
  const client = await createConnection({
    // The driver compares a certificate with its host, and connects to the address that was resolved.
    host: access.certifiedAs ?? access.address,
    stream: () => connect({ host: access.address, port: access.port }),
    database: access.database,
    user: access.user,
    password: access.password,
    ...(access.certifiedAs === null ? {} : { ssl: { verifyIdentity: true } }),
    connectTimeout: limits.connectMs,
    multipleStatements: false,
    // A server may ask its client for files of this machine; none is ever sent.
    infileStreamFactory: () => {
      throw new Error('files are not sent');
    },
    // Values as the database prints them; bytes that are no text as hexadecimal digits.
    typeCast: (field, next) => {
      if (field.type === 'GEOMETRY') return JSON.stringify(next());
      const bytes = field.buffer();
      if (bytes === null) return null;
      const text = bytes.toString('utf8');
      return Buffer.from(text, 'utf8').equals(bytes) ? text : `0x${bytes.toString('hex')}`;
    },
  });
  client.on('error', () => undefined); // the running query reports it
  const ask = async (sql: string, values: unknown[] = [], rowsAsArray = false) =>
    client.query<RowDataPacket[]>({ sql, values, rowsAsArray, timeout: limits.statementMs + limits.connectMs });
  const seconds = limits.statementMs / 1000;
  try {
    // The two products of the family limit a statement by different words.
    const [[{ product }]] = (await ask('select version() as product')) as unknown as [[{ product: string }]];
    await ask(
      /mariadb/i.test(product)
        ? `set session max_statement_time = ${seconds}`
        : `set session max_execution_time = ${limits.statementMs}`,
    );
    await ask('set session transaction read only');
  } catch (error) {
    client.destroy();
    throw error;
  }
  const read = async (sql: string, values: unknown[] = []) => (await ask(sql, values))[0];
  const numberOrNull = (value: unknown) => (value === null ? null : Number(value));
  return {
    async tables() {
      const rows = await read(tablesSql);
      return rows.map(({ name, comment, isView }) => ({ name, comment: comment ?? '', isView: isView === '1' }));
    },
    async columns(table) {
      const rows = await read(columnsSql, [table]);
      return rows.map((row) => ({
        name: row.name,
        type: row.type,
        comment: row.comment ?? '',
        isKey: row.isKey === '1',
        isRequired: row.isRequired === '1',
        length: numberOrNull(row.length),
        scale: numberOrNull(row.scale),
      }));
    },
    async query(text) {
      await ask('start transaction read only');
      try {
        // Inside of another question only one that answers rows is possible: the database judges it.
        const [rows, fields] = await ask(`select * from (${text}\n) asked limit ${limits.rows + 1}`, [], true);
        return cut(
          fields.map(({ name }) => name),
          rows as unknown as (string | null)[][],
          limits,
        );
      } finally {
        await ask('rollback').catch(() => undefined);
      }
    },
    async identity() {
      const [row] = await read('select @@hostname as host, @@port as port, database() as name');
      return `mysql ${row!.host} ${row!.port} ${row!.name}`;
    },
    async close() {
      client.destroy();
    },
  };
}
