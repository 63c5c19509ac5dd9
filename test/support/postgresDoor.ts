/** A PostgreSQL that listens on a socket of files, as a host with a port: a data source needs one. */
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';

export interface PostgresDoor {
  port: number;
  close(): void;
}

/** `ownerOf` is asked at each connection: the server may not have started yet. */
export async function openPostgresDoor(ownerOf: () => pg.PoolConfig): Promise<PostgresDoor> {
  const door = createServer((from) => {
    const { host, port = 5432 } = ownerOf();
    const to = connect(join(String(host), `.s.PGSQL.${port}`));
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve));
  return { port: (door.address() as AddressInfo).port, close: () => void door.close() };
}
