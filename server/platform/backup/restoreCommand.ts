/** `npm run restore -- <file>` */
import { readConfig } from '../config';
import { incompleteCode, missingWords, sizeWords } from './references';
import { restore } from './restore';

async function run(): Promise<number> {
  const [path, more] = process.argv.slice(2);
  if (!path || more || path.startsWith('-')) throw new Error('用法 · usage: npm run restore -- <file>');
  const config = readConfig(process.env);
  const passphrase = process.env.BACKUP_PASSPHRASE || undefined;
  const found = await restore(config, path, passphrase, (text) => console.log(text));
  console.log(`已恢复，所有人需重新登录 · restored to ${config.dataDir}; everybody signs in again`);
  if (found.withoutFiles) console.log(sizeWords(found));
  if (found.isWhole) return 0;
  console.error(missingWords(found.missing));
  return incompleteCode;
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
