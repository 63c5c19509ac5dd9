/** `npm run backup -- [--without-files] <file or folder>`, and `npm run backup -- --verify <file>`, which writes nothing. */

import { readConfig } from '../config';
import { backUp, type Counted, verify } from './backup';
import { incompleteCode, missingWords, sizeWords } from './references';

const withoutFilesFlag = '--without-files';

/** What it lacks, as the code that the command ends with. */
function told(backup: Counted): number {
  if (backup.isWhole) return 0;
  console.error(missingWords(backup.missing));
  return incompleteCode;
}

async function run(): Promise<number> {
  const given = process.argv.slice(2);
  const withoutFiles = given.includes(withoutFilesFlag);
  const [first, second, more] = given.filter((word) => word !== withoutFilesFlag);
  const passphrase = process.env.BACKUP_PASSPHRASE || undefined;
  const log = (text: string) => console.log(text);
  if (first === '--verify' && second && !more && !withoutFiles) {
    const found = await verify(second, passphrase);
    const { madeAt, tables, migrations } = found.manifest;
    const verdict = found.isWhole ? '备份完整 · whole' : '备份不完整 · incomplete';
    log(`${verdict}: ${madeAt}, ${tables.length} tables, schema ${migrations.at(-1)?.version}; ${sizeWords(found)}`);
    return told(found);
  }
  if (!first || first.startsWith('-') || second)
    throw new Error('用法 · usage: npm run backup -- [--without-files] <file or folder> | --verify <file>');
  const made = await backUp(readConfig(process.env), first, { passphrase, withoutFiles }, log);
  log(sizeWords(made));
  log(`${made.isWhole ? '已备份 · backed up' : '备份不完整 · incomplete'}: ${made.path}`);
  return told(made);
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
