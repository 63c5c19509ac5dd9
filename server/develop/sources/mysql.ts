import { createConnection, type RowDataPacket } from 'mysql2';
import { Refusal } from '../../kernel/errors';
import type { Line } from './line';
import { cut, type QueryResult, type Source, type SourceAccess, type SourceLimits } from './source';

const tablesSql = `
  select table_name as name, table_comment as comment, table_type = 'VIEW' as isView from information_schema.tables
  where table_schema = database() order by table_name limit 5000`;
const columnsSql = `
  select column_name as name, column_type as type, column_comment as comment, column_key = 'PRI' as isKey,
    is_nullable = 'NO' as isRequired, coalesce(character_maximum_length, numeric_precision) as length,
    numeric_scale as scale
  from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position limit 1000`;

/** Privileges of an account that reads. */
const readerPrivileges: ReadonlySet<string> = new Set(['USAGE', 'SELECT', 'SHOW VIEW', 'SHOW DATABASES', 'EXECUTE']);

/** Whether a place, as `show grants` writes it, has the accounts of the server with their passwords in it. */
function holdsAccounts(place: string): boolean {
  const [database = ''] = place.split('.');
  if (database === '*') return true;
  // The name of a database in a grant is a pattern.
  const pattern = database
    .replace(/`/g, '')
    .replace(/\\?[%_]|[^\w%]/g, (one) => ({ '%': '.*', _: '.' })[one] ?? `\\${one.at(-1)}`);
  return new RegExp(`^${pattern}$`, 'i').test('mysql');
}

/** The privileges in a line of `show grants` that are more than reading, with what they are for. */
export function excessOf(grant: string): string[] {
  const bare = grant.replace(/ \([^()]*\)/g, ''); // names of columns
  const [said = '', place = ''] = bare.split(/ ON | TO /i);
  const privileges = said.replace(/^GRANT /i, '');
  if (!/ ON /i.test(bare)) return []; // a role, whose own lines follow where it is in force
  const isPassedOn = /\bGRANT OPTION\b/i.test(bare.slice(said.length));
  return [...privileges.split(',').map((one) => one.trim()), ...(isPassedOn ? ['GRANT OPTION'] : [])]
    .filter(
      (one) => !readerPrivileges.has(one.toUpperCase()) || (one.toUpperCase() === 'SELECT' && holdsAccounts(place)),
    )
    .map((one) => `${one} ON ${place}`);
}

type Read = (sql: string) => Promise<Record<string, unknown>[]>;

async function excessIn(read: Read): Promise<string[]> {
  const [row] = await read('select version() as product');
  const product = String(row?.product);
  // MySQL tells the privileges of roles for roles that are named, MariaDB those of the role in force by itself.
  const hasRoles = !/mariadb/i.test(product) && Number.parseInt(product, 10) >= 8;
  const roles = hasRoles ? String((await read('select current_role() as roles'))[0]?.roles) : 'NONE';
  const grants = await read(roles === 'NONE' ? 'show grants' : `show grants for current_user() using ${roles}`);
  return grants.flatMap((grant) => excessOf(String(Object.values(grant)[0])));
}

/** Two columns of a question may have one name, those of a table inside of another question may not. */
const repeatedName = 'ER_DUP_FIELDNAME';

export async function openMysql(access: SourceAccess, limits: SourceLimits, line: Line): Promise<Source> {
  const connection = createConnection({
    // The driver compares a certificate with its host, and connects to the address that was resolved.
    host: access.certifiedAs ?? access.address,
    stream: () => line.socket.connect({ host: access.address, port: access.port }),
    database: access.database,
    user: access.user,
    password: access.password,
    ...(access.certifiedAs === null ? {} : { ssl: { verifyIdentity: true } }),
    connectTimeout: limits.connectMs,
    multipleStatements: false,
    // A server may ask its client for files of this machine; without this the driver does not offer it.
    flags: ['-LOCAL_FILES'],
    // Values as the database prints them; bytes that are no text as hexadecimal digits.
    typeCast: (field, next) => {
      if (field.type === 'GEOMETRY') return JSON.stringify(next());
      const bytes = field.buffer();
      if (bytes === null) return null;
      const text = bytes.toString('utf8');
      return Buffer.from(text, 'utf8').equals(bytes) ? text : `0x${bytes.toString('hex')}`;
    },
  });
  // The driver's reader of packets, which throws on those that it does not know.
  const { packetParser } = connection as unknown as { packetParser: { execute(bytes: Buffer): void } };
  packetParser.execute = line.guarded(packetParser.execute.bind(packetParser));
  await new Promise<void>((resolve, reject) => {
    connection.once('connect', () => resolve());
    connection.on('error', reject); // later on the running query reports it
  });
  const client = connection.promise();
  const read = async (sql: string, values: unknown[] = []) =>
    (await client.query<RowDataPacket[]>({ sql, values, timeout: limits.statementMs + limits.connectMs }))[0];
  const seconds = limits.statementMs / 1000;
  // The two products of the family limit a statement by different words.
  const [version] = await read('select version() as product');
  await read(
    /mariadb/i.test(String(version?.product))
      ? `set session max_statement_time = ${seconds}`
      : `set session max_execution_time = ${limits.statementMs}`,
  );
  await read('set session transaction read only');
  const numberOrNull = (value: unknown) => (value === null ? null : Number(value));

  /**
   * Refuses what is not a question: the database takes nothing else inside of another one, where it is prepared and not
   * run. A text that is whole by itself cannot leave those brackets, therefore the text alone is what runs.
   */
  async function judge(text: string): Promise<void> {
    // Hints of MySQL would lift the limit of time.
    if (text.includes('/*+')) throw new Refusal('datasource.badQuery', { reason: '/*+' });
    await client.prepare(text).then((statement) => statement.close());
    await client.prepare(`select * from (${text}\n) asked`).then(
      (statement) => statement.close(),
      (error: unknown) => {
        if ((error as { code?: unknown }).code !== repeatedName) throw error;
      },
    );
  }
  /** The first rows, as they come; the rest is not waited for. */
  function firstRows(sql: string): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      let columns: string[] = [];
      const rows: (string | null)[][] = [];
      let size = 0;
      let isOver = false;
      const done = () => {
        isOver = true;
        resolve(cut(columns, rows, limits));
      };
      connection
        .query({ sql, rowsAsArray: true, timeout: limits.statementMs + limits.connectMs })
        .on('error', reject)
        .on('fields', (fields: { name: string }[]) => {
          columns = fields.map(({ name }) => name);
        })
        .on('result', (row: unknown) => {
          if (isOver) return;
          const values = row as (string | null)[];
          rows.push(values);
          size += values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
          if (rows.length <= limits.rows && size <= limits.size) return;
          done();
          line.close();
        })
        .on('end', done);
    });
  }
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
    async query(asked) {
      const text = asked.replace(/;\s*$/, '');
      await judge(text);
      await read('start transaction read only');
      return firstRows(text);
    },
    excess: () => excessIn(read),
    async identity() {
      const [row] = await read('select @@hostname as host, @@port as port, database() as name');
      return `mysql ${row!.host} ${row!.port} ${row!.name}`;
    },
  };
}
