/**
 * What this server is about to store. The bytes are written before the row that names them is committed; when that never
 * happens, the note of the intent is what the sweep finds them by.
 */
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Intent } from '../../kernel/ports';

export function openIntents(folder: string) {
  const place = (id: string) => join(folder, `${id}.json`);
  return {
    async note(intent: Intent): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(place(intent.id), 'w', 0o600);
      try {
        await handle.writeFile(JSON.stringify(intent));
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    async list(tenantId: string, before: number): Promise<Intent[]> {
      const found: Intent[] = [];
      for (const name of await readdir(folder).catch(() => [])) {
        const intent = await readFile(join(folder, name), 'utf8').then(parsed, () => undefined);
        // A note that a crash cut short was followed by no bytes.
        if (intent?.tenantId === tenantId && intent.at < before) found.push(intent);
      }
      return found;
    },
    settle: (id: string) => rm(place(id), { force: true }),
  };
}

function parsed(text: string): Intent | undefined {
  try {
    return JSON.parse(text) as Intent;
  } catch {
    return undefined;
  }
}
