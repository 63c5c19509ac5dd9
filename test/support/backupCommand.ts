/** The programs of backups as an operator runs them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

export function command(name: 'backup' | 'restore', args: string[], env: Record<string, string | undefined>) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const given = { ...process.env, DATABASE_URL: undefined, ...env };
    const options = { cwd: join(__dirname, '../..'), env: given };
    execFile(process.execPath, [`dist/server/${name}.js`, ...args], options, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), output: out + err }),
    );
  });
}
