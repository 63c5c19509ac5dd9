/** Addresses of data sources, as clients of the family write them. */
import { type DriverClass, drivers } from '../../../contract/modules/develop/datasource';
import { Refusal } from '../../kernel/errors';

export interface SourceAddress {
  engine: 'postgresql' | 'mysql';
  host: string;
  port: number;
  database: string;
  /** Whether the address itself asks for an encrypted connection. */
  isEncrypted: boolean;
}

const usualPorts = { postgresql: 5432, mysql: 3306 } as const;
/** Prefixes of addresses for each kind of database. */
const prefixes = { postgresql: ['jdbc:postgresql:'], mysql: ['jdbc:mysql:', 'jdbc:mariadb:'] } as const;
/** Parameters that change nothing here: dates and numbers are read as texts, and the session is set by this program. */
const harmless: ReadonlySet<string> = new Set(
  [
    ...['useUnicode', 'characterEncoding', 'zeroDateTimeBehavior', 'serverTimezone', 'connectionTimeZone'],
    ...['transformedBitIsBoolean', 'tinyInt1isBit', 'nullCatalogMeansCurrent', 'allowPublicKeyRetrieval'],
    ...['useInformationSchema', 'remarks', 'autoReconnect', 'failOverReadOnly', 'rewriteBatchedStatements'],
    ...['connectTimeout', 'socketTimeout', 'ApplicationName', 'stringtype', 'useOldAliasMetadataBehavior'],
  ].map((name) => name.toLowerCase()),
);
const encrypting: ReadonlySet<string> = new Set(['usessl', 'requiressl', 'ssl', 'sslmode']);
/** Values of those parameters that leave it to the server, or ask for none. */
const unencrypted: ReadonlySet<string> = new Set(['', 'false', 'disable', 'disabled', 'allow', 'prefer', 'preferred']);

function refused(reason: string): never {
  throw new Refusal('datasource.badAddress', { reason }, { url: 'badFormat' });
}

export function isDriver(name: string): name is DriverClass {
  return Object.hasOwn(drivers, name);
}

/**
 * Reads `jdbc:{postgresql|mysql|mariadb}://host[:port]/database[?name=value&…]`. Refused: a password in the address,
 * several hosts, and parameters that this program does not know, because some of them load code or files in other
 * programs.
 */
export function readAddress(driverClass: string, text: string): SourceAddress {
  if (!isDriver(driverClass))
    throw new Refusal(
      'datasource.badDriver',
      { names: Object.keys(drivers).join(', ') },
      { driverClass: 'notAChoice' },
    );
  const engine = drivers[driverClass];
  const prefix = prefixes[engine].find((one) => text.toLowerCase().startsWith(`${one}//`));
  if (!prefix) refused(prefixes[engine].map((one) => `${one}//…`).join(' / '));
  const address = `http:${text.slice(prefix.length).trim()}`;
  const url = URL.canParse(address) ? new URL(address) : refused('host:port/database');
  if (url.username || url.password || url.hash || url.hostname === '' || /[,\s]/.test(url.host))
    refused('host:port/database');
  const database = decoded(url.pathname.slice(1));
  if (database === '' || database.includes('/') || database.includes('\u0000')) refused('host:port/database');
  let isEncrypted = false;
  for (const [name, value] of url.searchParams) {
    const key = name.toLowerCase();
    if (encrypting.has(key)) isEncrypted ||= !unencrypted.has(value.toLowerCase());
    else if (!harmless.has(key)) refused(`?${name}`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An address of the web leaves out the port 80.
  const port =
    url.port || (/^\/\/[^/?#\\]*:0*80(?![^/?#\\])/.test(address.slice('http:'.length)) ? 80 : usualPorts[engine]);
  return { engine, host, port: Number(port), database, isEncrypted };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refused('host:port/database');
  }
}
