import { readFileSync } from 'node:fs';
import pg from 'pg';
import { tablesFile, tablesText } from '../../../scripts/tables';
import { freshDatabase } from '../../support/postgres';

it('the types of the tables are those that the migrations make; `npm run tables` writes them again', async () => {
  const database = await freshDatabase();
  const client = new pg.Client(database.owner);
  await client.connect();
  const text = await tablesText(client);
  await client.end();
  await database.drop();
  expect(readFileSync(tablesFile, 'utf8')).toBe(text);
});
