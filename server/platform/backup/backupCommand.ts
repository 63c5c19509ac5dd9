/** `npm run backup -- <file or folder>`, and `npm run backup -- --verify <file>`, which writes nothing. */

import { readConfig } from '../config';
import { backUp, verify } from './backup';

async function run(): Promise<void> {
  const [first, second, more] = process.argv.slice(2);
  const passphrase = process.env.BACKUP_PASSPHRASE || undefined;
  const log = (text: string) => console.log(text);
  if (first === '--verify' && second && !more) {
    const { madeAt, tables, migrations } = await verify(second, passphrase);
    log(`备份完整 · whole: ${madeAt}, ${tables.length} tables, schema ${migrations.at(-1)?.version}`);
  } else if (first && !first.startsWith('-') && !second) {
    log(`已备份 · backed up: ${await backUp(readConfig(process.env), first, passphrase, log)}`);
  } else throw new Error('usage: npm run backup -- <file or folder> | --verify <file>');
}

run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
