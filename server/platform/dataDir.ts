/** The directory of an installation: created private, tested at the start, with errors in plain sentences. */
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Why not, in both languages. */
const reasons: Record<string, readonly [zh: string, en: string]> = {
  EROFS: ['文件系统只读', 'it is on a read-only file system'],
  EACCES: ['当前账号无权写入', 'this account may not write to it'],
  EPERM: ['当前账号无权写入', 'this account may not write to it'],
  ENOSPC: ['磁盘已满', 'the disk is full'],
  EDQUOT: ['当前账号的磁盘配额已用完', 'the disk quota of this account is used up'],
  EFBIG: ['当前账号的磁盘配额已用完', 'the disk quota of this account is used up'],
  ENOTDIR: ['路径中有一段是文件', 'a part of its path is a file'],
  ENOENT: ['无法在此处建立目录', 'no directory can be made there'],
};

/** `error` as a sentence if it concerns the data directory; otherwise undefined. */
export function dataDirRefusal(error: unknown, dataDir: string): string | undefined {
  const { code = '', message = '', path } = error as NodeJS.ErrnoException;
  const isFull = /No space left on device|ENOSPC/.test(message);
  const isInside = typeof path === 'string' && path.startsWith(dataDir);
  const reason = isFull ? reasons.ENOSPC : isInside ? reasons[code] : undefined;
  if (!reason) return undefined;
  const [zh, en] = reason;
  return `数据目录 ${dataDir} 无法使用：${zh}；请处理后再启动，或用 DATA_DIR 换一个目录 · The data directory ${dataDir} cannot be used: ${en}; free it or set DATA_DIR to another one`;
}

/** Makes `dataDir` for this account alone when it is missing. Throws one sentence when it cannot be made or written. */
export function openDataDir(dataDir: string): void {
  const trial = join(dataDir, `.trial-${process.pid}`);
  try {
    // One step at a time: the recursive form never returns where no directory can be made, such as under /proc.
    const missing: string[] = [];
    for (let at = dataDir; !existsSync(at); at = dirname(at)) missing.unshift(at);
    for (const one of missing) mkdirSync(one, { mode: 0o700 });
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    try {
      writeFileSync(trial, Buffer.alloc(64 * 1024, 'x'), { mode: 0o600 }); // all of it: a full disk may take the first bytes
    } finally {
      rmSync(trial, { force: true });
    }
  } catch (cause) {
    const failure = Object.assign(cause as NodeJS.ErrnoException, { path: dataDir });
    const { code } = failure;
    throw new Error(
      dataDirRefusal(failure, dataDir) ??
        `数据目录 ${dataDir} 无法使用 · The data directory ${dataDir} cannot be used (${code ?? failure.message})`,
      { cause },
    );
  }
}
