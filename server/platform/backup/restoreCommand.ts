/** `npm run restore -- <file>` */
import { readConfig } from '../config';
import { restore } from './restore';

async function run(): Promise<void> {
  const [path, more] = process.argv.slice(2);
  if (!path || more || path.startsWith('-')) throw new Error('usage: npm run restore -- <file>');
  const config = readConfig(process.env);
  await restore(config, path, process.env.BACKUP_PASSPHRASE || undefined, (text) => console.log(text));
  console.log(`已恢复，所有人需重新登录 · restored to ${config.dataDir}; everybody signs in again`);
}

run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
